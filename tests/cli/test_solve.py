"""``solve`` finds the right solver, and ``check --strategy`` agrees with what it found."""

import json
import re
from fractions import Fraction

import pytest

from mastering_games.formats.efg import write_efg
from mastering_games.games.matrix_game import MatrixGame
from mastering_games.games.nim import Nim

SOLVED = {
    "tic_tac_toe": ("backward induction, 5,478 states", "x 0, o 0"),
    "nim:heaps=1,2": ("backward induction, 8 states", "first 1, second -1"),
    "centipede": ("backward induction", "Ann 2, Bob 0"),
    "melting_cake": ("backward induction", "Ann 2, Bob 2"),
    "pig:target=2": ("backward induction", "Ann 13/18, Bob -13/18"),
    "cat_and_mouse": ("retrograde analysis, 100 states", "mouse 0, cat 0"),
    "kuhn_poker": (
        "linear program",
        "Ann -0.055556 (about -1/18), Bob 0.055556 (about 1/18)",
    ),
    "kuhn_poker:cards=J,K": ("backward induction", "Ann 0, Bob 0"),
    "leduc_poker": ("linear program", "Ann -0.085606, Bob 0.085606"),
    "matching_pennies": ("linear program", "Ann 0, Bob 0"),
    "matrix_game:payoffs=[[3,0],[1,2]]": (
        "linear program",
        "Ann 1.5, Bob -1.5",
    ),
}


@pytest.mark.parametrize("game", SOLVED)
def test_the_game_decides_on_its_solver(command, game):
    method, value = SOLVED[game]
    told = command("solve", game)
    assert told.code == 0
    assert told.err == ""
    lines = dict(
        re.split("  +", line, maxsplit=1) for line in told.out.split("\n")[:3]
    )
    assert lines["game"] == game
    assert lines["method"].startswith(method)
    value_told = lines["value"]
    if game == "pig:target=2":  # the die's probabilities are decimals
        value_told = re.sub(
            r"-?[0-9.]+ \(about (-?[0-9/]+)\)", r"\1", value_told
        )
    assert value_told == value


def test_what_a_player_of_tic_tac_toe_is_told(command):
    told = command("solve", "nim:heaps=1,2").out
    assert "best    first (1, 1)\n" in told
    assert (
        "play    first (1, 1); second (0, 1); first (1, 1); first wins (first 1,"
        in told
    )


def test_where_chance_moves_the_play_stops(command):
    told = command("solve", "pig:target=5").out
    assert "best    Ann (roll)\n" in told
    assert "play    Ann (roll); chance moves\n" in told
    told = command("solve", "kuhn_poker:cards=J,K").out
    assert "after J (1/2) chance moves; after K (1/2) chance moves" in told


def test_play_without_end_is_told_as_such(command):
    assert "and so on for ever" in command("solve", "cat_and_mouse").out


def probabilities(text):
    """A table as a mapping: {information set: {action: probability}}."""
    found, name = {}, ""
    for line in text.splitlines():
        cells = re.findall(r"(\S+) (\d\.\d{4})\b", line)
        if named := re.match(r"  (\S.*?)( {2,}\S+ \d\.\d{4}|$)", line):
            name = named[1]  # a long name has a line of its own
        if cells:
            found[name] = {action: float(p) for action, p in cells}
    return found


def test_the_table_of_kuhn_poker_is_an_equilibrium(command):
    """Kuhn (1950): what Ann bets with a jack decides what she bets with a king."""
    told = command("solve", "kuhn_poker").out
    odds = probabilities(told)
    assert len(odds) == 12
    bluff = odds["Ann: J"]["bet"]
    assert odds["Ann: K"]["bet"] == pytest.approx(3 * bluff, abs=2e-4)
    assert odds["Ann: Q check bet"]["call"] == pytest.approx(
        bluff + 1 / 3, abs=2e-4
    )
    assert odds["Bob: J check"]["bet"] == pytest.approx(1 / 3, abs=1e-4)
    assert odds["Bob: Q bet"]["call"] == pytest.approx(1 / 3, abs=1e-4)
    assert "NashConv  0, what both together could gain" in told
    assert "58 histories" in told


def test_a_long_table_is_cut_unless_all_is_wanted(command):
    short = command("solve", "leduc_poker").out
    assert short.count("+ 124 more (--all shows, --json writes all)") == 2
    whole = command("solve", "leduc_poker", "--all").out
    assert "more (" not in whole
    assert len(probabilities(whole)) == 288
    assert "(never gets here)" in whole
    assert all(
        abs(sum(odds.values()) - 1) < 1e-3
        for odds in probabilities(whole).values()
    )


def test_many_actions_make_several_lines(command):
    payoffs = [
        [int(row == column) for column in range(30)] for row in range(30)
    ]
    text = write_efg(MatrixGame(payoffs))
    told = command("solve", "-", stdin=text).out
    assert max(map(len, told.splitlines())) <= 100
    assert len(re.findall(r"\d 0\.0333\b", told)) == 60


@pytest.mark.parametrize("method", ["cfr", "cfr+"])
def test_learning_comes_near_the_value(command, method):
    options = ["--method", method, "--iterations", 2000, "--json"]
    told = json.loads(command("solve", "kuhn_poker", *options).out)
    assert told["method"] == f"{method.upper()}, 2,000 iterations"
    assert told["value"][0] == pytest.approx(-1 / 18, abs=5e-3)
    assert 0 < told["nash_conv"] < 0.02


def test_constant_sums_are_solved_as_zero_sums(command, tmp_path):
    game = MatrixGame([[(3, 1), (0, 4)], [(1, 3), (2, 2)]], "TB", "LR")
    write_efg(game, tmp_path / "four.efg")
    told = command("solve", "four.efg")
    assert "constant-sum: payoffs sum to 4" in told.out
    assert "value     Ann 1.5, Bob 2.5\n" in told.out
    command("solve", "four.efg", "--json", "-o", "four.json")
    checked = command("check", "four.efg", "--strategy", "four.json").out
    assert "constant-sum: those of a play sum to 4" in checked
    assert "brings     Ann 1.5, Bob 2.5" in checked
    assert "NashConv   0, where 0 is a Nash equilibrium" in checked


# What solve finds, check confirms.


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("kuhn_poker", []),
        ("leduc_poker:ranks=2", []),
        ("rock_paper_scissors", []),
        ("goofspiel:cards=3", []),
        ("tic_tac_toe", []),
        ("pig:target=3", []),
        ("centipede", []),
        ("sharing_game", []),
        ("explicit_tree:tree={'a':{'c':3,'d':1},'b':2}", []),
        ("nim:heaps=1,2", ["--method", "lp"]),
        ("nim.efg", []),
        ("nim.efg", ["--method", "lp"]),
    ],
)
def test_nobody_gains_by_leaving_what_was_found(
    command, tmp_path, game, options
):
    write_efg(Nim((1, 2)), tmp_path / "nim.efg")
    written = command("solve", game, *options, "--json", "-o", "found.json")
    assert (written.code, written.out) == (0, "")
    assert written.err == "wrote found.json\n"
    value = json.loads((tmp_path / "found.json").read_text())["value"]
    checked = command("check", game, "--strategy", "found.json")
    assert checked.code == 0
    assert re.search(r"^NashConv +0, where", checked.out, re.MULTILINE)
    brings = re.search(r"^brings +(.*)$", checked.out, re.MULTILINE)[1]
    numbers = [
        float(Fraction(number))
        for number in re.findall(r" (-?\d[\d./]*)(?=[, ]|$)", brings)
    ]
    assert numbers[0] == pytest.approx(value[0], abs=1e-6)


def test_what_learning_lacks_is_what_check_finds(command, tmp_path):
    options = ["--method", "cfr", "--iterations", 50, "--json", "-o", "x.json"]
    command("solve", "leduc_poker:ranks=2", *options)
    gap = json.loads((tmp_path / "x.json").read_text())["nash_conv"]
    checked = command("check", "leduc_poker:ranks=2", "--strategy", "x.json")
    assert f"NashConv        {gap:.6g}, where" in checked.out
    assert f"exploitability  {gap / 2:.6g}, half of NashConv" in checked.out


# What cannot be solved is told with a reason, and with what can be done.


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["beer_quiche"], "payoffs sum to anything from 0 to 4; equilibria of"),
        (["absent_minded_driver"], "1 player: linear programs and CFR solve"),
        (["forgetful.efg"], "'Ann' has not perfect recall: information set"),
    ],
)
def test_what_cannot_be_solved_yet(refused, tmp_path, arguments, told):
    (tmp_path / "forgetful.efg").write_text(
        'EFG 2 R "Forgetful" { "Ann" "Bob" }\n'
        'p "" 1 1 "" { "l" "r" } 0\n'
        'p "" 1 2 "" { "L" "R" } 0\nt "" 1 { 1, -1 }\nt "" 2 { 0, 0 }\n'
        'p "" 1 2 "" { "L" "R" } 0\nt "" 2 { 0, 0 }\nt "" 1 { 1, -1 }\n'
    )
    message = refused("solve", *arguments)
    assert told in message
    assert "what works: mastering-games draw, check (also of " in message


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (
            ["kuhn_poker", "--method", "backward-induction"],
            "needs perfect information, and this game hides some",
        ),
        (
            ["cat_and_mouse", "--method", "backward-induction"],
            "the game has a cycle",
        ),
        (["centipede", "--method", "retrograde-analysis"], "needs a winner"),
        (["connect_four", "--limit", "500"], "more than 500 states"),
        (["kuhn_poker", "--limit", "9"], "more than 9 histories"),
        (["nim", "--method", "lp", "--limit", "99"], "or raise --limit"),
    ],
)
def test_a_method_that_does_not_fit_says_why(refused, arguments, told):
    assert told in refused("solve", *arguments)
