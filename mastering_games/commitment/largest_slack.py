"""How far the follower's actions can fall behind: a bound for each sequence."""

import numpy as np

from mastering_games.imperfect_information.treeplex import EMPTY


def largest_slack(form, leader):
    """For each sequence of the follower's: a bound on its slack.

    The slack of a sequence is what the best action of its information set is
    worth beyond it, as its BestResponse says: weighted with how likely the
    leader and chance let play come there. The bound holds for every strategy
    of the leader's (a number: 0 or 1), because each step can only raise it:

    1. What another action is worth is at most what it would be worth if the
       follower saw all that the leader does, and chose anew for each sequence
       of the leader's.
    2. What the sequence itself is worth is at least what the follower gets
       who chooses all later actions with equal probability.
    3. For one sequence of the leader's at a time, the difference of the two
       is a number: as if the leader were paid by the follower's slack. One
       pass over the leader's treeplex finds the largest total.

    >>> from mastering_games.games.matrix_game import MatchingPennies
    >>> from mastering_games.imperfect_information.sequence_form import (
    ...     SequenceForm,
    ... )
    >>> largest_slack(SequenceForm(MatchingPennies()), 0)
    array([0., 2., 2.])
    """
    treeplex, own = form.treeplexes[leader], form.treeplexes[1 - leader]
    most, even = pays(form, leader), pays(form, leader)
    largest = np.zeros(own.number_of_sequences)
    for number in reversed(range(len(own.parents))):
        actions = own.sequences_of(number)
        for sequence in actions:
            for other in actions:
                if other != sequence:
                    ahead = dict(most[other])
                    add(ahead, even[sequence], -1)
                    slack = most_of(treeplex, ahead)
                    largest[sequence] = max(largest[sequence], slack)
        parent, share = own.parents[number], 1 / len(actions)
        seen = set().union(*(most[sequence] for sequence in actions))
        add(
            most[parent],
            {key: max(most[s].get(key, 0.0) for s in actions) for key in seen},
        )
        for sequence in actions:
            add(even[parent], even[sequence], share)
    return largest


def pays(form, leader):
    """For each sequence of the follower's: what the follower gets at once,
    by the leader's sequences: {sequence: average over chance}."""
    own = form.treeplexes[1 - leader]
    by_sequence = [{} for _ in range(own.number_of_sequences)]
    amounts = form.chance * form.payoffs[1 - leader]
    for one, two, amount in zip(
        form.sequences[leader].tolist(),
        form.sequences[1 - leader].tolist(),
        amounts.tolist(),
    ):
        add(by_sequence[two], {one: amount})
    return by_sequence


def add(total, amounts, factor=1.0):
    """Add amounts to a total, both {sequence: number}."""
    for sequence, amount in amounts.items():
        total[sequence] = total.get(sequence, 0.0) + factor * amount


def most_of(treeplex, amounts):
    """The most that a player can collect who gets an amount for each sequence
    that play comes to; 0 where ``amounts`` says nothing."""
    amounts, numbers = dict(amounts), set()
    for sequence in amounts:
        number = treeplex.information_set_of[sequence]
        while number >= 0 and number not in numbers:
            numbers.add(number)
            number = treeplex.information_set_of[treeplex.parents[number]]
    for number in sorted(numbers, reverse=True):
        actions = treeplex.sequences_of(number)
        best = max(amounts.get(sequence, 0.0) for sequence in actions)
        add(amounts, {treeplex.parents[number]: best})
    return amounts.get(EMPTY, 0.0)
