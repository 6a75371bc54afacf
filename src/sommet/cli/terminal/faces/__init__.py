"""Each game's face in the terminal: how it is drawn, read and told. No rules: those are asked of the position."""

from functools import cache
from importlib import import_module

from .face import Block, Face

__all__ = ["Block", "Face", "face"]


@cache
def face(game: str) -> Face:
    """The face of that game."""
    found: Face = import_module(f"{__name__}.{game}").FACE
    return found
