"""Whole games, move by move: what each move was worth to its mover, from what they knew when they made it.

One form for the library, the command line and the server: `Analysis`, a list of `Line`s that can be stored, resumed,
printed and drawn.
"""

from .game import Analysis, analyse
from .line import Line, TurningPoint, name_of

__all__ = ["Analysis", "Line", "TurningPoint", "analyse", "name_of"]
