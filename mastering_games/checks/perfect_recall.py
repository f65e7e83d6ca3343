"""Do the players remember? Perfect recall, from its definition, for any number of players."""

from mastering_games.game import CHANCE


def forgetful_information_sets(game, max_histories=1_000_000) -> list[str]:
    """The information sets in which a player has forgotten something, with what; empty if none.

    A player has perfect recall if all histories in an information set tell the same of the player's
    own past: the same information sets, with the same actions, in the same order.

    >>> from mastering_games.games.absent_minded_driver import AbsentMindedDriver
    >>> (told,) = forgetful_information_sets(AbsentMindedDriver())
    >>> print(told[:69])
    in 'driver: at an exit' the driver may have done nothing yet, or have
    """
    pasts = {}  # (player, information set): the different own pasts
    for mover, label, _, past in decisions(game, max_histories):
        met = pasts.setdefault((mover, label), [])
        if past not in met:
            met.append(past)
    return [
        f"in {label!r} the {player} may have {_words(different[0])}, or have {_words(different[1])}"
        for (player, label), different in pasts.items()
        if len(different) > 1
    ]


def _words(past):
    if not past:
        return "done nothing yet"
    return "done " + ", then ".join(
        f"{action!r} in {label!r}" for label, action in past
    )


def decisions(game, max_histories):
    """For each history in which a player moves: the player, the information set, the actions, and the
    player's own past, as (information set, action) pairs. ValueError beyond max_histories."""
    waiting = [(game.get_initial_state(), {})]
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
        mover = game.get_player_turn(state)
        actions = list(game.get_actions(state))
        past = own.get(mover, ())
        if mover != CHANCE:
            label = game.get_information_set(state)
            yield mover, label, actions, past
        for action in reversed(actions):
            longer = own
            if mover != CHANCE:
                longer = own | {mover: (*past, (label, action))}
            waiting.append((game.get_transition(state, action), longer))
