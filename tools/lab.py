"""Open the chapters in JupyterLab, as notebooks.

A chapter is a text file that jupytext shows as a notebook. Lab opens text files in its editor unless
it is told otherwise; the settings in tools/jupyter tell it so, for this project alone.

Options are passed on to Lab: ``python -m tools.lab --no-browser``.
"""

import os
import sys

from jupyter_server.serverapp import ServerApp
from jupyterlab.labapp import LabApp
from traitlets import default

from tools.chapters import ROOT

SETTINGS = ROOT / "tools" / "jupyter"
FIRST_PAGE = "book/index.md"


class ChapterServer(ServerApp):
    """A server that adds this project's style sheet to Lab."""

    @default("static_custom_path")
    def _default_static_custom_path(self):
        return [str(SETTINGS / "custom")]


class ChapterLab(LabApp):
    """JupyterLab on that server."""

    serverapp_class = ChapterServer


def main():
    others = os.environ.get("JUPYTER_CONFIG_PATH")
    os.environ["JUPYTER_CONFIG_PATH"] = os.pathsep.join(
        filter(None, [str(SETTINGS), others])
    )
    os.chdir(ROOT)
    options = [f"--LabApp.default_url=/lab/tree/{FIRST_PAGE}", "--custom-css"]
    ChapterLab.launch_instance(options + sys.argv[1:])


if __name__ == "__main__":
    main()
