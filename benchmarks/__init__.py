"""How fast the solvers are, side by side with other projects' in one run: ``make benchmark``."""
