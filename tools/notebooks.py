"""Write the chapters as notebooks that run anywhere in the project, listed sources filled in."""

import argparse

import nbformat

from tools.chapters import ROOT, chapter_paths, read_chapter, run


def main():
    parser = argparse.ArgumentParser(
        prog="python -m tools.notebooks", description=__doc__
    )
    parser.add_argument(
        "chapters", nargs="*", help="names of chapters; all of them by default"
    )
    folder = ROOT / "_build" / "notebooks"
    folder.mkdir(parents=True, exist_ok=True)
    for path in chapter_paths(parser.parse_args().chapters):
        notebook = read_chapter(path)
        notebook.metadata.pop("jupytext", None)
        for cell in notebook.cells:
            for name in "line", "written", "load":
                cell.metadata.pop(name, None)
        target = folder / f"{path.stem}.ipynb"
        nbformat.write(notebook, target)
        print(target.relative_to(ROOT))


if __name__ == "__main__":
    run(main)
