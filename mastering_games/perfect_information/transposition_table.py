"""Alpha-beta with a transposition table: no state is searched twice in vain."""

from typing import NamedTuple

from mastering_games.perfect_information.alpha_beta import AlphaBeta

EXACT, LOWER, UPPER = "exact", "lower bound", "upper bound"


class Entry(NamedTuple):
    """What is known of a state.

    ``plies`` says how many plies deep it was searched to learn that: an
    answer from a search of another depth is another answer.
    """

    bound: str
    value: float
    plies: float


class TableAlphaBeta(AlphaBeta):
    """Alpha-beta that remembers the states it has searched, by symmetry key.

    An answer that lies outside of its window is only a bound. It is kept as a
    bound, and serves again only where a bound is all that is asked for.
    """

    def __init__(self, game, **options):
        super().__init__(game, **options)
        self.table = {}

    def value(self, state, depth, alpha, beta):
        """What alpha-beta promises; looked up, if it is known.

        Not at the start, though: there a best action is wanted, too.
        """
        if self.is_leaf(state, depth):  # quicker than a look into the table
            return self.leaf_value(state, depth)
        key = self.key(state)
        plies = self.max_depth - depth
        entry = self.table.get(key)
        if entry and entry.plies == plies and depth > 0:
            known = self.moved(entry.value, depth)
            if (
                entry.bound == EXACT
                or (entry.bound == LOWER and known >= beta)
                or (entry.bound == UPPER and known <= alpha)
            ):
                self.table_hits += 1
                return known
        value = super().value(state, depth, alpha, beta)
        bound = UPPER if value <= alpha else LOWER if value >= beta else EXACT
        self.table[key] = Entry(bound, self.moved(value, -depth), plies)
        return value

    def key(self, state):
        """What states have in common that have one value."""
        return self.game.get_symmetry_key(state)

    def moved(self, value, depth):
        """A value seen from a state depth moves earlier: its end is later.

        Only a value that says how soon play ends depends on that.
        """
        if not self.quickest or value[1] == 0:  # a draw, or an estimate
            return value
        utility, sooner = value
        later = -depth if utility > 0 else depth if utility < 0 else 0
        return (utility, sooner + later)
