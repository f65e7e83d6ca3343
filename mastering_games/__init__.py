"""Games, and the algorithms that solve them: the companion package of the book *Mastering Games*."""

__version__ = "0.1.0"
