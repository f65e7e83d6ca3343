"""TreeplexVisualisation: draw one player's side of a game, in sequence form."""

from collections.abc import Mapping
from textwrap import wrap

from mastering_games.visualisation.engine import FONT
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
OUTSIDE = -1  # the number of the subgame of what is in none
NOTE = "player-3"  # the role of a note's colour: neither of two players has it


class TreeplexVisualisation:
    """Draws a treeplex: what one player may know, and do, in turn.

    A circle is a sequence, with its number; the one at the top is the empty sequence. Below it are
    the information sets to which it leads, side by side: chance and the opponent decide which of
    them the player comes to. Below an information set are its actions. Where a strategy is given, a
    sequence shows its weight in the realization plan, and an edge is as heavy as that. Where a best
    response is given, its choices are heavy, and everything shows what it is worth.

    A dashed frame is a subgame, if the form has any. Its head information sets are those in it
    whose parent sequence is outside.

    Parameters:
        max_sequences: how many sequences to draw at most; ValueError where there are more. A head
            that is drawn without its actions counts as one.
    """

    def __init__(self, max_sequences=200):
        self.max_sequences = max_sequences

    def treeplex_to_graph(
        self,
        form,
        player,
        strategy=None,
        response=None,
        notes=None,
        only_heads=False,
    ) -> GameGraph:
        """The treeplex as a graph that a notebook shows, and that can be saved.

        Parameters:
            form: the game in sequence form.
            player: the player's number, 0 or 1.
            strategy: a Strategy of the player.
            response: a Response of the player, as BestResponse returns it.
            notes: texts such as "≥ 1.75", to show in the nodes: a pair of mappings, the first from
                the numbers of information sets, the second from those of sequences.
            only_heads: leave out what is below the head information sets of subgames, and notes
                on it.
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
        if only_heads and not form.subgames:
            raise ValueError(
                "the form has no subgames: SequenceForm(game, subgame_of=...) names them"
            )
        for given in strategy, response and response.strategy:
            if given is not None and given.treeplex is not treeplex:
                raise ValueError("the strategy is of another game, or player")
        notes = ({}, {}) if notes is None else notes
        _check_notes(notes, treeplex)
        picture = _Treeplex(form, player, strategy, response, notes, only_heads)
        if picture.size > self.max_sequences:
            heads = ", with heads of subgames," if only_heads else ","
            raise ValueError(
                f"{treeplex.player!r} has {picture.size} sequences{heads} too many to draw: take "
                "a smaller game, or raise max_sequences"
            )
        return picture.draw()


def _check_notes(notes, treeplex):
    """TypeError or ValueError unless the notes are on what the treeplex has."""
    pair = isinstance(notes, tuple | list) and len(notes) == 2
    if not pair or not all(isinstance(texts, Mapping) for texts in notes):
        raise TypeError(
            f"notes are {notes!r}: give a pair of mappings, from numbers of information sets and "
            "from numbers of sequences to texts"
        )
    counts = len(treeplex.parents), treeplex.number_of_sequences
    kinds = "information set", "sequence"
    for mapping, count, kind in zip(notes, counts, kinds):
        for number in mapping:
            if number not in range(count):
                raise ValueError(
                    f"a note is on {kind} {number!r}, but {treeplex.player!r} has {count} "
                    f"{kind}s, numbered from 0"
                )


class _Treeplex:
    """One picture in the making: the graph, and the same in words.

    Attributes:
        size: how many sequences it shows, and how many heads without actions.
    """

    def __init__(self, form, player, strategy, response, notes, only_heads):
        self.treeplex = treeplex = form.treeplexes[player]
        self.subgames = [_to_line(label) for label in form.subgames]
        self.role = player
        self.strategy = strategy
        self.response = response
        self.notes_on_sets, self.notes_on_sequences = notes
        followed = response.strategy if response else strategy
        self.plan = None if followed is None else followed.plan
        self.subgame_of = [  # by sequence
            OUTSIDE if number < 0 else treeplex.subgame_of[number]
            for number in treeplex.information_set_of
        ]
        shown = [not only_heads or s == OUTSIDE for s in self.subgame_of]
        self.sequences = [s for s, is_shown in enumerate(shown) if is_shown]
        self.sets = [n for n, p in enumerate(treeplex.parents) if shown[p]]
        self.heads = {
            number
            for number in self.sets
            if treeplex.subgame_of[number] != OUTSIDE
            and self.subgame_of[treeplex.parents[number]] == OUTSIDE
        }
        self.bare = self.heads if only_heads else set()
        self.size = len(self.sequences) + len(self.bare)
        self.children = [[] for _ in self.subgame_of]
        for number in self.sets:
            self.children[treeplex.parents[number]].append(number)
        self.frames = {}  # by subgame: the names of its nodes
        self.lines = []
        self.graph = GameGraph(**LOOK)
        self.graph.attr(bgcolor="transparent")
        self.ranks = 2  # how many ranks a line spans that branches
        if self.heads:  # beside frames, the engine loses the order of siblings on longer lines
            self.ranks = 1
            self.graph.graph_attr["ranksep"] = "0.2"
        self.graph.node_titles = {}

    def draw(self):
        """The finished graph."""
        self._everything()
        for subgame, names in sorted(self.frames.items()):
            self._frame(subgame, names)
        sets = _count(self.sets, self.treeplex.parents, "information sets")
        sequences = _count(self.sequences, self.subgame_of, "sequences")
        self.graph.title = (
            f"Treeplex of {to_visible(self.treeplex.player)}: "
            f"{sets}, {sequences}"
        )
        sentences = ["Circles are sequences, with their numbers."]
        if self.plan is not None:
            sentences.append("Heavy edges are what is played.")
        if self.bare:
            sentences.append(
                "Dashed frames are subgames, of which only the head information sets are shown."
            )
        elif self.frames:
            sentences.append("Dashed frames are subgames.")
        self.graph.description = " ".join(sentences)
        self.graph.outline = "\n".join([self.graph.title, *self.lines])
        return self.graph

    def _everything(self):
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
                if number not in self.bare:
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
        if sequence in self.notes_on_sequences:
            note = _to_line(self.notes_on_sequences[sequence])
            rows.append(font(to_markup(note), NOTE))
            parts.append(note)
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
        self._put(self.subgame_of[sequence], name, f"{name}a")

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
        self.graph.action_edge(before, name, action, self.ranks, line)

    def _information_set(self, number, indent):
        label = _to_line(self.treeplex.information_sets[number])
        role = f"player-{self.role}"
        rows = [font(to_markup("\n".join(wrap(label, 24))), role, size=11)]
        parts = []
        subgame = self.treeplex.subgame_of[number]
        if number in self.heads:
            parts.append(f"in subgame {self.subgames[subgame]}")
        if self.response is not None:
            worth = number_to_string(
                round(self.response.of_information_sets[number], 6)
            )
            rows.append(font(to_markup(worth), "ink", bold=True))
            parts.append(f"worth {worth}")
        if number in self.notes_on_sets:
            note = _to_line(self.notes_on_sets[number])
            rows.append(font(to_markup(note), NOTE))
            parts.append(note)
        line = f"{label}: {', '.join(parts)}" if parts else label
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
            minlen=str(self.ranks),
            color=LIGHT["quiet"],
        )
        self._put(subgame, name)

    def _put(self, subgame, *names):
        """Put nodes into the frame of their subgame, if they are in one."""
        if subgame != OUTSIDE:
            self.frames.setdefault(subgame, []).extend(names)

    def _frame(self, subgame, names):
        """A subgame's frame. Its label is at the bottom: no line leaves a subgame there."""
        label = self.subgames[subgame]
        name = f"cluster {subgame}"
        words = to_markup("\n".join(wrap(label, 24)))
        with self.graph.subgraph(name=name) as frame:
            frame.attr(
                label=rows_to_label([font(words, "muted", size=11)]),
                fontname=FONT,
                labelloc="b",
                style="dashed",
                color=LIGHT["muted"],
            )
            for member in names:
                frame.node(member)
        self.graph.node_titles[name] = f"subgame {label}"

    def _action(self, sequence):
        number = self.treeplex.information_set_of[sequence]
        first = self.treeplex.first[number]
        return action_to_string(self.treeplex.actions[number][sequence - first])

    def _weight(self, sequence):
        """How heavy a sequence's edge is; 0 where its weight is shown as 0."""
        if self.plan is None or self.plan[sequence] < 0.0005:
            return 0
        return float(self.plan[sequence])


def _to_line(text):
    """A text in one line."""
    return " / ".join(to_visible(text).split("\n"))


def _count(some, all_of_them, kind):
    """
    >>> _count([0], [0], "sequences"), _count([0], [0, 1], "sequences")
    ('1 sequences', '1 of 2 sequences')
    """
    if len(some) == len(all_of_them):
        return f"{len(some)} {kind}"
    return f"{len(some)} of {len(all_of_them)} {kind}"
