"""What is no game in Gambit's format ends in an error that tells where and why, and soon."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mastering_games.formats.efg import EfgError, EfgGame, read_efg, write_efg
from tests.formats.efg_samples import HEAD, POKER, REAL_FILES, assert_same


def player_node(rest):
    return f'{HEAD}p "" 1 1 {rest}'


BEGIN = "EFG, with which such a file begins"
NUMBER = "the number of an information set"
NEW_SET = "'{' and the actions of information set 1 of player 1, which is new"
PLAYER = "the number of a player, 1 to 2"
SUM = "probabilities from 0 that sum to 1"
COMPLETE = "the end of the file, since the tree is complete"
CLOSED = "a second quote after this one"
END = "the end of the file"


@pytest.mark.parametrize(
    ("text", "line", "column", "expected", "found"),
    [
        ("", 1, 1, BEGIN, END),
        (" \n ", 2, 2, BEGIN, END),
        ("NFG 1 R {}", 1, 1, BEGIN, "'NFG'"),
        ("EFG", 1, 4, "2, the version of the format", END),
        ("EFG 1 R", 1, 5, "2, the version of the format", "'1'"),
        ("EFG 2 X", 1, 7, "R or D, the kind of its numbers", "'X'"),
        ("EFG 2 R {", 1, 9, "the title in quotes", "'{'"),
        ('EFG 2 R "" "Ann"', 1, 12, "'{' and the players", "'\"Ann\"'"),
        ('EFG 2 R "" { }', 1, 14, "the name of a player in quotes", "'}'"),
        ('EFG 2 R "" { "A" B', 1, 18, "the name of a player in quotes, or '}'", "'B'"),
        (HEAD + 'x ""', 2, 1, "a node: c, p or t", "'x'"),
        (HEAD + 't\xa0"" 0', 2, 1, "a node: c, p or t", "'t\\xa0'"),
        (HEAD + '"one" "two"', 2, 7, "a node: c, p or t", "'\"two\"'"),
        (HEAD + "\r\n\r\tt 0", 4, 4, "the label of the node in quotes", "'0'"),
        (HEAD + 'p "" 3 1', 2, 6, PLAYER, "'3'"),
        (HEAD + 'p "" 0 1', 2, 6, PLAYER, "'0'"),
        (HEAD + 'p "" \u0661 1', 2, 6, PLAYER, "'\u0661'"),
        (HEAD + 'p "" 1 "x"', 2, 8, NUMBER, "'\"x\"'"),
        (HEAD + 'p "" 1 1.5', 2, 8, NUMBER, "'1.5'"),
        (HEAD + 'p "" 1 ' + "9" * 99, 2, 8, NUMBER, "'" + "9" * 37 + "...'"),
        (player_node("0"), 2, 10, NEW_SET, "'0'"),
        (player_node('"s"'), 2, 13, NEW_SET, END),
        (player_node("{ }"), 2, 12, "the name of an action in quotes", "'}'"),
        (player_node('{ "a" 1/2 }'), 2, 16, "the name of an action in quotes, or '}'", "'1/2'"),
        (player_node('{ "a", "b" }'), 2, 15, "the name of an action in quotes, or '}'", "','"),
        (player_node('{ "a" } x'), 2, 18, "the number of an outcome", "'x'"),
        (player_node('"s" { "a" "b" } 0 p "" 1 1 "r"'), 2, 37,
         "the name of information set 1 of player 1 again, 's'", "'\"r\"'"),
        (player_node('{ "a" "b" } 0 p "" 1 1 { "a" }'), 2, 33,
         "the actions of information set 1 of player 1 again, 'a, b'", "'a'"),
        (player_node('{ "a" "b" } 0 p "" 1 1 { "a" "c" }'), 2, 33,
         "the actions of information set 1 of player 1 again, 'a, b'", "'a, c'"),
        (player_node('{ "a" "b" } 0 t "" 0\n'), 3, 1, "a node: c, p or t", END),
        (HEAD + 'c "" 1 { "a" "b" }', 2, 14, "the probability of an action", "'\"b\"'"),
        (HEAD + 'c "" 1 0', 2, 8, "'{' and the actions of chance's information set 1, which is new", "'0'"),
        (HEAD + 'c "" 1 { "a" 1/2 "b" 1/3 }', 2, 8, SUM, "a sum of 0.833333333333"),
        (HEAD + 'c "" 1 { "a" .333 "b" .333 "c" .333 }', 2, 8, SUM, "a sum of 0.999"),
        (HEAD + 'c "" 1 { "a" -1/2 "b" 3/2 }', 2, 8, SUM, "the probability -0.5"),
        (HEAD + 'c "" 1 { "a" 1/2 "b" 1/2 } 0 c "" 1 { "a" 1/3 "b" 2/3 }', 2, 37,
         "the probabilities of chance's information set 1 again, '1/2, 1/2'", "'1/3, 2/3'"),
        (HEAD + 't "" 1', 2, 7, "'{' and the payoffs of outcome 1, which is new", END),
        (HEAD + 't "" -1', 2, 6, "the number of an outcome", "'-1'"),
        (HEAD + 't "" 0 "" { 0 0 }', 2, 8, "no name and no payoffs, since outcome 0 is nothing", "'\"\"'"),
        (HEAD + 't "" 1 "w" { 1 }', 2, 16, "payoff 2 of 2", "'}'"),
        (HEAD + 't "" 1 "w" { 1 2 3 }', 2, 18, "'}' after 2 payoffs", "'3'"),
        (HEAD + 't "" 1 { 1,, 2 }', 2, 12, "payoff 2 of 2", "','"),
        (HEAD + 't "" 1 { 1-1 }', 2, 10, "payoff 1 of 2", "'1-1'"),
        (HEAD + 't "" 1 { nan 1 }', 2, 10, "payoff 1 of 2", "'nan'"),
        (HEAD + 't "" 1 { 1/0 1 }', 2, 10, "payoff 1 of 2, with a denominator that is not 0", "'1/0'"),
        (HEAD + 't "" 1 { 1e309 1 }', 2, 10, "payoff 1 of 2, smaller than 1.8e+308", "'1e309'"),
        (HEAD + 't "" 1 { 1e999999999 1 }', 2, 10,
         "payoff 1 of 2, with an exponent up to 400", "'1e999999999'"),
        (HEAD + 't "" 1 { 1e-999999999 1 }', 2, 10,
         "payoff 1 of 2, with an exponent up to 400", "'1e-999999999'"),
        (HEAD + 't "" 1 { 0.' + "1" * 9999 + " 1 }", 2, 10,
         "payoff 1 of 2, of at most 1000 characters", "'0." + "1" * 35 + "...'"),
        (HEAD + 't "" 1 { 0.' + "1" * 700 + "e-400 1 }", 2, 10,
         "payoff 1 of 2, of at most 1000 characters", "'0." + "1" * 35 + "...'"),
        (player_node('{ "a" "b" } 0 t "" 1 "w" { 1 2 } t "" 1 "v"'), 2, 50,
         "the name of outcome 1 again, 'w'", "'\"v\"'"),
        (player_node('{ "a" "b" } 0 t "" 1 "w" { 1 2 } t "" 1 { 1 3 }'), 2, 50,
         "the payoffs of outcome 1 again, '1, 2'", "'1, 3'"),
        (HEAD + 't "" 0 t "" 0', 2, 8, COMPLETE, "'t'"),
        (HEAD + 't "" 0 }', 2, 8, COMPLETE, "'}'"),
        (HEAD + 't "" 0 "', 2, 8, CLOSED, END),
        (HEAD + 't "one\ntwo 0 \\"', 2, 3, CLOSED, END),
        (HEAD + 't "\0" 0', 2, 4, "text", "a NUL character"),
    ],
)  # fmt: skip
def test_an_error_tells_where_and_what(text, line, column, expected, found):
    with pytest.raises(EfgError) as caught:
        read_efg(text)
    message = (
        f"line {line}, column {column}: expected {expected}, found {found}"
    )
    assert str(caught.value) == message
    assert (caught.value.line, caught.value.column) == (line, column)


MANY = 200_000
HOSTILE = {
    "players": 'EFG 2 R "" {' + ' ""' * MANY + ' } t "" 0',
    "braces": HEAD + "{" * MANY,
    "nodes": HEAD + 'p "" 1 1 { "a" "b" } 0 ' + 'p "" 1 1 0 ' * MANY,
    "backslashes": HEAD + 't "' + "\\" * MANY,
    "quotes": HEAD + '"' * (MANY + 1),
    "blanks": HEAD + " " * MANY,
    "actions": player_node("{" + ' ""' * MANY),
    "references": player_node("{" + ' ""' * MANY + " } 0") + ' p "" 1 1 0' * MANY,
    "denominators": HEAD
    + 'c "" 1 {'
    + "".join(f' "" 1/{10**99 + i}' for i in range(MANY // 10))
    + "}",
    "one long word": HEAD + "t" * MANY,
    "one long number": HEAD + 't "" 1 { ' + "9" * MANY,
}  # fmt: skip


@pytest.mark.parametrize("kind", HOSTILE)
def test_a_hostile_text_is_refused_soon(kind):
    with pytest.raises(EfgError) as caught:
        read_efg(HOSTILE[kind])
    assert len(str(caught.value)) < 200


def test_a_tree_may_be_too_large_to_read():
    with pytest.raises(
        EfgError, match=r"^line 7, column 1: .* most 6 nodes .* found more$"
    ):
        read_efg(POKER, max_nodes=6)
    assert len(read_efg(POKER, max_nodes=11).nodes) == 11


def read(text):
    """The game, or the error that says why there is none."""
    try:
        return read_efg(text)
    except EfgError as error:
        return error


@st.composite
def mutations(draw):
    """Real files, and one of our own, somewhat damaged."""
    texts = [POKER, *(path.read_text() for path in REAL_FILES)]
    text = draw(st.sampled_from(texts))
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(text)))
        end = start + draw(st.sampled_from([0, 0, 1, 1, 2, 9]))
        new = draw(
            st.sampled_from(
                ["", " ", "\r\n", '""', "1e9", *'"{}\\01-/.e,pct\0']
            )
            | st.text(max_size=3)
        )
        text = text[:start] + new + text[end:]
    if draw(st.integers(0, 9)) == 0:
        text = text[: draw(st.integers(0, len(text)))]
    return text + "\n"  # so that it is no path


@settings(deadline=2_000, max_examples=400)
@given(mutations())
def test_a_damaged_file_is_read_or_refused(text):
    result = read(text)
    if isinstance(result, EfgError):
        assert re.match(
            r"line \d+, column \d+: expected .+, found ", str(result)
        )
    else:
        assert_same(read_efg(write_efg(result)), result)


@settings(deadline=2_000, max_examples=300)
@given(
    st.text()
    | st.text('EFG2R"{} \npct01/.e-\\').map("EFG 2 R ".__add__)
    | st.text('"{} \npct01/.e-\\').map(HEAD.__add__)
)
def test_any_text_is_read_or_refused(text):
    result = read(text + "\n")
    assert isinstance(result, EfgGame) or result.line > 0 < result.column
