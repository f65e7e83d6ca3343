"""Texts in Gambit's format for the tests, and how to compare what was read."""

from pathlib import Path

DATA = Path(__file__).resolve().parents[3] / "shared" / "data" / "efg"
MISSING = "needs real game files in ../shared/data/efg"
REAL_FILES = sorted(DATA.glob("*.efg"))

HEAD = 'EFG 2 R "" { "Ann" "Bob" }\n'
POKER = r"""EFG 2 R "A \"simple\" game of cards" { "Ann" "Bob" }
"Backslashes: \wedge, \\ and \\\"
are no trouble."

c "deal" 1 "the card" { "red" 1/2 "black" 1/2 } 0
p "" 1 1 "red" { "raise" "fold" } 0
p "" 2 1 "" { "meet" "pass" } 3 "raised" { 1/2 -.5 }
t "" 1 "Win big" { 2, -2 }
t "" 2 "Win" { 1, -1 }
t "" 2
p "" 1 2 "black" { "raise" "fold" } 0
p "the same" 2 1 3
t "" 4 "Lose big" { -2 2 }
t "" 2 "Win" { 1 -1.0 }
t "end" 0
"""


def assert_same(game, other):
    """All that a file says, but for its white space, is the same."""
    assert game.title == other.title
    assert game.comment == other.comment
    assert game.player_labels == other.player_labels
    assert game.nodes == other.nodes
    assert game.get_players() == other.get_players()
