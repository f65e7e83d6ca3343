"""How large a game is, and of what kind: one walk over its states."""

from dataclasses import dataclass, field

from mastering_games.game import CHANCE, checked_reward, has_information_sets


@dataclass
class Survey:
    """What a walk over all states of a game tells.

    Attributes:
        states: how many states there are.
        ends: how many of them are terminal.
        chance: whether chance moves somewhere.
        histories: how many histories; None where play can go on for ever.
        longest: how many moves the longest play has; None likewise.
        sums: the least and the most that the payoffs of a play sum to; None
            likewise.
        information_sets: for each player the actions, by information set.
        hidden: whether there are two states that a player cannot tell apart.
    """

    states: int = 0
    ends: int = 0
    chance: bool = False
    histories: int | None = None
    longest: int | None = None
    sums: tuple | None = None
    information_sets: dict = field(default_factory=dict)
    hidden: bool = False


def survey(game, limit) -> Survey:
    """Walk the game; ValueError where it has more than limit states."""
    found = Survey()
    players = list(game.get_players())
    found.information_sets = {player: {} for player in players}
    children, rewards = {}, {}
    members = {}  # a state of each information set
    waiting = [game.get_initial_state()]
    known = set(waiting)
    for state in waiting:  # grows as it goes
        rewards[state] = sum(checked_reward(game, state, players))
        children[state] = []
        if game.is_terminal(state):
            found.ends += 1
            continue
        mover = game.get_player_turn(state)
        actions = list(game.get_actions(state))
        if not actions:
            raise ValueError(f"no actions in {state!r}, but it is not terminal")
        if mover == CHANCE:
            found.chance = True
        elif mover in players:
            label = game.get_information_set(state)
            found.information_sets[mover][label] = actions
            if members.setdefault((mover, label), state) != state:
                found.hidden = True
        else:
            raise ValueError(
                f"{mover!r} moves in {state!r}, but the players are {players!r}"
            )
        for action in actions:
            after = game.get_transition(state, action)
            children[state].append(after)
            if after not in known:
                known.add(after)
                waiting.append(after)
        if len(known) > limit:
            raise too_large(limit)
    found.states = len(waiting)
    add_plays(found, waiting[0], children, rewards)
    return found


def too_large(limit):
    return ValueError(
        f"more than {limit} states: take a smaller game, or raise max_states"
    )


def add_plays(found, start, children, rewards):
    """What only whole plays tell, from the ends to the start."""
    parents = {state: [] for state in children}
    missing = {}  # how many children's answers are not known yet
    for state, after in children.items():
        missing[state] = len(after)
        for child in after:
            parents[child].append(state)
    finished = [state for state in children if not missing[state]]
    plays = {}  # state: histories, longest play, least and highest sum
    for state in finished:  # grows as it goes
        below = [plays[child] for child in children[state]]
        histories, longest, least, most = zip(*below) if below else [(0,)] * 4
        reward = rewards[state]
        plays[state] = (
            1 + sum(histories),
            max(longest) + bool(below),
            min(least) + reward,
            max(most) + reward,
        )
        for parent in parents[state]:
            missing[parent] -= 1
            if not missing[parent]:
                finished.append(parent)
    if start in plays:  # otherwise play can return somewhere
        found.histories, found.longest, *sums = plays[start]
        found.sums = tuple(sums)


def hides_information(game, limit=100_000) -> bool:
    """Whether a player cannot tell two states apart.

    Where a game says what players know, and limit states do not show it, we
    take its word.
    """
    if not has_information_sets(game) or getattr(game, "is_visible", False):
        return False
    members = {}
    waiting = [game.get_initial_state()]
    known = set(waiting)
    for state in waiting:
        if game.is_terminal(state):
            continue
        mover = game.get_player_turn(state)
        if mover != CHANCE:
            label = (mover, game.get_information_set(state))
            if members.setdefault(label, state) != state:
                return True
        for action in game.get_actions(state):
            after = game.get_transition(state, action)
            if after not in known:
                known.add(after)
                waiting.append(after)
        if len(known) > limit:
            return True
    return False
