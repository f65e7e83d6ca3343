"""Blueprints for search: equilibria of related zero-sum games, computed once and stored.

A game has many equilibria, and what search makes of a blueprint depends on which one it is. So all use
the stored ones. `python -m benchmarks.blueprints` computes and stores them anew.

The file has {name of the game: {information set: probabilities}}, the first player's only. Probabilities
are in the order of the game's actions. There are no information sets that the strategy itself never
reaches, and none with one action: what is played there is uniform.
"""

import json
from functools import cache

from tqdm import tqdm

from benchmarks.timing import RESULTS
from mastering_games.games.goofspiel import Goofspiel
from mastering_games.games.leduc_poker import LeducPoker
from mastering_games.imperfect_information.strategy import Strategy
from mastering_games.imperfect_information.zero_sum_lp import ZeroSumLP

RAISES = 5  # in Leduc poker, at most, in a round
GAMES = {
    **{
        f"Goofspiel {cards}": Goofspiel(cards, ties="split") for cards in (3, 4)
    },
    **{
        f"Leduc {ranks}": LeducPoker(ranks, max_raises=RAISES, by_rank=False)
        for ranks in (3, 4, 5, 6)
    },
}
"""The games whose equilibria are stored, by the names of those to search in. These have other rules: where
bids tie, nobody gets the prize, and nobody loses the other's points; in Leduc poker, there is a rake."""


def equilibrium(game) -> dict:
    """The first player's part of an equilibrium, as it is stored."""
    return compact(ZeroSumLP(game).solve().strategies[0])


def compact(strategy) -> dict:
    """A Strategy as it is stored."""
    treeplex, weights = strategy.treeplex, strategy.to_array().tolist()
    return {
        label: [
            int(weights[s]) if weights[s] in (0, 1) else weights[s]
            for s in treeplex.sequences_of(number)
        ]
        for label, number in treeplex.number_of.items()
        if strategy.plan[treeplex.parents[number]] > 0
        and len(treeplex.actions[number]) > 1
    }


def load(name, treeplex) -> dict:
    """A stored strategy, as {information set: {action: probability}} for all of the player's treeplex."""
    behaviour = Strategy.uniform(treeplex).to_behaviour()
    for label, weights in stored()[name].items():
        actions = behaviour[label]
        behaviour[label] = dict(zip(actions, weights, strict=True))
    return behaviour


@cache
def stored() -> dict:
    """All that is stored."""
    return json.loads((RESULTS / "blueprints.json").read_text("utf-8"))


def as_json(blueprints) -> str:
    """A line for each information set."""
    games = [
        f"{json.dumps(name)}: {{\n"
        + ",\n".join(
            f" {json.dumps(label)}: {json.dumps(weights)}"
            for label, weights in blueprint.items()
        )
        + "\n}"
        for name, blueprint in blueprints.items()
    ]
    return "{\n" + ",\n".join(games) + "\n}\n"


def main():
    games = tqdm(GAMES.items(), unit="game", leave=False)
    blueprints = {name: equilibrium(game) for name, game in games}
    path = RESULTS / "blueprints.json"
    path.write_text(as_json(blueprints), encoding="utf-8")
    print(f"stored in {path}")


if __name__ == "__main__":
    main()
