"""Is it a realization plan? From the game's rules, and what the player knows and did."""

from math import isfinite

from mastering_games.game import CHANCE


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
    waiting = [(game.get_initial_state(), ())]
    histories = 0
    while waiting:
        state, own = waiting.pop()
        histories += 1
        if histories > max_histories:
            raise ValueError(
                f"more than {max_histories} histories: check a smaller game, or raise max_histories"
            )
        if game.is_terminal(state):
            continue
        mine = game.get_player_turn(state) == player != CHANCE
        label = game.get_information_set(state) if mine else None
        actions = list(game.get_actions(state))
        if mine:
            sets[label, own] = actions
        for action in actions:
            after = (*own, (label, action)) if mine else own
            sequences.add(after)
            waiting.append((game.get_transition(state, action), after))
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
    for (label, own), actions in sets.items():
        total = sum(plan[*own, (label, action)] for action in actions)
        if abs(total - plan[own]) > tolerance:
            errors.append(
                f"the actions of {label!r} weigh {total!r}, and what leads there {plan[own]!r}"
            )
    return errors
