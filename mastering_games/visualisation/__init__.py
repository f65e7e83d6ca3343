"""Pictures of solved games. They know nodes and rules, not the solvers."""
