"""A copy of the project with one small chapter, for tests that must break something to see it told."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tools.chapters import ROOT

INFLUENTIAL = ("CI", "BUILD_NUMBER", "PYTEST", "IPYTHONDIR")
"""Variables that change what pytest prints, or what a kernel reads."""


class ProjectCopy:
    """A project of its own in a folder of its own."""

    def __init__(self, folder):
        self.folder = Path(folder)

    def run(self, *arguments, **environment):
        """Run Python in the copy."""
        inherited = {
            name: value
            for name, value in os.environ.items()
            if not name.startswith(INFLUENTIAL)
        }
        return subprocess.run(
            [sys.executable, *arguments],
            cwd=self.folder,
            env=inherited | environment,
            capture_output=True,
            text=True,
            check=False,
        )

    def edit(self, path, old, new):
        file = self.folder / path
        text = file.read_text(encoding="utf-8")
        assert text.count(old) == 1, (
            f"{old!r} stands {text.count(old)} times in {path}"
        )
        file.write_text(text.replace(old, new), encoding="utf-8")

    def another(self, folder):
        shutil.copytree(
            self.folder,
            folder,
            ignore=shutil.ignore_patterns("_build", "__pycache__"),
        )
        return ProjectCopy(folder)

    def red_cells(self, **environment):
        """Run the chapter's cells as tests: the numbers of the red ones, and all that was printed."""
        result = self.run(
            "-m",
            "pytest",
            "book",
            "-p",
            "no:cacheprovider",
            "--color=no",
            **environment,
        )
        red = [
            int(number)
            for number in re.findall(
                r"^FAILED \S+::Cell (\d+)", result.stdout, re.MULTILINE
            )
        ]
        assert result.returncode == (1 if red else 0), (
            result.stdout + result.stderr
        )
        return red, result.stdout


@pytest.fixture(scope="session")
def sample_project(tmp_path_factory):
    """The copy as it should be: its one chapter is the sample, and its references are fresh."""
    folder = tmp_path_factory.mktemp("sample") / "project"
    ignored = shutil.ignore_patterns(
        "__pycache__", "references", "test_*", "sample_chapter.md"
    )
    for name in "mastering_games", "tools", "tests/chapters":
        shutil.copytree(ROOT / name, folder / name, ignore=ignored)
    for name in (
        "conftest.py",
        "pyproject.toml",
        "_config.yml",
        "requirements.txt",
        "tests/__init__.py",
    ):
        shutil.copy(ROOT / name, folder / name)
    (folder / "_toc.yml").write_text("format: jb-book\nroot: index\n")
    shutil.copytree(ROOT / "book" / "_static", folder / "book" / "_static")
    shutil.copy(ROOT / "book" / "references.bib", folder / "book")
    shutil.copy(
        ROOT / "tests" / "chapters" / "sample_chapter.md",
        folder / "book" / "index.md",
    )
    project = ProjectCopy(folder)
    result = project.run("-m", "tools.references")
    assert result.returncode == 0, result.stderr
    return project


@pytest.fixture
def project(sample_project, tmp_path):
    """A fresh copy of the sample project, to break."""
    return sample_project.another(tmp_path / "project")
