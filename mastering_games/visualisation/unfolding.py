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


def unfold(node, max_level, max_nodes) -> list[Occurrence]:
    """The occurrences down to ``max_level`` (the root is level 0), level by level.

    Once ``max_nodes`` are there, the rest is counted, not drawn.
    """
    root = Occurrence(node)
    occurrences = [root]
    for occurrence in occurrences:
        room = (
            max_nodes - len(occurrences) if occurrence.level < max_level else 0
        )
        for action, child in occurrence.node.children.items():
            if len(occurrence.children) >= room:
                break
            occurrence.children.append(
                Occurrence(child, occurrence, action, occurrence.level + 1)
            )
        occurrence.hidden = len(occurrence.node.children) - len(
            occurrence.children
        )
        occurrences += occurrence.children
    return occurrences


def depth_first(root):
    """The occurrences as a reader meets them in an outline: each before its children."""
    waiting = [root]
    while waiting:
        occurrence = waiting.pop()
        yield occurrence
        waiting += reversed(occurrence.children)
