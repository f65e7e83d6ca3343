"""Independent checkers: they know the definitions, and nothing of the solvers."""
