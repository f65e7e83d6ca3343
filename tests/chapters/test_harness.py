"""The harness itself: what goes wrong turns red the cells that show it, and no others."""

import re
import shutil
from pathlib import Path

LISTING, SOLVING, VALUE, INDEPENDENT, PICTURE, BEST, PRINTED = (
    1,
    2,
    3,
    4,
    5,
    6,
    7,
)
SOLVER = "mastering_games/perfect_information/backward_induction.py"
GAME = "mastering_games/games/abstract_extensive_form_game.py"
CHAPTER = "book/index.md"
FENCES = [
    number
    for number, line in enumerate(
        Path(__file__).with_name("sample_chapter.md").open(), start=1
    )
    if line.startswith("```{code-cell}")
]


def test_an_unchanged_chapter_is_green(project):
    red, output = project.red_cells()
    assert red == []
    assert "10 passed" in output


def test_a_value_changed_in_a_solver(project):
    project.edit(
        SOLVER,
        "node.value = best_child",
        "node.value = tuple(b + 1 for b in best_child)",
    )
    red, output = project.red_cells()
    assert red == [VALUE, PICTURE, PRINTED]
    assert re.search(r"^-\(3, 8\)$", output, re.MULTILINE)
    assert re.search(r"^\+\(5, 10\)$", output, re.MULTILINE)
    assert (
        f"Begin with index.md, cell 3 (line {FENCES[VALUE]}): Cell outputs differ"
        in output
    )
    assert (
        output.count(
            f"The first red cell of this chapter is cell 3 (line {FENCES[VALUE]})"
        )
        == 2
    )
    assert output.count("refresh its reference: make references") == 3


def test_a_label_changed_in_a_picture(project):
    project.edit(GAME, 'or "start"', 'or "begin"')
    red, output = project.red_cells()
    assert red == [PICTURE]
    assert re.search(
        r"^-start, player 1 to move, value \(3, 8\)", output, re.MULTILINE
    )
    assert re.search(
        r"^\+begin, player 1 to move, value \(3, 8\)", output, re.MULTILINE
    )


def test_a_picture_that_changed_only_in_its_looks(project):
    project.edit(
        "mastering_games/visualisation/game_graph.py",
        '"nodesep": "0.1"',
        '"nodesep": "0.2"',
    )
    red, output = project.red_cells()
    assert red == [PICTURE]
    assert "Its text/html is not that of the reference" in output


def test_a_cell_edited_without_its_reference(project):
    project.edit(CHAPTER, "6 * 7", "6 * 8")
    red, output = project.red_cells()
    assert red == [INDEPENDENT]
    assert "No reference: the cell is new, or was edited since" in output
    assert "make references" in output


def test_an_edited_cell_that_others_depend_on(project):
    project.edit(CHAPTER, "best = solution.best_actions", "best = ['B']")
    red, output = project.red_cells()
    assert red == [BEST, PRINTED]
    assert "-best: ['A'] first payoff: 3" in output
    assert "+best: ['B'] first payoff: 3" in output


def test_a_raised_exception(project):
    project.edit(
        SOLVER,
        "root = self.get_node",
        "raise RuntimeError('broken')\n        root = self.get_node",
    )
    red, output = project.red_cells()
    assert red == [SOLVING, VALUE, PICTURE, BEST, PRINTED]
    assert "RuntimeError: broken" in output
    assert (
        f"Begin with index.md, cell 2 (line {FENCES[SOLVING]}): Cell execution caused an exception"
        in output
    )


def test_a_cell_added_and_a_cell_deleted(project):
    project.edit(
        CHAPTER,
        "# A sample chapter",
        "# A sample chapter\n\n```{code-cell} ipython3\n'new'\n```",
    )
    red, _ = project.red_cells()
    assert red == [1]
    project.edit(CHAPTER, "\n```{code-cell} ipython3\n'new'\n```", "")
    project.edit(CHAPTER, "```{code-cell} ipython3\nobject()\n```\n", "")
    result = project.run(
        "-m", "pytest", "book", "-p", "no:cacheprovider", "--color=no"
    )
    assert "FAILED book/index.md::Orphaned reference" in result.stdout
    assert "1 failed, 9 passed" in result.stdout


def test_a_kernel_that_dies(project):
    project.edit(
        CHAPTER, "best = solution", "import os; os._exit(1); best = solution"
    )
    result = project.run(
        "-m", "pytest", "book", "-p", "no:cacheprovider", "--color=no"
    )
    assert (
        f"Begin with index.md, cell {BEST} (line {FENCES[BEST]}): The kernel died"
        in result.stdout
    )
    refreshed = project.run("-m", "tools.references")
    assert refreshed.returncode == 1
    assert f"index.md, line {FENCES[BEST]}:" in refreshed.stderr


def test_a_chapter_that_costs_too_much(project):
    project.edit(
        "tests/chapters/plugin.py", "CPU_SECONDS = 120", "CPU_SECONDS = 0.01"
    )
    result = project.run(
        "-m", "pytest", "book", "-p", "no:cacheprovider", "--color=no"
    )
    assert "FAILED book/index.md::CPU seconds" in result.stdout
    assert "1 failed, 9 passed" in result.stdout


def test_a_failing_cell_gets_no_reference(project):
    project.edit(CHAPTER, "6 * 7", "6 * seven")
    result = project.run("-m", "tools.references")
    assert result.returncode == 1
    assert f"index.md, line {FENCES[INDEPENDENT]}:" in result.stderr
    assert "NameError: name 'seven' is not defined" in result.stderr
    assert "Traceback (most recent call last):\n  File" not in result.stderr


def test_a_listing_that_is_not_there(project):
    project.edit(
        CHAPTER, ":load: ../mastering_games", ":load: ../mistering_games"
    )
    for tool in "references", "notebooks", "build":
        result = project.run("-m", f"tools.{tool}")
        assert result.returncode == 1
        assert (
            "index.md cannot be read: Can't read file from :load:"
            in result.stderr
        )
        assert "Traceback" not in result.stderr


def test_refreshing_the_reference_makes_it_green(project):
    project.edit(CHAPTER, "6 * 7", "6 * 8")
    result = project.run("-m", "tools.references", "index")
    assert "index.md: changed" in result.stdout
    assert project.red_cells()[0] == []


def test_a_reference_that_no_test_could_compare_is_refused(project):
    project.edit(
        CHAPTER,
        'print("independent of the solver:", 6 * 7)',
        "from IPython.display import Image\n\n"
        "Image(GraphVisualisation().node_to_graph(game, solution).pipe('png'))",
    )
    result = project.run("-m", "tools.references")
    assert result.returncode != 0
    assert (
        f"index.md, line {FENCES[INDEPENDENT]}: the output holds image/png, which no test can compare"
        in result.stderr
    )


def test_neither_fonts_nor_the_path_change_anything(project, tmp_path):
    """Another font under the same name, named by the user's own font configuration; no PATH at all."""
    import matplotlib

    fonts = tmp_path / "fonts"
    fonts.mkdir()
    source = Path(matplotlib.get_data_path(), "fonts/ttf/STIXGeneral.ttf")
    shutil.copy(source, fonts)
    configuration = tmp_path / "fonts.conf"
    configuration.write_text(
        f'<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig><dir>{fonts}</dir>'
        '<match target="pattern"><edit name="family" mode="assign" binding="strong">'
        "<string>STIXGeneral</string></edit></match></fontconfig>"
    )
    red, output = project.red_cells(PATH="", FONTCONFIG_FILE=str(configuration))
    assert red == [], output


def test_the_users_own_ipython_set_up_changes_nothing(project, tmp_path):
    startup = tmp_path / "ipython" / "profile_default" / "startup"
    startup.mkdir(parents=True)
    (startup / "noise.py").write_text("raise SystemExit('this must not run')\n")
    assert project.red_cells(IPYTHONDIR=str(tmp_path / "ipython"))[0] == []
