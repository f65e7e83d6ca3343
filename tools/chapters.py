"""Chapters as notebooks: read from their .md, with the listed source files filled in."""

import os
import sys
from pathlib import Path

import nbformat
import yaml
from myst_nb.core.read import read_myst_markdown_notebook
from myst_parser.config.main import MdParserConfig
from sphinx_external_toc.parsing import parse_toc_yaml

ROOT = Path(__file__).resolve().parent.parent
BOOK = ROOT / "book"


class ChapterError(Exception):
    """What is wrong with a chapter, told to its author in a sentence."""


def run(main):
    """Run a tool; where a chapter is at fault, say so without a traceback."""
    try:
        main()
    except ChapterError as error:
        sys.exit(str(error))


def chapter_paths(names=()) -> list[Path]:
    """The chapters in the book's order; given names, only those."""
    in_order = [
        BOOK / f"{name}.md" for name in parse_toc_yaml(ROOT / "_toc.yml")
    ]
    known = {path.stem: path for path in in_order}
    names = [name.removesuffix(".md") for name in names]
    for name in names:
        if name not in known:
            raise ChapterError(
                f"no chapter {name!r} in _toc.yml; there are: {', '.join(known)}"
            )
    return [known[name] for name in names] or in_order


def read_chapter(path) -> nbformat.NotebookNode:
    """The chapter as it stands, as a notebook that has not been run.

    Each cell's metadata tells the ``line`` it starts in and, for a code cell, how it is
    ``written``: what the author typed, a listing by the file that it loads.
    """
    config = yaml.safe_load((ROOT / "_config.yml").read_text(encoding="utf-8"))
    extensions = set(config["parse"]["myst_enable_extensions"])
    try:
        notebook = read_myst_markdown_notebook(
            Path(path).read_text(encoding="utf-8"),
            MdParserConfig(enable_extensions=extensions),
            add_source_map=True,
            path=str(path),
        )
    except Exception as error:
        # The reader's own kinds of error are private to it.
        raise ChapterError(
            f"{Path(path).name} cannot be read: {error}"
        ) from error
    for cell, line in zip(
        notebook.cells, notebook.metadata.pop("source_map"), strict=True
    ):
        cell.metadata["line"] = line
        if cell.cell_type == "code":
            loaded = cell.metadata.get("load")
            cell.metadata["written"] = (
                f":load: {loaded}" if loaded else cell.source
            )
    return notebook


def has_code(path) -> bool:
    """Whether a page has cells to run; one of prose alone has none."""
    return any(cell.cell_type == "code" for cell in read_chapter(path).cells)


def isolate_kernels():
    """Run kernels without the user's own IPython set-up, which could change what a chapter shows."""
    folder = ROOT / "_build" / "ipython"
    profile = folder / "profile_default"
    profile.mkdir(parents=True, exist_ok=True)
    (profile / "ipython_kernel_config.py").write_text(
        "c.IPKernelApp.log_level = 40\n", encoding="utf-8"
    )
    os.environ["IPYTHONDIR"] = str(folder)
