"""Is search safe? From the definition: what the leader gets, by the game's rules alone.

A leader has a blueprint, and in some subgames plays otherwise: by search. That is safe if the
leader gets no less than with the blueprint, when the follower plays a best response.

Source: C. K. Ling and N. Brown, "Safe search for Stackelberg equilibria in extensive-form games",
*AAAI Conference on Artificial Intelligence* (2021).
"""

from mastering_games.checks.commitment import leader_value
from mastering_games.game import CHANCE, has_information_sets


def safety(game, leader, blueprint, strategy, tolerance=1e-7) -> tuple:
    """What the leader gets with the blueprint, and with the strategy: a pair.

    Both are mappings {information set: {action: probability}}, as for ``leader_value``, which finds
    the two numbers: the follower plays a best response to each, and of actions that are equally
    good, up to ``tolerance``, the best one for the leader.

    >>> from mastering_games.games.exit_games import ExitBeforeChance
    >>> game = ExitBeforeChance()
    >>> blueprint = game.get_blueprint()
    >>> left = blueprint | {"leader: left": {"grab": 1}}
    >>> safety(game, "leader", blueprint, left, tolerance=0)
    (Fraction(1, 1), Fraction(3, 2))

    To grab on the right as well drives the follower away.

    >>> both = left | {"leader: right": {"grab": 1}}
    >>> safety(game, "leader", blueprint, both, tolerance=0)
    (Fraction(1, 1), 0)
    """
    return (
        _value(game, leader, blueprint, "blueprint", tolerance),
        _value(game, leader, strategy, "strategy", tolerance),
    )


def _value(game, leader, behaviour, name, tolerance):
    try:
        return leader_value(game, leader, behaviour, tolerance)[0]
    except ValueError as error:
        raise ValueError(f"the {name} does not fit: {error}") from error


def is_safe(game, leader, blueprint, strategy, tolerance=1e-7) -> bool:
    """Whether the leader gets no less with the strategy than with the blueprint.

    The tolerance counts twice. The leader may lose that much, and the follower's actions are
    equally good if they differ by no more (see ``safety``): so a strategy passes which misses by a
    rounding error what makes the follower stay. With exact probabilities (``Fraction``) and payoffs
    the tolerance may be 0, and then the decision is exact.

    >>> from mastering_games.games.exit_games import ExitBeforeChance
    >>> game = ExitBeforeChance()
    >>> blueprint = game.get_blueprint()
    >>> left = blueprint | {"leader: left": {"grab": 1}}
    >>> is_safe(game, "leader", blueprint, left, tolerance=0)
    True
    >>> both = left | {"leader: right": {"grab": 1}}
    >>> is_safe(game, "leader", blueprint, both, tolerance=0)
    False
    """
    before, after = safety(game, leader, blueprint, strategy, tolerance)
    return after >= before - tolerance


def changes_outside(
    game, leader, blueprint, strategy, subgame_of, tolerance=1e-7
) -> list:
    """The leader's information sets outside of every subgame where the strategy is not the blueprint.

    These are what search must not touch. The list is empty if the strategy is the blueprint with
    other behaviour in subgames only.

    ``subgame_of`` takes a state, and returns a label where a subgame begins, else None. All that
    follows is in the subgame. An information set counts as outside if one of its histories is. It
    does not count if the leader, by the blueprint, never lets play come there (with no more than
    ``tolerance``): nobody meets what is planned there. Probabilities differ if they do so by more
    than ``tolerance``; an action that is not named has probability 0.

    In a game that does not say what its players know, an information set is the tuple of all
    actions so far.

    >>> from mastering_games.games.exit_games import ExitBeforeChance
    >>> game = ExitBeforeChance()
    >>> blueprint = game.get_blueprint()
    >>> strategy = blueprint | {"leader: left": {"grab": 1}}
    >>> changes_outside(
    ...     game, "leader", blueprint, strategy, game.get_subgame
    ... )
    []

    If there is no subgame, then nothing may change.

    >>> changes_outside(game, "leader", blueprint, strategy, lambda state: None)
    ['leader: left']
    """
    if leader not in game.get_players():
        raise ValueError(
            f"the leader is {leader!r}, and the players are {list(game.get_players())!r}: name one "
            "of them"
        )
    asks = has_information_sets(game)
    changed = {}  # the information sets met: whether the strategy differs there
    waiting = [(game.get_initial_state(), (), 1)]
    while waiting:
        state, history, own = waiting.pop()
        if game.is_terminal(state) or subgame_of(state) is not None:
            continue
        actions = list(game.get_actions(state))
        likely = dict.fromkeys(actions, 1)
        mover = game.get_player_turn(state)
        if mover == CHANCE:
            actions = [a for a in actions if game.get_probability(state, a)]
        elif mover == leader:
            label = game.get_information_set(state) if asks else history
            if label not in changed:
                changed[label] = _differ(blueprint, strategy, label, tolerance)
            likely = blueprint[label]
        for action in reversed(actions):
            odds = own * likely.get(action, 0)
            if odds > tolerance:
                past = () if asks else (*history, action)
                waiting.append((game.get_transition(state, action), past, odds))
    return [label for label, is_changed in changed.items() if is_changed]


def _differ(blueprint, strategy, label, tolerance):
    """Whether the probabilities in an information set are not the same."""
    for name, behaviour in ("blueprint", blueprint), ("strategy", strategy):
        if label not in behaviour:
            raise ValueError(
                f"the {name} says nothing about {label!r}: give the probabilities of the actions there"
            )
    old, new = blueprint[label], strategy[label]
    return not all(
        abs(new.get(action, 0) - old.get(action, 0)) <= tolerance
        for action in {*old, *new}
    )
