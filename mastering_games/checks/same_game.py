"""Are two games the same? For a student who writes down a game that somebody else described."""

from collections.abc import Sequence


def differences(game, model, max_states=10_000) -> list[str]:
    """Where a game is not the one that a model describes; empty if it is.

    Both games are played move by move, side by side: by the same actions they must come to the same
    mover, the same actions again, and the same rewards. States may be written in any way, and actions
    listed in any order. Tells each kind of difference once, by the shortest play that shows it, and how
    many more show it; never what would be right. At most ``max_states`` pairs of states are compared
    (ValueError where there are more).

    >>> from mastering_games.games.sharing_game import SharingGame
    >>> differences(SharingGame(2), SharingGame(2))
    []
    >>> for difference in differences(SharingGame(2), SharingGame(3)):
    ...     print(difference)
    at the start: other actions
    """
    if list(game.get_players()) != list(model.get_players()):
        return ["the players are not the same, or in another order"]
    found = {}
    start = (game.get_initial_state(), model.get_initial_state())
    plays = {start: ()}
    waiting = [start]
    for mine, theirs in waiting:
        play = plays[mine, theirs]
        for kind in _compare(game, mine, model, theirs):
            found.setdefault(kind, []).append(play)
        actions = set(game.get_actions(mine)) & set(model.get_actions(theirs))
        for action in (a for a in model.get_actions(theirs) if a in actions):
            pair = (
                game.get_transition(mine, action),
                model.get_transition(theirs, action),
            )
            if pair not in plays:
                plays[pair] = (*play, action)
                waiting.append(pair)
        if len(plays) > max_states:
            raise ValueError(
                f"more than {max_states} states: compare smaller games, or raise max_states"
            )
    return [
        f"{_words(plays[0])}: {kind}"
        + (f" (and so in {len(plays) - 1} more states)" if plays[1:] else "")
        for kind, plays in found.items()
    ]


def _compare(game, mine, model, theirs):
    """The kinds of differences between two states, as far as one looks at them alone."""
    if list(game.get_reward(mine)) != list(model.get_reward(theirs)):
        yield "other payoffs"
    if game.is_terminal(mine) and not model.is_terminal(theirs):
        yield "play has ended too early"
    elif model.is_terminal(theirs) and not game.is_terminal(mine):
        yield "play should have ended"
    elif not model.is_terminal(theirs):
        if game.get_player_turn(mine) != model.get_player_turn(theirs):
            yield "another mover"
        if set(game.get_actions(mine)) != set(model.get_actions(theirs)):
            yield "other actions"


def _words(play: Sequence) -> str:
    return "after " + ", ".join(map(str, play)) if play else "at the start"
