"""Solving games in which the players see all."""

from mastering_games.cli.answer import Answer
from mastering_games.cli.output import (
    Progress,
    count,
    in_brackets,
    number_to_text,
    payoffs_to_text,
    to_words,
)
from mastering_games.cli.strategy_files import to_text
from mastering_games.game import CHANCE

OUTCOMES_SHOWN = 12


def solved(game, options, method=None) -> Answer:
    """By backward induction; if play can go on for ever, by retrograde analysis."""
    from mastering_games.perfect_information.expectiminimax import (
        Expectiminimax,
    )

    if method == "retrograde-analysis":
        return decided(game, options)
    start = game.get_initial_state()
    solver = Expectiminimax(game, max_states=options.limit)
    try:
        with Progress(f"solving {options.game}"):
            root = solver.expectiminimax(start)
    except ValueError as error:
        if method or "cycle" not in str(error):
            raise
        return decided(game, options)
    return answer(game, "backward induction", root)


def decided(game, options) -> Answer:
    from mastering_games.perfect_information.retrograde_analysis import (
        RetrogradeAnalysis,
    )

    solver = RetrogradeAnalysis(game, max_states=options.limit)
    with Progress(f"solving {options.game}"):
        root = solver.retrograde_analysis(game.get_initial_state())
    return answer(game, "retrograde analysis", root)


def answer(game, method, root):
    nodes = nodes_below(root)
    behaviour = {player: {} for player in game.get_players()}
    for node in nodes:
        if node.player in behaviour:
            known = game.get_information_set(node.state)
            behaviour[node.player][known] = {node.best_action: 1}
    steps, end = play(root)
    return Answer(
        game,
        f"{method}, {count(len(nodes), 'state')}",
        root.value,
        list(behaviour.values()),
        facts=[
            ("best", best(game, root)),
            ("play", in_words(game, steps, end)),
        ],
        more={
            "best_actions": list(map(to_text, root.best_actions)),
            "play": [[to_text(p), to_text(action)] for p, action in steps],
        },
        root=root,
    )


def nodes_below(root):
    waiting, seen = [root], {root.state}
    for node in waiting:  # grows as it goes
        for child in node.children.values():
            if child.state not in seen:
                seen.add(child.state)
                waiting.append(child)
    return waiting


def play(root):
    """Pairs (player, action) as far as the players alone decide; and the last
    node: an end, one where chance moves, or one that was passed already."""
    steps, node, seen = [], root, set()
    while node.children and node.player != CHANCE and node.state not in seen:
        seen.add(node.state)
        steps.append((node.player, node.best_action))
        node = node.children[node.best_action]
    return steps, node


def in_words(game, steps, end):
    words = [f"{player} {in_brackets(action)}" for player, action in steps]
    if end.player == CHANCE:
        words.append("chance moves")
    elif end.children:
        words.append("and so on for ever")
    else:
        payoffs = payoffs_to_text(game.get_players(), end.value)
        outcome = game.get_outcome(end.state)
        words.append(f"{outcome} ({payoffs})" if outcome else payoffs)
    return "; ".join(words)


def best(game, root):
    """All best actions at the start; where chance begins, after each outcome."""
    if not root.children:
        return "play has ended at the start"
    if root.player != CHANCE:
        return f"{root.player} {alternatives(root)}"
    parts = []
    for outcome, child in list(root.children.items())[:OUTCOMES_SHOWN]:
        p = number_to_text(game.get_probability(root.state, outcome))
        then = alternatives(child)
        if child.children and child.player != CHANCE:
            then = f"{child.player} {then}"
        parts.append(f"after {to_words(outcome)} ({p}) {then}")
    more = len(root.children) - len(parts)
    return "; ".join(parts + ([f"+ {more} more"] if more else []))


def alternatives(node):
    if not node.children:
        return "play has ended"
    if node.player == CHANCE:
        return "chance moves"
    return " or ".join(in_brackets(a) for a in node.best_actions)
