"""Building: what changed shows, what is broken is told, each time."""

import pytest

SOLVER = "mastering_games/perfect_information/backward_induction.py"


@pytest.fixture(scope="module")
def project(sample_project, tmp_path_factory):
    return sample_project.another(tmp_path_factory.mktemp("build") / "project")


def page(project):
    return (project.folder / "_build" / "html" / "index.html").read_text(
        encoding="utf-8"
    )


def build(project):
    result = project.run("-m", "tools.build")
    return result.returncode, result.stdout + result.stderr


def test_a_second_build_is_never_stale(project):
    code, output = build(project)
    assert code == 0, output
    assert "Open it in a browser: file://" in output
    assert "Backward induction: solve a game" in page(project)
    assert build(project)[1].startswith("Nothing changed since the last build.")

    project.edit("book/index.md", "6 * 7", "6 * 8")
    code, output = build(project)
    assert code == 0
    assert "independent of the solver: 48" in page(project)

    table = project.folder / "book" / "table.txt"
    table.write_text("from a file beside it")
    project.edit(
        "book/index.md", "6 * 8)", "6 * 8, Path('table.txt').read_text())"
    )
    assert build(project)[0] == 0
    table.write_text("edited since")
    assert build(project)[0] == 0
    assert "independent of the solver: 48 edited since" in page(project)

    project.edit(
        SOLVER, "Backward induction: solve", "Backward induction, edited: solve"
    )
    assert build(project)[0] == 0
    assert "Backward induction, edited: solve a game" in page(project)

    project.edit(
        "mastering_games/games/abstract_extensive_form_game.py",
        '("A", "C"): (3, 8)',
        '("A", "C"): (4, 9)',
    )
    assert build(project)[0] == 0
    assert "(4, 9)" in page(project), (
        "an imported module shows in what a cell prints"
    )


def test_what_is_broken_fails_every_build(sample_project, tmp_path):
    """Sphinx itself is content the second time: it repeats no warning."""
    project = sample_project.another(tmp_path / "project")
    prose = "Prose with a [link](nowhere.md), a {prf:ref}`reference`, and"
    project.edit("book/index.md", "Prose with", prose)
    for _ in range(2):
        code, output = build(project)
        assert code == 1
        assert "nowhere" in output
        assert "reference" in output
        assert "The book was not built" in output
    project.edit("book/index.md", prose, "Prose with")
    project.edit(
        "book/index.md",
        'print("ind',
        "raise ValueError('broken cell')\nprint(\"ind",
    )
    for _ in range(2):
        code, output = build(project)
        assert code == 1
        assert "broken cell" in output
        assert "The book was not built" in output
    project.edit("book/index.md", "raise ValueError('broken cell')\n", "")
    assert build(project)[0] == 0
