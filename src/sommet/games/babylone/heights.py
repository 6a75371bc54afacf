"""A position up to symmetry, as solver and atlas name it: ``3,1|2,1,1|1,1,1|1``, the heights under each top colour.

Who wins depends on nothing else: not on the spots, not on the colours' names, not on what lies under the tops (B4).
"""

import re
from collections.abc import Iterable

from ...core.arrays import Records, one
from .rules import LARGE_STATE, NONE
from .sizes import MOST_TOKENS

Heights = tuple[tuple[int, ...], ...]
"""Under each top colour, the heights of its stacks; in descending order throughout, heaviest colour first."""


class BadHeights(ValueError):
    """A position that cannot be; the text says why."""


def canonical(colours: Iterable[Iterable[int]]) -> Heights:
    """The same position in the one order that all names of it share."""
    each = (tuple(sorted(heights, reverse=True)) for heights in colours)
    return tuple(sorted((heights for heights in each if heights), key=lambda h: (sum(h), h), reverse=True))


def parse(text: str) -> Heights:
    """Read a position; colours and stacks may be in any order. Raises BadHeights."""
    if not re.fullmatch(r"[0-9]{1,2}([,|][0-9]{1,2})*\|?", text.replace(" ", ""), re.ASCII):
        raise BadHeights(f'a position is written like "3,1|2,1,1|1,1,1|1", not {text[:80]!r}')
    return checked([int(height) for height in colour.split(",")] for colour in text.split("|") if colour.strip())


def checked(colours: Iterable[Iterable[int]]) -> Heights:
    """The canonical form of a position that can be; raises BadHeights."""
    heights = canonical(colours)
    if not heights or min(map(min, heights)) < 1:
        raise BadHeights("a position has one stack or more, and a stack is at least 1 high")
    if tokens_in(heights) > MOST_TOKENS:
        raise BadHeights(f"a position has at most {MOST_TOKENS} tokens, not {tokens_in(heights)}")
    return heights


def show(position: Heights) -> str:
    """Write a position."""
    return "|".join(",".join(map(str, heights)) for heights in position)


def start(tokens_of_each_colour: Iterable[int]) -> Heights:
    """The starting position of a set: every token stands apart."""
    return canonical((1,) * count for count in tokens_of_each_colour)


def tokens_in(position: Heights) -> int:
    """How many tokens there are."""
    return sum(map(sum, position))


def heights_of(state: Records) -> Heights:
    """The position of a state of the rules."""
    parts: dict[int, list[int]] = {}
    for stack in state["stack"][0, : int(state["stacks"][0])].tolist():
        parts.setdefault(stack >> 8, []).append(stack & 0xFF)
    return canonical(parts.values())


def state_of(position: Heights) -> Records:
    """A state of that position, whose spots are the stacks in order; raises BadHeights."""
    stacks = [height | top << 8 for top, part in enumerate(checked(position)) for height in part]
    state = one(LARGE_STATE)
    state["place"] = NONE
    state["stacks"] = len(stacks)
    state["stack"][0, : len(stacks)] = stacks
    for field in ("spot", "place"):
        state[field][0, : len(stacks)] = range(len(stacks))
    return state
