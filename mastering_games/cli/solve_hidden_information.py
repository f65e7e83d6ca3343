"""Solving two-player zero-sum games in which the players do not see all."""

from mastering_games.cli.answer import Answer
from mastering_games.cli.output import (
    Progress,
    count,
    gain_to_text,
    number_to_text,
)
from mastering_games.cli.strategy_files import BY_HISTORY
from mastering_games.game import has_information_sets

REMEDY = (
    "what works: mastering-games draw, check (also of strategies: --strategy), "
    "and convert, for Gambit's solvers"
)


def compiled(game, options):
    """The game's sequence form, and what the payoffs of any play sum to.

    If that is not 0, the second player's payoffs are replaced by what the
    first one loses. ValueError where no solver here can take the game.
    """
    from mastering_games.cli.survey import survey
    from mastering_games.imperfect_information.sequence_form import (
        SequenceForm,
    )

    players = len(game.get_players())
    if players != 2:
        raise ValueError(
            f"{count(players, 'player')}: linear programs and CFR solve games "
            f"of two; {REMEDY}"
        )
    with Progress(f"compiling {options.game}"):
        try:
            form = SequenceForm(game, max_histories=options.limit)
        except ValueError as error:
            if "perfect recall" not in str(error):
                raise
            raise ValueError(
                f"{error}; players who forget are beyond linear programs and "
                f"CFR; {REMEDY}"
            ) from None
    if form.zero_sum_gap() <= 1e-9:
        return form, 0
    try:
        least, most = survey(game, options.limit).sums
    except ValueError as error:
        raise ValueError(
            f"is it zero-sum? That is not known: {error}"
        ) from None
    if abs(most - least) > 1e-9:
        raise ValueError(
            f"payoffs sum to anything from {number_to_text(least)} to "
            f"{number_to_text(most)}; equilibria of games with hidden "
            "information that are not zero-sum cannot be computed here yet; "
            f"{REMEDY}"
        )
    form.payoffs[1] = -form.payoffs[0]  # the same but for the constant
    return form, most


def linear_program(game, options) -> Answer:
    from mastering_games.imperfect_information.zero_sum_lp import ZeroSumLP

    form, total = compiled(game, options)
    with Progress(f"solving {options.game}"):
        found = ZeroSumLP(form).solve()
    return answer(form, "linear program", found.strategies, total, found.value)


def learned(game, options, iterations, plus) -> Answer:
    from mastering_games.imperfect_information.counterfactual_regret import (
        CounterfactualRegret,
    )

    form, total = compiled(game, options)
    learner = CounterfactualRegret(form, plus=plus)
    part = max(1, iterations // 200)
    with Progress("") as progress:
        while learner.iterations < iterations:
            done = learner.iterations
            progress.text = f"iteration {done:,} of {iterations:,}"
            learner.run(min(part, iterations - done))
    return answer(
        form,
        f"{'CFR+' if plus else 'CFR'}, {count(iterations, 'iteration')}",
        learner.average_strategies(),
        total,
    )


def answer(form, method, strategies, total, value=None):
    from mastering_games.imperfect_information.best_response import (
        BestResponse,
    )

    if value is None:
        value, _ = form.expected_payoffs([s.plan for s in strategies])
    if total:
        method += f", constant-sum: payoffs sum to {number_to_text(total)}"
    gap = BestResponse(form).nash_conv(strategies)
    entries = len(form.chance)
    own = [
        f"{t.player} {count(len(t.parents), 'information set')} and "
        f"{count(t.number_of_sequences, 'sequence')}"
        for t in form.treeplexes
    ]
    asks = has_information_sets(form.game)
    return Answer(
        form.game,
        method,
        (value, total - value),
        [strategy.to_behaviour() for strategy in strategies],
        nash_conv=gap,
        facts=[
            (
                "size",
                f"{form.number_of_histories:,} histories, of which "
                f"{entries:,} pay; {', '.join(own)}",
            ),
            ("NashConv", f"{gain_to_text(gap)}, what both together could gain"),
        ],
        more={} if asks else {"known": BY_HISTORY},
        tables=True,
        unreached=[set(never_reached(strategy)) for strategy in strategies],
    )


def never_reached(strategy):
    """The information sets to which the player's own actions never lead."""
    treeplex = strategy.treeplex
    for label, number in treeplex.number_of.items():
        if strategy.plan[treeplex.parents[number]] < 1e-9:
            yield label
