"""What a solution tells the players: their strategies, and the path of play."""


def strategies(root):
    """The equilibrium that backward induction backed up, by player.

    A mapping from each player to that player's strategy: the first of the
    best actions in every state below the root where the player moves, also
    in those that play never reaches.
    """
    profile = {}
    waiting, seen = [root], {root.state}
    for node in waiting:  # grows as it goes
        if node.best_actions:
            own = profile.setdefault(node.player, {})
            own[node.state] = node.best_action
        for child in node.children.values():
            if child.state not in seen:
                seen.add(child.state)
                waiting.append(child)
    return profile


def path_of_play(root):
    """The pairs (mover, action) from the root to an end, or to chance."""
    path, node = [], root
    while node.best_actions:
        path.append((node.player, node.best_action))
        node = node.children[node.best_action]
    return path
