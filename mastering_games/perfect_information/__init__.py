"""Solvers for games in which every player sees the whole state: one algorithm a module."""
