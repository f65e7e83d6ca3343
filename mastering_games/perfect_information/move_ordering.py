"""Move ordering: alpha-beta cuts most if the best actions come first."""

from collections import defaultdict


class KillerMoves:
    """First the actions that made the last cuts at the same depth.

    What refutes one move often refutes its neighbours too. Mixed into a
    search: ``class Player(KillerMoves, HeuristicAlphaBeta)``.
    """

    number_of_killers = 2

    def __init__(self, *arguments, **options):
        super().__init__(*arguments, **options)
        self.killers = defaultdict(list)

    def ordered(self, state, depth):
        actions = super().ordered(state, depth)
        killers = self.killers[depth]
        return sorted(actions, key=lambda action: action not in killers)

    def learn(self, state, depth, action):
        super().learn(state, depth, action)
        killers = [action, *(a for a in self.killers[depth] if a != action)]
        self.killers[depth] = killers[: self.number_of_killers]


class HistoryHeuristic:
    """First the actions that have made most cuts so far, at any depth.

    A cut high in the tree has saved more work, and counts for more.
    """

    def __init__(self, *arguments, **options):
        super().__init__(*arguments, **options)
        self.history = defaultdict(int)

    def ordered(self, state, depth):
        actions = super().ordered(state, depth)
        return sorted(actions, key=lambda action: -self.history[action])

    def learn(self, state, depth, action):
        super().learn(state, depth, action)
        self.history[action] += 1 + max(0, 20 - depth) ** 2


class KnowledgeOrder:
    """First the actions to which what is known of the game gives most.

    ``rank`` is a function of a state and an action: the smaller, the sooner.
    """

    def __init__(self, *arguments, rank, **options):
        super().__init__(*arguments, **options)
        self.rank = rank

    def ordered(self, state, depth):
        actions = super().ordered(state, depth)
        return sorted(actions, key=lambda action: self.rank(state, action))
