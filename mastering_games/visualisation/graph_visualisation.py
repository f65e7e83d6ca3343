"""GraphVisualisation: draw a solved game as a tree."""

from numbers import Real
from textwrap import wrap

from mastering_games.game import CHANCE
from mastering_games.visualisation.game_graph import LOOK, GameGraph
from mastering_games.visualisation.information_sets import free_lane
from mastering_games.visualisation.labels import (
    action_to_string,
    board_to_markup,
    bounds_to_string,
    font,
    number_to_string,
    probability_to_string,
    rows_to_label,
    text_to_markup,
    to_markup,
    to_visible,
    value_to_string,
)
from mastering_games.visualisation.palette import LIGHT, SHAPES
from mastering_games.visualisation.unfolding import depth_first, unfold


class GraphVisualisation:
    """Draws the tree below a node of a solution.

    A state shows whose turn it is (by colour, shape and words) and its backed-up value. Heavy
    edges are the mover's best actions, all of them where several are equally good; the others
    are thin and grey. On a board, the cell that the last move changed is tinted. Where the
    picture is cut, "+ n more" stands for the actions that are not drawn.

    The record of a search is drawn too. Its nodes also show the window (alpha, beta) in which a
    state was searched, and what was proved of its value ("≤ 2" where no more is known). A dotted
    line with scissors leads to the actions that were left out, and says why.

    So is a tree of histories. A history shows what its mover knows, and a dashed line in the
    mover's colour joins those between which the mover cannot tell. Where strategies are followed,
    an edge is as heavy as its action is likely.

    Parameters:
        max_level: how many moves deep to draw; as deep as the game goes where it is None.
        max_nodes: how many nodes to draw at most.
        max_width: how many nodes to draw beside each other at most.
    """

    def __init__(self, max_level=None, max_nodes=500, max_width=60):
        limits = {"max_nodes": max_nodes, "max_width": max_width}
        for name, limit in {**limits, "max_level": max_level or 0}.items():
            if not isinstance(limit, Real):
                raise TypeError(f"{name} is {limit!r}: it must be a number")
        if max_level is not None and max_level < 0:
            raise ValueError(
                f"max_level is {max_level}: it counts moves, so it cannot be negative"
            )
        for name, limit in limits.items():
            if limit < 1:
                raise ValueError(f"{name} is {limit}: the root alone needs 1")
        self.max_level = float("inf") if max_level is None else max_level
        self.max_nodes = max_nodes
        self.max_width = max_width

    def node_to_graph(
        self, game, node, print_state=True, print_value=True
    ) -> GameGraph:
        """The tree below ``node`` as a graph that a notebook shows, and that can be saved.

        Parameters:
            game: the game that was solved.
            node: a node of its solution, such as a solver returns.
            print_state: whether to draw the states.
            print_value: whether to show backed-up values and best actions. Without them the
                picture is the game before it is solved: payoffs at its ends only.
        """
        if not hasattr(node, "best_actions"):
            raise TypeError(
                "node_to_graph(game, node) draws a node of a solution, such as "
                "backward_induction returns, of a search's record, or of a tree of "
                f"histories, such as game_tree(game), not {node!r}"
            )
        occurrences = unfold(
            node, self.max_level, self.max_nodes, self.max_width
        )
        return _Drawing(game, occurrences, print_state, print_value).graph()


class _Drawing:
    """One picture in the making: the graph, and the same tree in words."""

    def __init__(self, game, occurrences, print_state, print_value):
        self.game = game
        self.players = list(game.get_players())
        self.occurrences = occurrences
        self.print_state = print_state
        self.print_value = print_value
        self.information_sets = self._information_sets()
        self.lanes = self._lanes()

    def graph(self):
        root = self.occurrences[0]
        graph = GameGraph(**LOOK)
        graph.attr(bgcolor="transparent")
        names = {
            id(occurrence): f"n{i}"
            for i, occurrence in enumerate(self.occurrences)
        }
        for occurrence in self.occurrences:
            name = names[id(occurrence)]
            graph.node(
                name,
                rows_to_label(self._rows(occurrence)),
                **self._look(occurrence.node),
            )
            for child in occurrence.children:
                self._add_edge(graph, name, names[id(child)], child)
            if occurrence.hidden:
                self._add_stub(graph, name, occurrence.hidden)
            elif self._unsearched(occurrence.node):
                self._add_cut(graph, name, occurrence.node)
        graph.information_sets = [
            (
                [names[id(member)] for member in members],
                LIGHT[f"player-{self._number(members[0].node.player)}"],
            )
            for members in self.information_sets
        ]
        graph.node_titles = {
            names[id(o)]: self._sentence(o) for o in self.occurrences
        }
        graph.title = f"Game tree: {self._sentence(root)}"
        graph.description = self._description()
        graph.outline = self._outline(root)
        return graph

    def _rows(self, occurrence):
        """The rows of a node's label: its state, who moves or how play ended, its value."""
        node = occurrence.node
        rows = []
        if self.print_state:
            board = self.game.get_board(node.state)
            text = self.game.to_string(node.state)
            if board is None and text:
                rows.append(text_to_markup(text))
            elif board is not None:
                rows.append(
                    board_to_markup(
                        board, self._changed(occurrence, board), self._roles()
                    )
                )
        role = (
            "muted"
            if node.player in (None, CHANCE)
            else f"player-{self._number(node.player)}"
        )
        situation = self._situation(node)
        if getattr(node, "information_set", None) is not None:
            situation = "\n".join(wrap(situation, 32))
        rows.append(font(to_markup(situation), role, size=11))
        if reward := self._reward_on_the_way(node):
            rows.append(font(f"pays {reward}", "ink", size=11))
        if window := self._window(node):
            rows.append(font(to_markup(window), "muted", size=11))
        if self._shows_value(node):
            rows.append(font(to_markup(self._value(node)), "ink", bold=True))
        if note := getattr(node, "note", ""):
            rows.append(font(to_markup(note), "muted", size=11))
        return rows

    def _look(self, node):
        if node.player is None:
            return {
                "shape": "box",
                "style": "filled",
                "color": LIGHT["muted"],
                "fillcolor": LIGHT["end"],
            }
        if node.player == CHANCE:
            return {
                "shape": "ellipse",
                "style": "filled,dashed",
                "color": LIGHT["muted"],
                "fillcolor": LIGHT["cell"],
            }
        number = self._number(node.player)
        return SHAPES[number] | {
            "color": LIGHT[f"player-{number}"],
            "fillcolor": LIGHT[f"tint-{number}"],
            "penwidth": "2",
        }

    def _add_edge(self, graph, parent, name, child):
        """The edge to a child, as heavy as its action is likely or good."""
        line, words = {"color": LIGHT["quiet"]}, "muted"
        weight = self._weight(child)
        if weight:
            player = self._number(child.parent.node.player)
            line = {
                "color": LIGHT[f"player-{player}"],
                "penwidth": f"{1 + 2.5 * weight:.3g}",
            }
            words = "ink"
        # The height is in ranks: many edges need a wide fan.
        height = 3 if len(child.parent.children) < 6 else 5
        height += self.lanes.get(child.parent.level, 0)
        action = font(to_markup(self._action(child)), words, size=11)
        graph.action_edge(parent, name, action, height, line)

    def _add_stub(self, graph, name, hidden):
        graph.node(
            f"{name}more",
            f"+ {hidden} more",
            shape="none",
            fontsize="11",
            fontcolor=LIGHT["muted"],
        )
        graph.edge(
            name,
            f"{name}more",
            color=LIGHT["quiet"],
            style="dotted",
            minlen="2",
        )

    def _add_cut(self, graph, name, node):
        """The actions that a search left out, and why."""
        lines = [f"✂ {self._unsearched(node)}", *wrap(node.reason, 24)]
        graph.node(
            f"{name}cut",
            rows_to_label(
                [font(to_markup(line), "muted", size=11) for line in lines]
            ),
            shape="box",
            color="transparent",
            margin="0",
        )
        graph.edge(
            name,
            f"{name}cut",
            color=LIGHT["muted"],
            style="dotted",
            minlen="3",
        )

    def _changed(self, occurrence, board):
        """The cells that differ from the parent's board."""
        if occurrence.parent is None:
            return set()
        before = self.game.get_board(occurrence.parent.node.state)
        if before is None or [*map(len, before)] != [*map(len, board)]:
            return set()
        return {
            (row, column)
            for row, cells in enumerate(board)
            for column, cell in enumerate(cells)
            if cell != before[row][column]
        }

    def _roles(self):
        """The colour of a player's mark on a board: the player's name, or its first letter."""
        roles = {}
        for player in reversed(self.players):
            for mark in str(player)[:1], str(player):
                roles[mark] = f"player-{self._number(player)}"
        return roles

    def _number(self, player):
        return self.players.index(player) % len(SHAPES)

    def _reward_on_the_way(self, node):
        """What an inner state pays, in words; nothing where it pays nothing."""
        if node.player is None or not any(self.game.get_reward(node.state)):
            return ""
        return value_to_string(self.game.get_reward(node.state))

    def _shows_value(self, node):
        if node.player is None and isinstance(node.value, str):
            return False  # good or bad for whom? nobody is to move
        return node.value is not None and (
            self.print_value or node.player is None
        )

    def _value(self, node):
        """The value in words; of a search's visit, what the search proved of it."""
        if hasattr(node, "window"):
            return bounds_to_string(node.low, node.high)
        return value_to_string(node.value)

    def _window(self, node):
        """Alpha and beta as a visit began; nothing where there are none, or play has ended."""
        window = getattr(node, "window", None)
        if window is None or not self.print_value or node.player is None:
            return ""
        alpha, beta = (
            bound[0] if isinstance(bound, tuple) else bound for bound in window
        )
        return f"α = {number_to_string(alpha)}, β = {number_to_string(beta)}"

    def _weight(self, child):
        """How heavy the edge to a child is: 1 for a best action, or how likely it is."""
        parent = child.parent.node
        if not self.print_value or parent.player == CHANCE:
            return 0
        return getattr(parent, "probabilities", {}).get(
            child.action, child.is_best
        )

    def _action(self, child):
        """The action that leads to a child, with its probability where there is one."""
        action = action_to_string(child.action)
        parent = child.parent.node
        if parent.player == CHANCE:
            probability = self.game.get_probability(parent.state, child.action)
            return f"{action} ({number_to_string(probability)})"
        odds = getattr(parent, "probabilities", {})
        if not self.print_value or child.action not in odds:
            return action
        return f"{action} ({probability_to_string(odds[child.action])})"

    def _information_sets(self):
        """Those with more than one history that is drawn."""
        together = {}
        for occurrence in self.occurrences:
            node = occurrence.node
            if getattr(node, "information_set", None) is not None:
                key = node.player, node.information_set
                together.setdefault(key, []).append(occurrence)
        return [members for members in together.values() if len(members) > 1]

    def _lanes(self):
        """By level: how many lines run below it, for information sets with others between."""
        places = {}
        for occurrence in self.occurrences:
            level = places.setdefault(occurrence.level, {})
            level[id(occurrence)] = len(level)
        lanes = {}
        for members in self.information_sets:
            level = members[0].level
            span = [places[level].get(id(members[i]), 0) for i in (0, -1)]
            if span[1] - span[0] >= len(members):
                free_lane(lanes.setdefault(level, []), span)
        return {level: len(found) for level, found in lanes.items()}

    def _unsearched(self, node):
        """The actions that a search left out, in words."""
        return ", ".join(
            action_to_string(action)
            for action in getattr(node, "unsearched", [])
        )

    # The same tree in words.

    def _situation(self, node):
        if node.player is None:
            return self.game.get_outcome(node.state) or "end"
        if node.player == CHANCE:
            return "chance moves"
        known = getattr(node, "information_set", None)
        if known is None or known == node.history:
            return f"{node.player} to move"
        known = _in_one_line(action_to_string(known))
        named = known.startswith(str(node.player))
        return known if named else f"{node.player}: {known}"

    def _sentence(self, occurrence):
        """Who moves, what it is worth and what is best, in a line."""
        node = occurrence.node
        parts = [self._situation(node)]
        if reward := self._reward_on_the_way(node):
            parts.append(f"pays {reward}")
        if self._shows_value(node):
            word = "payoffs" if isinstance(node.value, tuple) else "value"
            word = "value" if node.children else word
            parts.append(f"{word} {self._value(node)}")
        if window := self._window(node):
            parts.append(window)
        if note := getattr(node, "note", ""):
            parts.append(note)
        if self.print_value and node.best_actions:
            best = " or ".join(
                f"({action_to_string(action)})" for action in node.best_actions
            )
            parts.append(f"best {best}")
        if self.print_state and (text := self.game.to_string(node.state)):
            parts.insert(0, text)
        return _in_one_line(", ".join(parts))

    def _description(self):
        hidden = sum(occurrence.hidden for occurrence in self.occurrences)
        sentences = [f"{len(self.occurrences)} nodes."]
        root = self.occurrences[0].node
        if hasattr(root, "probabilities"):
            sentences.append(
                "Dashed lines join what a mover cannot tell apart."
            )
            if self.print_value:
                sentences.append(
                    "The heavier an edge, the likelier its action."
                )
        elif self.print_value:
            sentences.append("Heavy edges are the mover's best actions.")
        if hidden:
            sentences.append(
                f"{hidden} more actions, and all that follows them, are not drawn."
            )
        return " ".join(sentences)

    def _outline(self, root):
        """One line a node, indented by level; a star marks a best action."""
        lines = [self._sentence(root)]
        for occurrence in depth_first(root):
            indent = "    " * occurrence.level
            if occurrence.parent is not None:
                star = "*" if self.print_value and occurrence.is_best else "-"
                action = _in_one_line(self._action(occurrence))
                lines.append(
                    f"{indent[4:]}{star} {action}: {self._sentence(occurrence)}"
                )
            if occurrence.hidden:
                lines.append(f"{indent}- + {occurrence.hidden} more")
            elif unsearched := self._unsearched(occurrence.node):
                reason = _in_one_line(occurrence.node.reason)
                lines.append(f"{indent}- left out: {unsearched} ({reason})")
        return "\n".join(lines)


def _in_one_line(text):
    return " / ".join(to_visible(text).split("\n"))
