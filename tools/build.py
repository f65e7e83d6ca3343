"""Build the book to _build/html, and say how to open it.

A second build does only what must be done, and is never stale. If nothing changed since the last
good build, there is nothing to do. If only pages changed, only their cells run again. If a source
file of the package changed, or a file beside the pages that a cell may read, every cell does. After
a build that failed all is made anew: Sphinx repeats no warning of a page that it does not read again.
"""

import argparse
import hashlib
import json
import shutil
import subprocess
import sys
import time
from pathlib import Path

from tools.chapters import (
    BOOK,
    ROOT,
    chapter_paths,
    isolate_kernels,
    read_chapter,
    run,
)

SOURCES = [
    "mastering_games",
    "benchmarks/results",
    "tools",
    "_config.yml",
    "requirements.txt",
]
JUPYTER_BOOK = [
    sys.executable,
    "-c",
    "from jupyter_book.cli.main import main; main()",
]


def build(folder, clean=False) -> bool:
    """Build into ``folder``/_build/html; False where anything is wrong, and then all anew next time."""
    output = Path(folder) / "_build"
    stamp = output / "built.json"
    last = json.loads(stamp.read_text()) if stamp.exists() and not clean else {}
    pages = {ROOT / "_toc.yml", *_files_in(BOOK / "_static"), *_page_files()}
    sources = {file for name in SOURCES for file in _files_in(ROOT / name)}
    sources |= set(_files_in(BOOK)) - pages  # what a cell may read, or import
    now = {
        "pages": _digest(pages),
        "sources": _digest(sources),
        "python": sys.version,
    }
    if last == now and (output / "html" / "index.html").exists():
        print("Nothing changed since the last build.")
        return True
    stamp.unlink(missing_ok=True)
    shutil.rmtree(output / "html", ignore_errors=True)
    if (
        last.get("sources") != now["sources"]
        or last.get("python") != now["python"]
    ):
        shutil.rmtree(output / ".jupyter_cache", ignore_errors=True)
    isolate_kernels()
    # Reading all pages again is cheap, since their outputs are kept; one stale link would not be.
    command = [
        *JUPYTER_BOOK,
        "build",
        ROOT / "book",
        "--all",
        "--path-output",
        folder,
    ]
    command += [
        "--config",
        ROOT / "_config.yml",
        "--toc",
        ROOT / "_toc.yml",
        "-W",
        "-n",
        "--keep-going",
    ]
    if subprocess.run(list(map(str, command)), check=False).returncode != 0:
        return False
    stamp.write_text(json.dumps(now))
    return True


def _page_files():
    """The chapters, and the files that they load into cells."""
    for chapter in chapter_paths():
        yield chapter
        for cell in read_chapter(chapter).cells:
            if "load" in cell.metadata:
                yield (chapter.parent / cell.metadata.load).resolve()


def _files_in(path):
    """A file, or all files of a folder but those that tools leave behind."""
    if path.is_file():
        yield path
    for file in path.rglob("*"):
        left_behind = {"__pycache__", ".ipynb_checkpoints"} & set(file.parts)
        if file.is_file() and not left_behind:
            yield file


def _digest(files):
    """One number for the names and the content of files."""
    digest = hashlib.sha256()
    for file in sorted(files):
        digest.update(file.relative_to(ROOT).as_posix().encode() + b"\0")
        digest.update(hashlib.sha256(file.read_bytes()).digest())
    return digest.hexdigest()


def main():
    parser = argparse.ArgumentParser(
        prog="python -m tools.build", description=__doc__.split("\n")[0]
    )
    parser.add_argument(
        "--clean", action="store_true", help="build everything anew"
    )
    start = time.perf_counter()
    if not build(ROOT, parser.parse_args().clean):
        sys.exit(
            "The book was not built: the first warning or error above tells where it broke."
        )
    page = ROOT / "_build" / "html" / "index.html"
    print(
        f"The book is ready ({time.perf_counter() - start:.0f} s). Open it in a browser: {page.as_uri()}"
    )


if __name__ == "__main__":
    run(main)
