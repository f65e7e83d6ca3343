"""Solvers for games with hidden information: they work on the sequence form, compiled once."""
