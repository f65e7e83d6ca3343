"""Random games of perfect information, for property tests."""

from hypothesis import strategies as st

from mastering_games.game import ExtensiveFormGame


class TreeGame(ExtensiveFormGame):
    """A game given as nested tuples (reward, mover's number, children).

    A state is the subtree that is left to play, so two equal subtrees are one state.
    """

    def __init__(self, tree, number_of_players):
        self.tree = tree
        self.players = [
            f"player {number}" for number in range(1, number_of_players + 1)
        ]

    def get_players(self):
        return self.players

    def get_initial_state(self):
        return self.tree

    def get_player_turn(self, state):
        return self.players[state[1]]

    def get_actions(self, state):
        return list(range(len(state[2])))

    def get_transition(self, state, action):
        if action not in self.get_actions(state):
            raise self.illegal_action(state, action)
        return state[2][action]

    def is_terminal(self, state):
        return not state[2]

    def get_reward(self, state):
        return state[0]


def tree_games(inner_rewards=True):
    """Small games of one to four players, with equal payoffs and equal subgames among them."""
    return st.integers(1, 4).flatmap(
        lambda players: _games_of(players, inner_rewards)
    )


def _games_of(players, inner_rewards):
    rewards = st.tuples(*[st.integers(-2, 2)] * players)
    ends = st.builds(lambda reward: (reward, None, ()), rewards)
    inner = rewards if inner_rewards else st.just((0,) * players)
    trees = st.recursive(
        ends,
        lambda children: st.tuples(
            inner,
            st.integers(0, players - 1),
            st.lists(children, min_size=1, max_size=3).map(tuple),
        ),
        max_leaves=20,
    )
    return st.builds(TreeGame, trees, st.just(players))
