"""Is it a realization plan? From the game's rules, and what the player knows and did."""

from math import isfinite

from mastering_games.checks.perfect_recall import decisions


def realization_plan_errors(
    game, player, plan, tolerance=1e-9, max_histories=1_000_000
) -> list[str]:
    """What is wrong with a player's realization plan, in words; empty if nothing.

    ``plan`` maps sequences to weights. A sequence is a tuple of (information set, action) pairs: what
    the player has done so far, the empty tuple first. The empty sequence must weigh 1, every sequence
    of the game must have a weight that is not negative, and the actions of an information set must
    weigh as much together as the sequence that leads there.

    >>> from mastering_games.games.matrix_game import MatchingPennies
    >>> know = "Ann: to choose"
    >>> plan = {(): 1, ((know, "heads"),): 0.5, ((know, "tails"),): 0.25}
    >>> realization_plan_errors(MatchingPennies(), "Ann", plan)
    ["the actions of 'Ann: to choose' weigh 0.75, and what leads there 1"]
    """
    if player not in game.get_players():
        raise ValueError(f"{player!r} is none of {game.get_players()!r}")
    sequences, sets = {()}, {}
    for mover, label, actions, past in decisions(game, max_histories):
        if mover == player:
            sets[label, past] = actions
            sequences |= {(*past, (label, action)) for action in actions}
    errors = [f"no weight for {s!r}" for s in sequences if s not in plan]
    errors += [f"no such sequence: {s!r}" for s in plan if s not in sequences]
    errors += [
        f"the weight of {sequence!r} is {weight!r}"
        for sequence, weight in plan.items()
        if not isfinite(weight) or weight < -tolerance
    ]
    if errors:
        return errors
    if abs(plan[()] - 1) > tolerance:
        errors.append(f"the empty sequence weighs {plan[()]!r}, not 1")
    for (label, past), actions in sets.items():
        total = sum(plan[*past, (label, action)] for action in actions)
        if abs(total - plan[past]) > tolerance:
            errors.append(
                f"the actions of {label!r} weigh {total!r}, and what leads there {plan[past]!r}"
            )
    return errors
