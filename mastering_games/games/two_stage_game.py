"""Two-stage games: a table of payoffs, and then one of several others.

Source: C. K. Ling and N. Brown, "Safe search for Stackelberg equilibria in
extensive-form games", *AAAI Conference on Artificial Intelligence* (2021).
"""

from random import Random

from mastering_games.game import CHANCE, ExtensiveFormGame


class TwoStageGame(ExtensiveFormGame):
    """Leader and follower choose at once, and then once more, in a new table.

    In the first stage both have ``actions`` actions, and then see what was
    done. Chance picks one of ``tables`` tables for the second stage, in which
    both have ``second_actions`` actions; all see which. Each gets the sum of
    what the two stages pay, at the end. (The paper writes n, M and m.)

    After the leader's action a, table j has the probability
    kappa * shift[j][a] + (1 - kappa) / tables: with ``kappa`` from 0 to 1 the
    leader has more influence. Each column of shift sums to 1. All payoffs, and
    the weights in shift before each column is divided by its sum, are drawn
    uniformly from 0 to 1. (The paper tells that the payoffs are general-sum,
    not how they are drawn; this is how we read it.) Another kappa changes the
    odds alone, and the same ``seed`` gives the same game everywhere.

    A state is the history: the leader's action, the follower's, the table, the
    leader's second action, the follower's. All are counted from 0.

    Attributes:
        first: the payoffs of the first stage: first[a][b] is a pair, the
            leader's payoff first.
        second: the payoffs of the second stage, by table.
        shift: see above.
    """

    def __init__(self, actions=2, tables=2, second_actions=2, kappa=0, seed=0):
        for name, number in [
            ("actions", actions),
            ("tables", tables),
            ("second_actions", second_actions),
        ]:
            if not isinstance(number, int) or number < 1:
                raise ValueError(
                    f"{name} is {number!r}: give a whole number from 1"
                )
        if not isinstance(kappa, int | float) or not 0 <= kappa <= 1:
            raise ValueError(f"kappa is {kappa!r}: give a number from 0 to 1")
        if not isinstance(seed, int):
            raise ValueError(f"seed is {seed!r}: give a whole number")
        self.sizes = [actions, actions, tables, second_actions, second_actions]
        self.kappa = kappa
        draw = Random(seed).random
        self.first = draw_table(draw, actions)
        self.second = [draw_table(draw, second_actions) for _ in range(tables)]
        weights = [[draw() for _ in range(actions)] for _ in range(tables)]
        totals = [sum(column) for column in zip(*weights)]
        self.shift = [[x / y for x, y in zip(row, totals)] for row in weights]

    def get_players(self):
        return ["leader", "follower"]

    def get_initial_state(self):
        return ()

    def get_player_turn(self, state):
        if len(state) == 2:
            return CHANCE
        return "leader" if len(state) in (0, 3) else "follower"

    def get_actions(self, state):
        if self.is_terminal(state):
            return []
        return list(range(self.sizes[len(state)]))

    def get_probability(self, state, action):
        if len(state) != 2:
            raise ValueError(
                f"no table is picked in {state!r}: ask where chance moves"
            )
        actions = self.get_actions(state)
        if action not in actions:
            raise self.illegal_action(state, action)
        shift = self.shift[actions.index(action)][state[0]]
        return self.kappa * shift + (1 - self.kappa) / len(actions)

    def get_transition(self, state, action):
        actions = self.get_actions(state)
        if action not in actions:
            raise self.illegal_action(state, action)
        return (*state, actions[actions.index(action)])

    def is_terminal(self, state):
        return len(state) == 5

    def get_reward(self, state):
        if not self.is_terminal(state):
            return (0, 0)
        a, b, table, c, d = state
        both = zip(self.first[a][b], self.second[table][c][d])
        return tuple(now + then for now, then in both)

    def get_subgame(self, state):
        """The state where a subgame begins, which names it; None elsewhere.

        A subgame is what comes after a pair of first actions and a table.
        """
        return state if len(state) == 3 else None

    def get_information_set(self, state):
        if self.is_terminal(state) or len(state) == 2:
            raise ValueError(
                f"no player moves in {state!r}: ask where one does"
            )
        known = state[:3] if len(state) > 2 else ()
        return f"{self.get_player_turn(state)}: {self.to_string(known)}"

    def to_string(self, state):
        a, b, table, c, d = [*map(str, state), *"?????"][:5]
        second = f", {c}-{d} in table {table}" if len(state) > 2 else ""
        return f"{a}-{b}{second}"


def draw_table(draw, actions):
    """A pair of random numbers for each pair of actions."""
    return [[(draw(), draw()) for _ in range(actions)] for _ in range(actions)]
