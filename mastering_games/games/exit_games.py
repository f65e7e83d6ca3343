"""Exit games: does the follower stay for what the leader will do next?

Source: C. K. Ling and N. Brown, "Safe search for Stackelberg equilibria in
extensive-form games", *AAAI Conference on Artificial Intelligence* (2021),
figures 1 and 2. The figures tell what the subgames are worth; the choices
within them are ours.
"""

from abc import abstractmethod
from fractions import Fraction

from mastering_games.game import CHANCE, ExtensiveFormGame

HARVEST = {
    ("work", "share"): (0, 3),
    ("work", "grab"): (2, -1),
    ("strike", "share"): (0, -2),
    ("strike", "grab"): (0, -2),
}
"""The follower works or strikes, the leader shares the harvest or grabs it."""

MEETING = {
    ("here", "here"): (1, 1),
    ("here", "there"): (-1, -1),
    ("there", "here"): (-1, -1),
    ("there", "there"): (1, 1),
}
"""Both gain if they meet, and both lose if they do not."""


class ExitGame(ExtensiveFormGame):
    """The follower exits, or stays and comes to a subgame with the leader.

    Chance picks "left" or "right" evenly, and the follower chooses "exit" or
    "stay"; ``order`` says who is first. After "stay" both make one more choice
    at once: the leader knows the subgame, but not what the follower does.

    A state is the history. A subgame is a table of what the follower's and the
    leader's choices pay, the leader's payoff first.
    """

    sides = ["left", "right"]

    @property
    @abstractmethod
    def order(self):
        """Who makes the first move, and who the second."""

    @property
    @abstractmethod
    def exits(self):
        """What the histories pay that end with "exit"."""

    @property
    @abstractmethod
    def subgames(self):
        """For each side, the name of its subgame, and its table."""

    def get_players(self):
        return ["leader", "follower"]

    def get_initial_state(self):
        return ()

    def get_player_turn(self, state):
        if len(state) < 2:
            return self.order[len(state)]
        return "follower" if len(state) == 2 else "leader"

    def get_actions(self, state):
        if self.is_terminal(state):
            return []
        if len(state) < 2:
            chance = self.get_player_turn(state) == CHANCE
            return list(self.sides) if chance else ["exit", "stay"]
        pairs = self.get_table(state)
        return list(dict.fromkeys(pair[len(state) - 2] for pair in pairs))

    def get_probability(self, state, action):
        if self.is_terminal(state) or self.get_player_turn(state) != CHANCE:
            raise ValueError(
                f"nothing is drawn in {state!r}: ask where chance moves"
            )
        if action not in self.sides:
            raise self.illegal_action(state, action)
        return Fraction(1, 2)

    def get_transition(self, state, action):
        if action not in self.get_actions(state):
            raise self.illegal_action(state, action)
        return (*state, action)

    def is_terminal(self, state):
        return "exit" in state or len(state) == 4

    def get_reward(self, state):
        if not self.is_terminal(state):
            return (0, 0)
        if "exit" in state:
            return self.exits[state]
        return self.get_table(state)[state[2:]]

    def get_table(self, state):
        """The table of the subgame that a state is in."""
        return self.subgames[state[self.order.index(CHANCE)]][1]

    def get_subgame(self, state):
        """The name of the subgame that begins in a state; None if none does."""
        if len(state) != 2 or "exit" in state:
            return None
        return self.subgames[state[self.order.index(CHANCE)]][0]

    def get_blueprint(self):
        """A strategy for the leader to improve: to be even in each subgame."""
        return {
            f"leader: {name}": {own: Fraction(1, 2) for _, own in table}
            for name, table in self.subgames.values()
        }

    def get_information_set(self, state):
        if self.is_terminal(state) or self.get_player_turn(state) == CHANCE:
            raise ValueError(
                f"no player moves in {state!r}: ask where one does"
            )
        before = state[0] if state else "start"
        place = self.get_subgame(state[:2]) or before
        return f"{self.get_player_turn(state)}: {place}"

    def to_string(self, state):
        return ", ".join(state) or "start"

    def get_outcome(self, state):
        return "exit" if "exit" in state else "{}, {}".format(*state[2:])


class ExitAfterChance(ExitGame):
    """The follower sees where chance goes, and exits or stays.

    On the left, exit pays nothing, and to stay leads to subgame A, a harvest.
    On the right, exit pays the leader 2, and to stay leads to B, a meeting. If
    the leader is even in both, A pays (1, 1) and B (0, 0), the leader's payoff
    first; the follower stays on the left and exits on the right, and the
    leader gets 3/2. Either subgame by itself is better played otherwise: A for
    (2, -1), B for (1, 1). But then the follower exits on the left, stays on
    the right, and the leader gets 1/2. The most is 7/4: share with probability
    1/4, and be even in B.
    """

    order = [CHANCE, "follower"]
    exits = {("left", "exit"): (0, 0), ("right", "exit"): (2, 0)}
    subgames = {"left": ("A", HARVEST), "right": ("B", MEETING)}


class ExitBeforeChance(ExitGame):
    """The follower exits for nothing, or stays, and chance picks a subgame.

    Both subgames are the same harvest. If the leader is even in both, they pay
    (1, 1), the leader's payoff first, and the follower stays. A leader who
    grabs in one of them gets 3/2 on average, and the follower still stays. A
    leader who grabs in both gets nothing: the follower exits. The most is 3/2.
    """

    order = ["follower", CHANCE]
    exits = {("exit",): (0, 0)}
    subgames = {"left": ("left", HARVEST), "right": ("right", HARVEST)}
