"""What must stay true of the project's own files."""

import re
import subprocess
import sys
import tomllib

import jupytext
import nbformat
import pytest
import yaml

from tools import references
from tools.chapters import BOOK, ROOT, ChapterError, chapter_paths, read_chapter
from tools.references import REFERENCES, reference_path

CHAPTERS = chapter_paths()


def test_every_page_of_the_book_is_in_its_table_of_contents():
    pages = {
        path
        for path in BOOK.rglob("*.md")
        if ".ipynb_checkpoints" not in path.parts
    }
    assert pages == set(CHAPTERS)
    assert not list(BOOK.glob("**/*.ipynb")), (
        "a notebook beside a chapter would be built in its place"
    )
    assert set(REFERENCES.glob("*")) == {
        reference_path(path) for path in CHAPTERS
    }


@pytest.mark.parametrize("path", CHAPTERS, ids=lambda path: path.stem)
def test_no_cell_escapes_its_test(path):
    for cell in read_chapter(path).cells:
        if cell.cell_type == "code":
            assert "NBVAL" not in cell.source
            assert "PYTEST_VALIDATE" not in cell.source
            assert not [
                tag
                for tag in cell.metadata.get("tags", [])
                if tag.startswith(("nbval", "skip"))
            ]
    for cell in references.load_references(path):
        for output in cell["outputs"]:
            assert output.get("ename") != "AssertionError", "a check that fails"


@pytest.mark.parametrize("path", CHAPTERS, ids=lambda path: path.stem)
def test_a_listing_runs_the_file_that_it_shows(path):
    """The book fills a :load: cell in; a notebook runs its body. Both must be the same file."""
    as_in_lab = [
        cell for cell in jupytext.read(path).cells if cell.cell_type == "code"
    ]
    for cell in as_in_lab:
        if "load" in cell.metadata:
            assert cell.source == f"%run -i {cell.metadata['load']}"
            listed = path.parent / cell.metadata["load"]
            assert all(
                len(line) <= 80 for line in listed.read_text().splitlines()
            ), "a page is narrow"
        else:
            assert "%run" not in cell.source
            shown = "remove" not in str(cell.metadata.get("tags"))
            assert not shown or all(
                len(line) <= 80 for line in cell.source.splitlines()
            )


@pytest.mark.parametrize("path", CHAPTERS, ids=lambda path: path.stem)
def test_a_chapter_begins_by_finding_the_package(path):
    """A page of prose alone has nothing to find."""
    cells = [c for c in read_chapter(path).cells if c.cell_type == "code"]
    for first in cells[:1]:
        assert "sys.path[:0]" in first.source
        assert "remove-cell" in first.metadata["tags"]
    for cell in cells:
        imported = re.findall(
            r"^\s*(?:from|import) (\w+)", cell.source, re.MULTILINE
        )
        assert not {"tests", "tools"} & set(imported), "pages would go stale"


@pytest.mark.parametrize("path", CHAPTERS, ids=lambda path: path.stem)
def test_a_chapter_is_a_sound_notebook(path):
    nbformat.validate(read_chapter(path))


def test_requirements_are_exact():
    lines = (ROOT / "requirements.txt").read_text().splitlines()
    pinned = re.compile(r"[A-Za-z0-9._-]+==[0-9][^ ]*( ; .+)?")
    assert [line for line in lines if not pinned.fullmatch(line)] == []
    wanted = re.findall(
        r"^([A-Za-z0-9_.-]+)==(\S+)$",
        (ROOT / "requirements.in").read_text(),
        re.MULTILINE,
    )
    assert len(wanted) >= 20
    pins = {
        re.sub("[-_.]+", "-", line.split("==")[0]).lower(): line.split("==")[
            1
        ].split(" ")[0]
        for line in lines
    }
    for name, version in wanted:
        assert pins[re.sub("[-_.]+", "-", name).lower()] == version


def test_the_package_needs_little_and_loosely():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert len(project["dependencies"]) <= 6
    assert all(
        "==" not in requirement for requirement in project["dependencies"]
    )


def test_the_package_installs_and_works_elsewhere(tmp_path):
    install = [
        sys.executable,
        "-m",
        "pip",
        "install",
        "--quiet",
        "--no-deps",
        "--no-build-isolation",
    ]
    source = tmp_path / "source"
    source.mkdir()
    subprocess.run(
        [
            "cp",
            "-r",
            "mastering_games",
            "pyproject.toml",
            "README.md",
            "LICENSE",
            source,
        ],
        cwd=ROOT,
        check=True,
    )
    subprocess.run(
        [*install, "--target", tmp_path / "there", source], check=True
    )
    program = (
        "import mastering_games.game, mastering_games.games.tictactoe as t\n"
        "from mastering_games.perfect_information.backward_induction import BackwardInduction as B\n"
        "from mastering_games.visualisation.graph_visualisation import GraphVisualisation\n"
        "node = B(t.TicTacToe()).backward_induction('xoo xx   ')\n"
        "print(GraphVisualisation().node_to_graph(t.TicTacToe(), node).render(outfile='tree.svg'))\n"
        "print(mastering_games.game.__file__)"
    )
    result = subprocess.run(
        [sys.executable, "-c", program],
        cwd=tmp_path,
        env={"PYTHONPATH": str(tmp_path / "there")},
        capture_output=True,
        text=True,
        check=True,
    )
    assert str(tmp_path / "there") in result.stdout
    assert (tmp_path / "tree.svg").stat().st_size > 1000


def test_imports_run_downward():
    """No solver imports a picture, no picture a solver, and a game nothing but the rules contract."""
    allowed = {
        "game": {"game", "checks"},  # check_game looks one floor up
        "games": {"game", "games"},
        "perfect_information": {"game", "perfect_information"},
        "imperfect_information": {"game", "imperfect_information"},
        "commitment": {"game", "imperfect_information", "commitment"},
        "formats": {"game", "formats"},
        "checks": {"game", "checks"},
        "visualisation": {"game", "visualisation"},
        "__main__": {"cli"},
    }
    allowed["cli"] = {*allowed, "cli"} - {"__main__"}  # the roof
    for path in (ROOT / "mastering_games").rglob("*.py"):
        room = (
            path.relative_to(ROOT / "mastering_games")
            .parts[0]
            .removesuffix(".py")
        )
        code = re.sub(
            r'""".*?"""', "", path.read_text(encoding="utf-8"), flags=re.DOTALL
        )
        imported = re.findall(
            r"^\s*(?:from|import) mastering_games(?:\.(\w+)|( ))",
            code,
            re.MULTILINE,
        )
        assert all(name for name, _ in imported), f"{path}: name the module"
        imported = {name for name, _ in imported}
        assert set(imported) <= allowed.get(room, set()), path


def test_the_licence_and_citation_files_say_the_same():
    licence = (ROOT / "LICENSE").read_text()
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text())
    assert "BSD 3-Clause" in licence
    assert "CC BY 4.0" in licence
    assert citation["license"] == ["BSD-3-Clause", "CC-BY-4.0"]
    namespace = {}
    exec((ROOT / "mastering_games" / "__init__.py").read_text(), namespace)
    assert citation["version"] == namespace["__version__"]


def test_make_explains_itself():
    """Every command is listed by a bare make, and the README names the two that matter."""
    makefile = (ROOT / "Makefile").read_text()
    targets = re.search(r"^\.PHONY: help (.+)$", makefile, re.MULTILINE)[
        1
    ].split()
    printed = subprocess.run(
        ["make"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout
    assert set(targets) == set(
        re.findall(r"^  make (\w+)  ", printed, re.MULTILINE)
    )
    readme = (ROOT / "README.md").read_text()
    assert "    make book\n" in readme
    assert "    make test\n" in readme
    assert "make test" in (ROOT / ".ci" / "run").read_text()


def test_the_code_is_tidy():
    for command in (["check"], ["format", "--check"]):
        result = subprocess.run(
            [sys.executable, "-m", "ruff", *command, "."],
            cwd=ROOT,
            capture_output=True,
            text=True,
        )
        assert result.returncode == 0, f"run make lint:\n{result.stdout}"


def test_an_unknown_chapter_is_named():
    with pytest.raises(
        ChapterError,
        match=r"no chapter 'chess' in _toc\.yml; there are: index, ",
    ):
        chapter_paths(["chess"])


def test_the_program_in_the_readme_runs(tmp_path):
    readme = (ROOT / "README.md").read_text()
    lines = re.findall(
        r"^    ((?:from|assert|game|solution|graph)\b.*)$", readme, re.MULTILINE
    )
    assert len(lines) == 9
    subprocess.run(
        [sys.executable, "-c", "\n".join(lines)],
        cwd=tmp_path,
        env={"PYTHONPATH": str(ROOT)},
        check=True,
    )
    assert (tmp_path / "tictactoe.svg").stat().st_size > 1000


def test_the_picture_of_the_house_is_true():
    """Every room of the house is named on the architecture page, and every named room exists."""
    page = (BOOK / "how_this_book_is_built.md").read_text(encoding="utf-8")
    named, folders = set(), []
    for line in page.split("```text\n")[1].split("```")[0].splitlines():
        depth = (len(line) - len(line.lstrip())) // 2
        folders[depth:] = [line.split()[0]]
        named.add("".join(folders))
    assert all((ROOT / name).exists() for name in named)
    for room in "mastering_games", "tests", "tools":
        assert f"{room}/" in named
    for folder in (ROOT / "mastering_games").iterdir():
        if folder.is_dir() and any(folder.glob("*.py")):
            assert f"mastering_games/{folder.name}/" in named
