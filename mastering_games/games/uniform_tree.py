"""An abstract game: a tree of one shape, with payoffs drawn at random.

Source: D. Knuth and R. Moore, "An analysis of alpha-beta pruning",
*Artificial Intelligence* 6 (1975).
"""

import random
from itertools import chain
from operator import itemgetter

from mastering_games.game import ExtensiveFormGame

MAX_LEAVES = 2_000_000
ORDERS = ("random", "best", "worst")


class UniformTree(ExtensiveFormGame):
    """MAX and MIN take turns, depth times in all, to pick one of the actions.

    MAX gets, and MIN loses, a whole number from lowest to highest, which the
    seed draws for each play. With the order "best", the actions stand in order
    of their value to the mover, the best first; with "worst" the best stands
    last; with "random" they stand as drawn.

    A state is the tuple of the actions so far. An action is a number, counted
    from 0.
    """

    def __init__(
        self,
        branching=2,
        depth=4,
        seed=0,
        order="random",
        lowest=-10,
        highest=10,
    ):
        for name, number, least in (
            ("branching", branching, 1),
            ("depth", depth, 0),
            ("seed", seed, 0),
            ("lowest", lowest, lowest),
            ("highest", highest, lowest),
        ):
            if not isinstance(number, int) or number < least:
                raise ValueError(
                    f"{name} is {number!r}: give a whole number"
                    + (f" from {least}" if name != "lowest" else "")
                )
        if order not in ORDERS:
            raise ValueError(f"order is {order!r}: give one of {ORDERS}")
        too_deep = branching > 1 and depth >= MAX_LEAVES.bit_length()
        if too_deep or branching**depth > MAX_LEAVES:
            raise ValueError(
                f"branching {branching} and depth {depth} make more than "
                f"{MAX_LEAVES} leaves: give a smaller one"
            )
        self.branching, self.depth = branching, depth
        self.actions = tuple(range(branching))
        draw = random.Random(seed).random
        width = highest - lowest + 1
        self.payoffs = [
            lowest + int(draw() * width) for _ in range(branching**depth)
        ]
        if order != "random":
            self.sort_actions(best_first=order == "best")

    def sort_actions(self, best_first):
        """Swap subtrees, from the leaves up, by their minimax values."""
        trees = [(payoff, [payoff]) for payoff in self.payoffs]
        for depth in reversed(range(self.depth)):
            falling = best_first == (depth % 2 == 0)  # MAX moves at even depth
            parents = []
            for start in range(0, len(trees), self.branching):
                children = trees[start : start + self.branching]
                children.sort(key=itemgetter(0), reverse=falling)
                value = children[0 if best_first else -1][0]
                payoffs = chain.from_iterable(map(itemgetter(1), children))
                parents.append((value, list(payoffs)))
            trees = parents
        self.payoffs = trees[0][1]

    def get_players(self):
        return ["MAX", "MIN"]

    def get_initial_state(self):
        return ()

    def get_player_turn(self, state):
        return "MIN" if len(state) % 2 else "MAX"

    def get_actions(self, state):
        return () if len(state) == self.depth else self.actions

    def get_transition(self, state, action):
        if type(action) is not int or action not in self.get_actions(state):
            raise self.illegal_action(state, action)
        return (*state, action)

    def is_terminal(self, state):
        return len(state) == self.depth

    def get_reward(self, state):
        if len(state) < self.depth:
            return (0, 0)
        leaf = 0
        for action in state:
            leaf = leaf * self.branching + action
        return (self.payoffs[leaf], -self.payoffs[leaf])

    def to_string(self, state):
        return " ".join(map(str, state)) or "start"
