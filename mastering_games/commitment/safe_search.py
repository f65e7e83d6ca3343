"""Safe search: improve a commitment in subgames, and never lose by it."""

from dataclasses import dataclass, replace
from time import perf_counter

from mastering_games.commitment.commitment import TIES, StrongResponse
from mastering_games.commitment.mixed_integer_program import NoSolutionError
from mastering_games.commitment.safe_commitment import SafeCommitment
from mastering_games.commitment.safety_bounds import SafetyBounds
from mastering_games.commitment.subgame_cutter import SubgameCutter
from mastering_games.commitment.subgame_problem import SubgameProblem
from mastering_games.commitment.subgame_search import SubgameSearch
from mastering_games.imperfect_information.strategy import Strategy


@dataclass(frozen=True)
class Refinement:
    """What search found in one subgame.

    Values are the subgame's part of what the leader gets in the whole game.

    Attributes:
        label: the subgame's.
        behaviour: what the leader plays in it: {information set: {action:
            probability}}; empty if the blueprint stays.
        before: what the blueprint brings.
        value: what this brings: never less.
        bound: no strategy that keeps the safety bounds brings more.
        is_optimal: whether the value is proved to be the largest.
        seconds: how long it took.
        message: what is played, and why, in words.
    """

    label: object
    behaviour: dict
    before: float
    value: float
    bound: float
    is_optimal: bool
    seconds: float
    message: str


def refine(
    problem: SubgameProblem, time_limit=None, solver=SafeCommitment
) -> Refinement:
    """Solve one subgame: a job that needs nothing else, and always has an
    answer.

    If the time is up, the best strategy so far is played, at worst the
    blueprint. Also where a solver fails, the blueprint is played.

    Parameters:
        problem: the SubgameProblem.
        time_limit: in seconds.
        solver: a class that takes a problem, and has a method solve.
    """
    begin = perf_counter()
    form = problem.trunk.form
    strong = StrongResponse(form, form.players[problem.leader])
    blueprint = strong.commit(Strategy(problem.treeplex, problem.blueprint))
    best, message = blueprint, "the blueprint stays"
    if not problem.reach:
        message = f"chance and the leader never come here: {message}"
    elif not problem.entered:
        message = f"the follower does not come here: {message}"
    if not problem.entered:
        best = replace(blueprint, bound=blueprint.value, is_optimal=True)
    else:
        try:
            best = in_time(blueprint, problem, time_limit, solver)
        except (RuntimeError, NoSolutionError) as error:
            message = f"the solver failed ({error}): {message}"
        else:
            if best.value > blueprint.value + TIES:
                message = "a better strategy is played"
            if not best.is_optimal:
                why = "not proved best" if time_limit is None else "time is up"
                message = f"{why}: {message}"
    is_new = best.value > blueprint.value + TIES
    if not is_new:
        best = replace(best, value=blueprint.value)
    return Refinement(
        problem.label,
        best.strategy.to_behaviour() if is_new else {},
        problem.reach * blueprint.value,
        problem.reach * best.value,
        problem.reach * best.bound,
        best.is_optimal,
        perf_counter() - begin,
        message,
    )


def in_time(blueprint, problem, time_limit, solver):
    """The best commitment that can be found before the time is up."""
    if time_limit is None:
        return solver(problem).solve(None)
    deadline = perf_counter() + time_limit
    program = solver(problem) if time_limit > 0 else None
    left = deadline - perf_counter()
    return program.solve(left) if left > 0 else blueprint


class SafeSearch(SubgameSearch):
    """Solves a subgame within bounds that keep the follower's best response.

    First, once: the bounds, from the blueprint. Then, where play comes to a
    subgame: the best commitment in it that keeps its bounds. The blueprint
    keeps them. So the leader never gets less than with the blueprint, whatever
    subgames are searched. Parameters and attributes: see SubgameSearch, and:

    Parameters:
        alpha, beta, shares: see SafetyBounds.
        is_grouped: see SubgameCutter.

    Attributes:
        bounds: the SafetyBounds.

    [Ling and Brown 2021.]

    >>> from mastering_games.games.exit_games import ExitBeforeChance
    >>> game = ExitBeforeChance()
    >>> search = SafeSearch(
    ...     game, "leader", game.get_blueprint(), game.get_subgame
    ... )
    >>> search.blueprint.value, round(search.combined().value, 6)
    (1.0, 1.25)
    """

    def __init__(
        self,
        game,
        leader,
        blueprint,
        subgame_of=None,
        alpha=0.5,
        beta=1.0,
        shares=None,
        is_grouped=False,
    ):
        super().__init__(game, leader, blueprint, subgame_of)
        self.bounds = SafetyBounds(
            self.form, self.blueprint, alpha, beta, shares
        )
        self.cutter = SubgameCutter(self.bounds, is_grouped)

    def problem(self, label) -> SubgameProblem:
        """A subgame with its bounds: a job that can be solved anywhere."""
        return self.cutter.problem(self.number_of(label))

    def refinement(self, label, time_limit=None) -> Refinement:
        """What search finds in a subgame, and how good it is."""
        return refine(self.problem(label), time_limit)

    def search(self, label, time_limit=None) -> dict:
        return self.refinement(label, time_limit).behaviour
