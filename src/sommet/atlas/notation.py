"""Positions as text: ``3,1|2,1,1|1,1,1|1``, the heights of the stacks under each top colour."""

from collections.abc import Iterable, Sequence

from .errors import AtlasError
from .partitions import MOST_TOKENS

Heights = tuple[tuple[int, ...], ...]
"""Under each top colour, the heights of its stacks; in descending order throughout, heaviest colour first."""


def ordered(colours: Iterable[Iterable[int]]) -> Heights:
    """The same position in the one order that all names of it share."""
    each = (tuple(sorted(heights, reverse=True)) for heights in colours)
    return tuple(sorted((heights for heights in each if heights), key=lambda h: (sum(h), len(h), h), reverse=True))


def parse(text: str) -> Heights:
    """Read a position; colours and stacks may be in any order."""
    try:
        colours = [[int(height) for height in colour.split(",")] for colour in text.split("|")]
    except ValueError:
        raise AtlasError(f'a position is written like "3,1|2,1,1|1,1,1|1", not {text[:80]!r}') from None
    if any(height < 1 for heights in colours for height in heights):
        raise AtlasError("a stack is at least 1 high")
    if sum(map(sum, colours)) > MOST_TOKENS:
        raise AtlasError(f"the atlas goes to {MOST_TOKENS} tokens, and there are more in {text[:80]!r}")
    return ordered(colours)


def show(position: Heights) -> str:
    """Write a position."""
    return "|".join(",".join(map(str, heights)) for heights in position)


def start(tokens_of_each_colour: Sequence[int]) -> Heights:
    """The starting position of a set: every token stands apart."""
    return ordered((1,) * count for count in tokens_of_each_colour)


def tokens_in(position: Heights) -> int:
    """How many tokens there are."""
    return sum(map(sum, position))
