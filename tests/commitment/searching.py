"""Random games with subgames and blueprints, for tests of search."""

import random

from mastering_games.commitment.safe_search import SafeSearch
from mastering_games.game import CHANCE
from mastering_games.imperfect_information.sequence_form import SequenceForm
from tests.hidden_games import HiddenGame


def finest_subgames(game, depth):
    """For each history of some length, a label: the same where any information set has histories
    after both. These are the smallest subgames that begin at this depth."""
    label_of = {}

    def find(state):
        while label_of[state] != state:
            state = label_of[state]
        return state

    first_in = {}
    waiting = [(game.get_initial_state(), None)]
    while waiting:
        state, begun = waiting.pop()
        if len(state) == depth:
            begun = state
            label_of[state] = state
        if game.is_terminal(state):
            continue
        if begun is not None and game.get_player_turn(state) != CHANCE:
            known = game.get_information_set(state)
            other = first_in.setdefault(known, begun)
            label_of[find(begun)] = find(other)
        waiting += [
            (game.get_transition(state, action), begun)
            for action in game.get_actions(state)
        ]
    return {state: find(state) for state in label_of}


class Case:
    """A random game of general sum with hidden information, its subgames, and a blueprint."""

    def __init__(self, seed):
        rng = random.Random(seed)
        self.seed = seed
        steps = rng.choice([4, 5, 5, 6])
        self.game = HiddenGame(
            seed, steps, zero_sum=False, inner=rng.random() < 0.3
        )
        self.leader = rng.choice(["one", "two"])
        labels = finest_subgames(self.game, rng.randint(1, steps - 1))
        for label in sorted(set(labels.values())):
            if rng.random() < 0.2:  # it stays in the trunk
                labels = {s: x for s, x in labels.items() if x != label}
        self.subgame_of = labels.get
        self.form = SequenceForm(self.game, subgame_of=self.subgame_of)
        treeplexes = self.form.treeplexes
        (treeplex,) = (t for t in treeplexes if t.player == self.leader)
        self.blueprint = {}
        for label, actions in zip(treeplex.information_sets, treeplex.actions):
            weights = [rng.choice([0, 1, 1, 2, 5]) for _ in actions]
            weights[0] += not any(weights)
            self.blueprint[label] = {
                a: w / sum(weights) for a, w in zip(actions, weights)
            }
        self.shares = {
            label: rng.choice([0, 1, 3])
            for t in treeplexes
            for label in t.number_of
            if t.player != self.leader
        }
        self.alpha = rng.choice([0, 0.3, 0.5, 0.8, 1])
        self.is_grouped = rng.random() < 0.5

    def search(self, **parameters):
        """A safe search in the game."""
        drawn = {
            "alpha": self.alpha,
            "shares": self.shares,
            "is_grouped": self.is_grouped,
        }
        return SafeSearch(
            self.form,
            self.leader,
            self.blueprint,
            **(drawn | parameters),
        )

    def __repr__(self):
        return f"Case({self.seed})"
