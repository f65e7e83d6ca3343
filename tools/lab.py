"""Open the chapters in JupyterLab, as notebooks.

A chapter is a text file that jupytext shows as a notebook. Lab opens text files in its editor unless
it is told otherwise; the settings in tools/jupyter tell it so, for this project alone.
"""

import os
import sys

from tools.chapters import BOOK, ROOT

SETTINGS = ROOT / "tools" / "jupyter"
FIRST_PAGE = BOOK / "index.md"


def environment() -> dict:
    """The environment in which Lab reads this project's settings first."""
    path = os.pathsep.join(filter(None, [str(SETTINGS), os.environ.get("JUPYTER_CONFIG_PATH")]))
    return {**os.environ, "JUPYTER_CONFIG_PATH": path}


def command(*options) -> list[str]:
    return [sys.executable, "-m", "jupyterlab", f"--ServerApp.root_dir={ROOT}", *options]


def main():
    arguments = command(f"--LabApp.default_url=/lab/tree/{FIRST_PAGE.relative_to(ROOT).as_posix()}")
    os.execve(sys.executable, arguments + sys.argv[1:], environment())


if __name__ == "__main__":
    main()
