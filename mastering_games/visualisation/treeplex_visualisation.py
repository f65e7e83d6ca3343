"""TreeplexVisualisation: draw one player's side of a game, in sequence form."""

from textwrap import wrap

from mastering_games.visualisation.game_graph import LOOK, GameGraph
from mastering_games.visualisation.labels import (
    action_to_string,
    font,
    number_to_string,
    probability_to_string,
    rows_to_label,
    to_markup,
    to_visible,
)
from mastering_games.visualisation.palette import LIGHT, SHAPES

EMPTY = 0  # the number of the empty sequence


class TreeplexVisualisation:
    """Draws a treeplex: what one player may know, and do, in turn.

    A circle is a sequence, with its number; the one at the top is the empty sequence. Below it are
    the information sets to which it leads, side by side: chance and the opponent decide which of
    them the player comes to. Below an information set are its actions. Where a strategy is given, a
    sequence shows its weight in the realization plan, and an edge is as heavy as that. Where a best
    response is given, its choices are heavy, and everything shows what it is worth.

    Parameters:
        max_sequences: how many sequences to draw at most; ValueError where there are more.
    """

    def __init__(self, max_sequences=200):
        self.max_sequences = max_sequences

    def treeplex_to_graph(
        self, form, player, strategy=None, response=None
    ) -> GameGraph:
        """The treeplex as a graph that a notebook shows, and that can be saved.

        Parameters:
            form: the game in sequence form.
            player: the player's number, 0 or 1.
            strategy: a Strategy of the player.
            response: a Response of the player, as BestResponse returns it.
        """
        if not hasattr(form, "treeplexes"):
            raise TypeError(
                f"{form!r} is no SequenceForm: SequenceForm(game) makes one"
            )
        if player not in (0, 1):
            raise ValueError(
                f"player is {player!r}: give 0 for the first one, 1 for the second"
            )
        treeplex = form.treeplexes[player]
        if treeplex.number_of_sequences > self.max_sequences:
            raise ValueError(
                f"{treeplex.player!r} has {treeplex.number_of_sequences} sequences, too many to "
                "draw: take a smaller game, or raise max_sequences"
            )
        for given in strategy, response and response.strategy:
            if given is not None and given.treeplex is not treeplex:
                raise ValueError("the strategy is of another game, or player")
        return _Treeplex(treeplex, player, strategy, response).graph


class _Treeplex:
    """One picture in the making: the graph, and the same in words."""

    def __init__(self, treeplex, player, strategy, response):
        self.treeplex = treeplex
        self.role = player
        self.strategy = strategy
        self.response = response
        self.children = [[] for _ in range(treeplex.number_of_sequences)]
        for number, parent in enumerate(treeplex.parents):
            self.children[parent].append(number)
        followed = response.strategy if response else strategy
        self.plan = None if followed is None else followed.plan
        self.lines = []
        self.graph = GameGraph(**LOOK)
        self.graph.attr(bgcolor="transparent")
        self.graph.node_titles = {}
        self._draw()
        self.graph.title = (
            f"Treeplex of {to_visible(treeplex.player)}: "
            f"{len(treeplex.parents)} information sets, "
            f"{treeplex.number_of_sequences} sequences"
        )
        self.graph.description = (
            "Circles are sequences, with their numbers."
            + ("" if self.plan is None else " Heavy edges are what is played.")
        )
        self.graph.outline = "\n".join([self.graph.title, *self.lines])

    def _draw(self):
        """Depth first, as the outline reads: sequences, and information sets below them."""
        self._sequence(EMPTY, "", "the empty sequence")
        waiting = [(number, "    ") for number in self.children[EMPTY][::-1]]
        while waiting:
            number, indent = waiting.pop()
            if isinstance(number, tuple):
                (sequence,) = number
                action = self._action(sequence)
                self._sequence(sequence, indent, action)
                waiting += [
                    (child, indent + "    ")
                    for child in self.children[sequence][::-1]
                ]
            else:
                self._information_set(number, indent)
                own = self.treeplex.sequences_of(number)
                waiting += [((s,), indent + "    ") for s in reversed(own)]

    def _sequence(self, sequence, indent, words):
        rows = [font(str(sequence), "muted", size=11)]
        parts = [f"sequence {sequence}"]
        if self.strategy is not None:
            weight = probability_to_string(self.strategy.plan[sequence])
            rows.append(font(to_markup(weight), "ink", bold=True))
            parts.append(f"weight {weight}")
        if self.response is not None:
            worth = number_to_string(
                round(self.response.of_sequences[sequence], 6)
            )
            rows.append(font(to_markup(worth), "ink", bold=True))
            parts.append(f"worth {worth}")
        name = f"s{sequence}"
        self.graph.node(
            name,
            rows_to_label(rows),
            shape="ellipse",
            style="filled",
            color=LIGHT["muted"],
            fillcolor=LIGHT["cell"],
        )
        star = "*" if sequence != EMPTY and self._weight(sequence) else "-"
        mark = "" if sequence == EMPTY else f"{star} "
        line = f"{words}: {', '.join(parts)}"
        self.lines.append(f"{indent}{mark}{line}")
        self.graph.node_titles[name] = line
        if sequence != EMPTY:
            self._edge_of_action(sequence, name)

    def _edge_of_action(self, sequence, name):
        """From the information set to the sequence, with the action where the line ends."""
        weight = self._weight(sequence)
        line = {"color": LIGHT["quiet"]}
        if weight:
            line = {
                "color": LIGHT[f"player-{self.role}"],
                "penwidth": f"{1 + 2.5 * weight:.3g}",
            }
        words = "ink" if weight else "muted"
        action = font(to_markup(self._action(sequence)), words, size=11)
        before = f"i{self.treeplex.information_set_of[sequence]}"
        self.graph.action_edge(before, name, action, 2, line)

    def _information_set(self, number, indent):
        label = " / ".join(
            to_visible(self.treeplex.information_sets[number]).split("\n")
        )
        role = f"player-{self.role}"
        rows = [font(to_markup("\n".join(wrap(label, 24))), role, size=11)]
        line = label
        if self.response is not None:
            worth = number_to_string(
                round(self.response.of_information_sets[number], 6)
            )
            rows.append(font(to_markup(worth), "ink", bold=True))
            line += f": worth {worth}"
        name = f"i{number}"
        self.graph.node(
            name,
            rows_to_label(rows),
            color=LIGHT[role],
            fillcolor=LIGHT[f"tint-{self.role}"],
            penwidth="2",
            **SHAPES[self.role],
        )
        self.lines.append(f"{indent}{line}")
        self.graph.node_titles[name] = line
        self.graph.edge(
            f"s{self.treeplex.parents[number]}",
            name,
            minlen="2",
            color=LIGHT["quiet"],
        )

    def _action(self, sequence):
        number = self.treeplex.information_set_of[sequence]
        first = self.treeplex.first[number]
        return action_to_string(self.treeplex.actions[number][sequence - first])

    def _weight(self, sequence):
        """How heavy a sequence's edge is; 0 where its weight is shown as 0."""
        if self.plan is None or self.plan[sequence] < 0.0005:
            return 0
        return float(self.plan[sequence])
