"""What is a commitment worth? From the definition: the game's rules, and what players know.

Nothing here knows of sequences or of any solver.
"""

from mastering_games.game import CHANCE, checked_reward, has_information_sets


def leader_value(game, leader, strategy, tolerance=1e-7) -> tuple:
    """What the leader and the follower get if the leader commits to a strategy: a pair.

    The follower knows the strategy and plays a best response. Actions are equally good for the
    follower if their values, weighted with how likely chance and the leader let play come there,
    differ by no more than ``tolerance``; of these the follower takes the best one for the leader.
    With exact probabilities (``Fraction``) and payoffs the answer is exact, and the tolerance may
    be 0.

    The strategy is a mapping {information set: {action: probability}}. In a game that does not say
    what its players know they see all, and an information set is the tuple of all actions so far.

    >>> from fractions import Fraction
    >>> from mastering_games.games.matrix_game import MatrixGame
    >>> table = [[(2, 1), (4, 0)], [(1, 0), (3, 1)]]
    >>> game = MatrixGame(table, rows="TB", columns="LR")
    >>> half = Fraction(1, 2)
    >>> leader_value(game, "Ann", {"Ann: to choose": {"T": half, "B": half}}, 0)
    (Fraction(7, 2), Fraction(1, 2))
    """
    players = list(game.get_players())
    if len(players) != 2 or leader not in players:
        raise ValueError(
            f"the leader is {leader!r}, and the players are {players!r}: a leader is one of two"
        )
    leads = players.index(leader)
    asks = has_information_sets(game)
    histories = {}  # the information sets of the follower: (state, history, weight) triples
    choices = {}

    def label_of(state, history):
        return game.get_information_set(state) if asks else history

    def odds(state, history):
        """How likely the actions of chance or the leader are."""
        actions = list(game.get_actions(state))
        if game.get_player_turn(state) == CHANCE:
            return {a: game.get_probability(state, a) for a in actions}
        label = label_of(state, history)
        if label not in strategy:
            raise ValueError(f"the strategy says nothing about {label!r}")
        given = strategy[label]
        if set(given) - set(actions):
            raise ValueError(
                f"{label!r} has the actions {actions!r}, not {list(given)!r}"
            )
        if (
            not abs(sum(given.values()) - 1) <= 1e-6
            or min(given.values()) < -1e-9
        ):
            raise ValueError(
                f"the probabilities at {label!r} are {given!r}: they must sum to 1"
            )
        return given

    def is_followers(state):
        return game.get_player_turn(state) not in (CHANCE, leader)

    def gather():
        waiting = [(game.get_initial_state(), (), 1)]
        while waiting:
            state, history, weight = waiting.pop()
            if game.is_terminal(state):
                continue
            if is_followers(state):
                found = histories.setdefault(label_of(state, history), [])
                found.append((state, history, weight))
                likely = dict.fromkeys(game.get_actions(state), 1)
            else:
                likely = odds(state, history)
            waiting += [
                (
                    game.get_transition(state, action),
                    (*history, action),
                    weight * p,
                )
                for action, p in likely.items()
                if p
            ]

    def payoffs(state, history):
        """What the leader and the follower get from a history on."""
        reward = checked_reward(game, state, players)
        total = reward[leads], reward[1 - leads]
        if game.is_terminal(state):
            return total
        if is_followers(state):
            action = choice(label_of(state, history))
            likely = {action: 1}
        else:
            likely = odds(state, history)
        after = [
            (p, payoffs(game.get_transition(state, action), (*history, action)))
            for action, p in likely.items()
            if p
        ]
        return tuple(
            total[i] + sum(p * pays[i] for p, pays in after) for i in (0, 1)
        )

    def choice(label):
        """The follower's action: decided once, for all histories that look alike."""
        if label not in choices:
            actions = game.get_actions(histories[label][0][0])
            worth = {}
            for action in actions:
                after = [
                    (
                        weight,
                        payoffs(
                            game.get_transition(state, action),
                            (*history, action),
                        ),
                    )
                    for state, history, weight in histories[label]
                ]
                worth[action] = [
                    sum(w * pays[i] for w, pays in after) for i in (0, 1)
                ]
            most = max(follower for _, follower in worth.values())
            good = [a for a in actions if worth[a][1] >= most - tolerance]
            choices[label] = max(good, key=lambda action: worth[action][0])
        return choices[label]

    gather()
    return payoffs(game.get_initial_state(), ())
