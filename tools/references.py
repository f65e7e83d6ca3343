"""Reference outputs: run the chapters and store what their cells show, for the tests to compare.

A reference belongs to a cell as its author wrote it. So a reference survives when cells are added
around it, and is void when its own cell is edited.
"""

import argparse
import json
import os
from difflib import SequenceMatcher
from pathlib import Path

import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import (
    CellExecutionError,
    CellTimeoutError,
    DeadKernelError,
)

from tools.chapters import (
    BOOK,
    ROOT,
    ChapterError,
    chapter_paths,
    has_code,
    isolate_kernels,
    read_chapter,
    run,
)

REFERENCES = ROOT / "tests" / "chapters" / "references"


def reference_path(chapter) -> Path:
    return REFERENCES / f"{Path(chapter).stem}.json"


def load_references(chapter) -> list[dict]:
    """The stored cells of a chapter, each with how it was ``written`` and its ``outputs``."""
    path = reference_path(chapter)
    if not path.exists():
        return []
    cells = json.loads(path.read_text(encoding="utf-8"))
    return [
        {**cell, "outputs": nbformat.from_dict(_join_lines(cell["outputs"]))}
        for cell in cells
    ]


def match_references(written, references) -> tuple[list, list]:
    """For each cell as written its reference or None; and the references that no cell replaces."""
    matcher = SequenceMatcher(
        None, [cell["written"] for cell in references], written, autojunk=False
    )
    matched, orphans = [None] * len(written), []
    for kind, first, last, start, _ in matcher.get_opcodes():
        if kind == "equal":
            matched[start : start + last - first] = references[first:last]
        elif kind == "delete":
            orphans += references[first:last]
    return matched, orphans


def run_chapter(path) -> list[dict]:
    """Run a chapter and return its cells with their outputs."""
    notebook = read_chapter(path)
    if not has_code(path):
        return []
    started = []
    client = NotebookClient(
        notebook,
        timeout=300,
        resources={"metadata": {"path": str(BOOK)}},
        on_cell_execute=lambda cell, cell_index: started.append(cell),
    )
    try:
        client.execute()
    except CellExecutionError as error:
        said = f"{error.ename}: {error.evalue}"
    except (CellTimeoutError, DeadKernelError) as error:
        said = str(error)
    else:
        said = None
    if said:
        line = started[-1].metadata.line
        raise ChapterError(f"\n{path.name}, line {line}: {said}")
    cells = []
    for cell in notebook.cells:
        if cell.cell_type == "code":
            outputs = [_without_counts(output) for output in cell.outputs]
            for output in outputs:
                for kind in output.get("data", {}):
                    if kind.startswith("image/") and kind != "image/svg+xml":
                        raise ChapterError(
                            f"{path.name}, line {cell.metadata.line}: the output holds {kind}, which "
                            "no test can compare. Show a plot as SVG, or do not let it be the output."
                        )
            cells.append({"written": cell.metadata.written, "outputs": outputs})
    return cells


def _cpu_seconds():
    """What the kernels that have ended so far have cost."""
    times = os.times()
    return times.children_user + times.children_system


def _without_counts(output):
    output = dict(output)
    for name in "execution_count", "traceback", "metadata":
        output.pop(name, None)
    return output


def _split_lines(value):
    """Strings of several lines as lists of lines, so that a change of one shows as one."""
    if isinstance(value, str) and "\n" in value.rstrip("\n"):
        return value.splitlines(keepends=True)
    if isinstance(value, dict):
        return {name: _split_lines(part) for name, part in value.items()}
    return (
        [_split_lines(part) for part in value]
        if isinstance(value, list)
        else value
    )


def _join_lines(value):
    if (
        isinstance(value, list)
        and value
        and all(isinstance(line, str) for line in value)
    ):
        return "".join(value)
    if isinstance(value, dict):
        return {name: _join_lines(part) for name, part in value.items()}
    return (
        [_join_lines(part) for part in value]
        if isinstance(value, list)
        else value
    )


def main():
    parser = argparse.ArgumentParser(
        prog="python -m tools.references", description=__doc__
    )
    parser.add_argument(
        "chapters", nargs="*", help="names of chapters; all of them by default"
    )
    arguments = parser.parse_args()
    isolate_kernels()
    REFERENCES.mkdir(parents=True, exist_ok=True)
    paths = chapter_paths(arguments.chapters)
    for number, path in enumerate(paths, start=1):
        print(f"[{number}/{len(paths)}] {path.name}", end="", flush=True)
        before = _cpu_seconds()
        cells = [
            {**cell, "outputs": _split_lines(cell["outputs"])}
            for cell in run_chapter(path)
        ]
        seconds = _cpu_seconds() - before
        text = json.dumps(cells, indent=1, ensure_ascii=False) + "\n"
        target = reference_path(path)
        changed = (
            not target.exists() or target.read_text(encoding="utf-8") != text
        )
        target.write_text(text, encoding="utf-8")
        print(f": {'changed' if changed else 'as before'}, {seconds:.1f} CPU s")
    if not arguments.chapters:
        for path in set(REFERENCES.glob("*.json")) - {
            reference_path(path) for path in paths
        }:
            path.unlink()
            print(f"removed {path.name}: its chapter is gone")
    print(
        "Look at what changed before you commit it: git diff tests/chapters/references"
    )


if __name__ == "__main__":
    run(main)
