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


def zero_sum_games(alternating=False, lowest=-2, highest=2):
    """Small games of two players that pay at their ends only, zero-sum."""
    ends = st.integers(lowest, highest).map(lambda pays: ((pays, -pays), 0, ()))
    trees = st.recursive(
        ends,
        lambda children: st.tuples(
            st.just((0, 0)),
            st.integers(0, 1),
            st.lists(children, min_size=1, max_size=3).map(tuple),
        ),
        max_leaves=25,
    )
    if alternating:
        trees = trees.map(lambda tree: _with_turns(tree, 0))
    return trees.map(lambda tree: TreeGame(tree, 2))


def _with_turns(tree, mover):
    reward, _, children = tree
    return (reward, mover, tuple(_with_turns(c, 1 - mover) for c in children))


def nested(tree, mover=0):
    """The game of nested lists: MAX moves first, turns alternate, a number is what MAX gets."""
    return TreeGame(_from_lists(tree, mover), 2)


def _from_lists(tree, mover):
    if not isinstance(tree, list):
        return ((tree, -tree), mover, ())
    return ((0, 0), mover, tuple(_from_lists(c, 1 - mover) for c in tree))
