"""Expected payoffs: what each history is worth under given strategies."""

from mastering_games.game import (
    CHANCE,
    GameNode,
    checked_reward,
    has_information_sets,
)


class HistoryNode(GameNode):
    """A history of a game: all that has been done, chance's moves included.

    Attributes:
        history: the actions so far.
        information_set: what the mover knows, as the game calls it; in a game
            of perfect information, the history.
        probabilities: how likely each action is; empty until that is known.
    """

    __slots__ = ("history", "information_set", "probabilities")

    def __init__(self, state, player, history):
        super().__init__(state, player)
        self.history = history
        self.information_set = None
        self.probabilities = {}


def game_tree(game, max_histories=100_000):
    """The root of the tree of all histories; only ends have a value.

    Unlike a solution of a game of perfect information it shares no nodes: what
    a player knows may depend on the way. ValueError beyond max_histories.
    """
    return _histories(game, max_histories)[0]


def _histories(game, max_histories):
    """All histories, parents before their children."""
    asks = has_information_sets(game)
    nodes = []

    def new(state, history):
        if len(nodes) == max_histories:
            raise ValueError(
                f"more than {max_histories} histories: take a smaller game, "
                "or raise max_histories"
            )
        ended = game.is_terminal(state)
        player = None if ended else game.get_player_turn(state)
        nodes.append(HistoryNode(state, player, history))
        return nodes[-1]

    new(game.get_initial_state(), ())
    for node in nodes:  # the list grows while it is read
        if node.player is None:
            node.value = checked_reward(game, node.state, game.get_players())
            continue
        state, history = node.state, node.history
        if node.player == CHANCE:
            node.probabilities = {
                action: game.get_probability(state, action)
                for action in game.get_actions(state)
            }
        else:
            node.information_set = (
                game.get_information_set(state) if asks else history
            )
        for action in game.get_actions(state):
            after = game.get_transition(state, action)
            node.children[action] = new(after, (*history, action))
    return nodes


class ExpectedPayoffs:
    """What each history is worth if the players follow behaviour strategies.

    It is backward induction with the choices given: a history is worth what
    it pays, and what its children are worth, each weighted with how likely its
    action is. Fractions stay fractions.

    >>> from mastering_games.games.matrix_game import MatchingPennies
    >>> ann = {"Ann: to choose": {"heads": 1, "tails": 0}}
    >>> bob = {"Bob: to choose": {"heads": 0.25, "tails": 0.75}}
    >>> ExpectedPayoffs(MatchingPennies()).expected_payoffs([ann, bob]).value
    (-0.5, 0.5)
    """

    def __init__(self, game, max_histories=100_000):
        self.game = game
        self.players = game.get_players()
        self.max_histories = max_histories

    def expected_payoffs(self, strategies):
        """The root of the tree of histories, every node of it with its value.

        ``strategies`` has a behaviour strategy for each player, in payoff
        order: a mapping {information set: {action: probability}}, or a
        Strategy.
        """
        if isinstance(strategies, dict) or len(strategies) != len(self.players):
            raise ValueError(
                f"give a list of strategies, one for each of {self.players!r}"
            )
        behaviour = {
            player: given.to_behaviour()
            if hasattr(given, "to_behaviour")
            else given
            for player, given in zip(self.players, strategies)
        }
        nodes = _histories(self.game, self.max_histories)
        for node in reversed(nodes):
            if node.player not in (None, CHANCE):
                node.probabilities = _odds(node, behaviour[node.player])
            node.value = checked_reward(self.game, node.state, self.players)
            for action, child in node.children.items():
                weight = node.probabilities[action]
                node.value = tuple(
                    total + weight * part
                    for total, part in zip(node.value, child.value)
                )
        return nodes[0]


def _odds(node, strategy):
    """The mover's probabilities; ValueError unless the strategy gives some."""
    label = node.information_set
    if label not in strategy:
        raise ValueError(
            f"the strategy of {node.player!r} says nothing about {label!r}"
        )
    odds = strategy[label]
    if set(odds) - set(node.children):
        raise ValueError(
            f"{label!r} has the actions {list(node.children)!r}, not "
            f"{list(odds)!r}"
        )
    if not all(p >= 0 for p in odds.values()) or not (
        abs(sum(odds.values()) - 1) <= 1e-7
    ):
        raise ValueError(
            f"the probabilities at {label!r} are {odds!r}: they must not be "
            "negative and must sum to 1"
        )
    return {action: odds.get(action, 0) for action in node.children}
