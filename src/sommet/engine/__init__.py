"""The engine protocol: one JSON object per line in, one per line out, in order, until the end of the file."""

from .stream import main

__all__ = ["main"]
