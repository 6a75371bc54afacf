"""Games of Pebbles, of every kind, played at random."""

from ..support.setups import Setup, course

NAME = "pebbles"
SETUPS = [
    Setup(NAME, 2),
    Setup(NAME, 2, {"rest": True}),
    Setup(NAME, 3, {"rest": False, "heaps": "three"}),
    Setup(NAME, 3, {"heaps": "four", "rest": True}),
]
MOVES = 11

__all__ = ["MOVES", "NAME", "SETUPS", "Setup", "course"]
