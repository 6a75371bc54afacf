"""The engine protocol: one JSON object a line in, one a line out, in order, until the end of the file."""

from .stream import main

__all__ = ["main"]
