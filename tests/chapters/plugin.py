"""The chapters as tests: nbval runs each cell of a chapter and compares what it shows, strictly.

``pytest --nbval`` finds the chapters themselves. Each is read from its .md when it is collected, so
that what runs is what stands there now, and compared with the stored reference of the same cell.
"""

import re
import time
from difflib import unified_diff
from math import inf
from pathlib import Path
from queue import Empty

import psutil
import pytest
from nbformat import NotebookNode
from nbval.plugin import IPyNbCell, IPyNbFile, NbCellError

from tools.chapters import BOOK, isolate_kernels, read_chapter
from tools.references import load_references, match_references

REFRESH = "make references"
CPU_SECONDS = 120
"""What a chapter's cells may cost: a reader waits for them, and so does every test run. It should be half
of that; but the same cells have cost 25 seconds on one machine, and 70 on another."""
BEGINNING = re.compile(r"^\S+\.md, cell .*$", re.MULTILINE)
ANSI = re.compile(r"\x1b\[[0-9;]*m")


def pytest_configure(config):
    isolate_kernels()


def pytest_collect_file(file_path, parent):
    if (
        parent.config.option.nbval
        and file_path.suffix == ".md"
        and file_path.parent == BOOK
    ):
        return ChapterFile.from_parent(parent, path=file_path)
    return None


def pytest_terminal_summary(terminalreporter):
    """Name, at the end, where a reader of a red run should begin."""
    begun = set()
    for report in terminalreporter.getreports("failed"):
        chapter = report.nodeid.split("::")[0]
        message = BEGINNING.search(report.longreprtext)
        if message and chapter not in begun:
            begun.add(chapter)
            terminalreporter.write_line(f"Begin with {message[0]}")


class ChapterFile(IPyNbFile):
    """A chapter: a kernel of its own, and one test a code cell."""

    first_red = None

    def collect(self):
        notebook = read_chapter(self.path)
        code_cells = [
            cell for cell in notebook.cells if cell.cell_type == "code"
        ]
        references, orphans = match_references(
            [cell.metadata.written for cell in code_cells],
            load_references(self.path),
        )
        self.nb = notebook
        for number, (cell, reference) in enumerate(
            zip(code_cells, references, strict=True)
        ):
            cell.execution_count = 1  # nbval compares only cells that were run
            cell.outputs = reference["outputs"] if reference else []
            options = {
                "check": reference is not None,
                "check_exception": "raises-exception"
                in cell.metadata.get("tags", []),
                "skip": False,
            }
            item = ChapterCell.from_parent(
                self,
                name=f"Cell {number}",
                cell_num=number,
                cell=cell,
                options=options,
            )
            item.has_reference = reference is not None
            yield item
        if orphans:
            yield OrphanedReference.from_parent(
                self, name="Orphaned reference", orphans=orphans
            )
        if code_cells:
            yield Budget.from_parent(self, name="CPU seconds")

    def setup(self):
        super().setup()
        self.kernel.get_message = _watched(self.kernel)

    def get_sanitize_files(self):
        return [Path(__file__).with_name("sanitize.cfg")]


class ChapterCell(IPyNbCell):
    """A code cell of a chapter, compared with its reference."""

    has_reference = True

    @property
    def place(self):
        return f"cell {self.cell_num} (line {self.cell.metadata.line})"

    def reportinfo(self):
        return (
            self.path,
            self.cell.metadata.line - 1,
            f"{self.parent.path.name}: {self.place}",
        )

    def runtest(self):
        try:
            try:
                super().runtest()
            except RuntimeError as error:
                # So nbval and _watched tell of a dead kernel.
                self.raise_cell_error(str(error))
            if not self.has_reference:
                self.raise_cell_error(
                    "No reference: the cell is new, or was edited since"
                )
        except NbCellError:
            self.parent.first_red = self.parent.first_red or self
            raise

    def format_output_compare(self, key, left, right):
        lines = unified_diff(
            _lines(left),
            _lines(right),
            "the reference",
            "now",
            lineterm="",
            n=1,
        )
        shown = [
            line if len(line) < 300 else f"{line[:300]} ..." for line in lines
        ]
        rest = len(shown) - 24
        self.comparison_traceback.append(
            f"Its {key} is not that of the reference:"
        )
        self.comparison_traceback += shown[:24] + (
            [f"... and {rest} more lines"] if rest > 0 else []
        )

    def repr_failure(self, excinfo):
        error = excinfo.value
        if not isinstance(error, NbCellError):
            return super().repr_failure(excinfo)
        first = self.parent.first_red
        message = [
            f"{self.parent.path.name}, {self.place}: {error}",
            "",
            self.cell.metadata.written,
            "",
        ]
        if error.inner_traceback:
            message += [ANSI.sub("", str(error.inner_traceback)), ""]
        if first is not self:
            message.append(
                f"The first red cell of this chapter is {first.place}: mend that one first."
            )
        message.append(
            f"If what the chapter shows now is right, refresh its reference: {REFRESH}"
        )
        return "\n".join(message)


class Budget(pytest.Item):
    """Red when a chapter's cells cost more than they may.

    It counts the kernel's CPU seconds, so it does not depend on what else the machine is doing.
    """

    def runtest(self):
        if not self.parent.kernel.is_alive():
            pytest.fail("the kernel died", pytrace=False)
        times = psutil.Process(
            self.parent.kernel.km.provisioner.pid
        ).cpu_times()
        seconds = times.user + times.system
        if seconds > CPU_SECONDS:
            pytest.fail(
                f"{self.path.name} took {seconds:.0f} CPU seconds, and a chapter may take "
                f"{CPU_SECONDS}. Solve smaller games in it, or store an experiment's result.",
                pytrace=False,
            )

    def reportinfo(self):
        return self.path, 0, f"{self.path.name}: CPU seconds"


def _watched(kernel):
    """The kernel's get_message, but it does not go on waiting for a kernel that has died."""
    get_message = kernel.get_message

    def watch(stream, timeout=None):
        deadline = time.monotonic() + (timeout or inf)
        while True:
            left = deadline - time.monotonic()
            try:
                return get_message(stream, timeout=max(0, min(1, left)))
            except Empty:
                if not kernel.is_alive():
                    raise RuntimeError("The kernel died") from None
                if left <= 1:
                    raise

    return watch


class OrphanedReference(pytest.Item):
    """Red when a cell was deleted and its reference is still there."""

    def __init__(self, *, orphans, **options):
        super().__init__(**options)
        self.orphans = orphans

    def runtest(self):
        first = NotebookNode(self.orphans[0])
        pytest.fail(
            f"{len(self.orphans)} cells with a reference are gone from the chapter. The first was:\n"
            f"{first.written}\nRefresh the reference: {REFRESH}",
            pytrace=False,
        )

    def reportinfo(self):
        return self.path, 0, f"{self.path.name}: orphaned reference"


def _lines(value):
    return value.splitlines() if isinstance(value, str) else [repr(value)]
