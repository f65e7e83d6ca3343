"""Unfolding: the part of a solution that is drawn, as a tree.

A solution is a graph of shared nodes. A picture shows every play on its own, so a state that
several plays reach is drawn several times.
"""

from dataclasses import dataclass, field
from typing import Any

from mastering_games.game import GameNode


@dataclass(slots=True, eq=False)
class Occurrence:
    """A node of the solution at one place in the tree.

    ``hidden`` counts the actions whose children are not drawn.
    """

    node: GameNode
    parent: "Occurrence | None" = None
    action: Any = None
    level: int = 0
    children: list["Occurrence"] = field(default_factory=list)
    hidden: int = 0

    @property
    def is_best(self) -> bool:
        """Whether the action that leads here is one of its parent's best."""
        return (
            self.parent is not None
            and self.action in self.parent.node.best_actions
        )


def unfold(node, max_level, max_nodes, max_width) -> list[Occurrence]:
    """The occurrences down to ``max_level`` (the root is level 0), level by level.

    A level is drawn whole, or not at all: the first that would make more than ``max_nodes`` in
    all, or be wider than ``max_width``, is counted instead, and so is all below it. Only where
    the root alone has too many children, some are drawn: the best first.
    """
    root = Occurrence(node)
    occurrences = []
    level = [root]
    while level:
        occurrences += level
        width = sum(len(parent.node.children) for parent in level)
        room = min(max_width, max_nodes - len(occurrences))
        if level[0].level >= max_level or (width > room and level != [root]):
            room = 0
        for parent in level:
            parent.children = [
                Occurrence(child, parent, action, parent.level + 1)
                for action, child in _shown(parent.node, room)
            ]
            parent.hidden = len(parent.node.children) - len(parent.children)
        level = [child for parent in level for child in parent.children]
    return occurrences


def _shown(node, room):
    """The children that find room, in the game's order: best actions first, then the others."""
    children = node.children.items()
    if len(children) <= room:
        return children
    chosen = sorted(
        node.children, key=lambda action: action not in node.best_actions
    )
    chosen = set(chosen[:room])
    return [(action, child) for action, child in children if action in chosen]


def depth_first(root):
    """The occurrences as a reader meets them in an outline: each before its children."""
    waiting = [root]
    while waiting:
        occurrence = waiting.pop()
        yield occurrence
        waiting += reversed(occurrence.children)
