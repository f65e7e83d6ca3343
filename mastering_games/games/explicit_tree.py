"""A game that is nothing but its tree, written down."""

from dataclasses import dataclass
from numbers import Real

from mastering_games.game import CHANCE, ExtensiveFormGame


@dataclass(frozen=True)
class Chance:
    """A node where chance moves: {outcome: (probability, what follows)}."""

    outcomes: dict


class ExplicitTree(ExtensiveFormGame):
    """A tree of dictionaries: {action: what follows}.

    What follows is another dictionary, a ``Chance``, or an end: a number, what
    MAX gets and MIN pays, or a tuple with a payoff for each player. The
    players move in turn, one a level (a chance move takes nobody's turn). A
    state is the tuple of the actions so far; ``names`` may give states a name.

    >>> game = ExplicitTree({"a1": {"b1": 3, "b2": 9}, "a2": {"b1": 2}})
    >>> game.get_reward(("a1", "b2"))
    (9, -9)
    """

    def __init__(self, tree, names=None, players=("MAX", "MIN")):
        self.players = list(players)
        self.names = names or {}
        self.nodes = {}
        self.movers = {}
        self._add((), tree, 0)

    def _add(self, state, tree, turn):
        self.nodes[state] = tree
        if isinstance(tree, Chance):
            children = {a: child for a, (_, child) in tree.outcomes.items()}
            self.movers[state] = CHANCE
            total = sum(p for p, _ in tree.outcomes.values())
            if abs(total - 1) > 1e-9 or any(
                not p >= 0 for p, _ in tree.outcomes.values()
            ):
                raise ValueError(
                    f"the probabilities at {state!r} must not be negative and "
                    f"sum to 1, not to {total}"
                )
        elif isinstance(tree, dict):
            children = tree
            self.movers[state] = self.players[turn % len(self.players)]
            turn += 1
        else:
            self._check_end(state, tree)
            return
        if not children:
            raise ValueError(f"no actions at {state!r}: give an end there")
        for action, child in children.items():
            self._add((*state, action), child, turn)

    def _check_end(self, state, end):
        if isinstance(end, Real):
            if len(self.players) != 2:
                raise ValueError(
                    f"{end!r} at {state!r}: a single number is for two "
                    f"players, and there are {len(self.players)}"
                )
        elif not isinstance(end, tuple) or len(end) != len(self.players):
            raise ValueError(
                f"{end!r} at {state!r} is no end: give a number or "
                f"{len(self.players)} payoffs"
            )

    def get_players(self):
        return self.players

    def get_initial_state(self):
        return ()

    def get_player_turn(self, state):
        return self.movers[state]

    def get_actions(self, state):
        tree = self.nodes[state]
        if isinstance(tree, Chance):
            return list(tree.outcomes)
        return list(tree) if isinstance(tree, dict) else []

    def get_transition(self, state, action):
        if action not in self.get_actions(state):
            raise self.illegal_action(state, action)
        return (*state, action)

    def is_terminal(self, state):
        return state not in self.movers

    def get_reward(self, state):
        if not self.is_terminal(state):
            return (0,) * len(self.players)
        end = self.nodes[state]
        return end if isinstance(end, tuple) else (end, -end)

    def get_probability(self, state, action):
        return self.nodes[state].outcomes[action][0]

    def to_string(self, state):
        return self.names.get(state, "")
