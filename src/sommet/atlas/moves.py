"""The moves of a position, by Babylone's own rules, each with the position it leads to."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..core.kernel import kernel
from ..core.records import one
from ..games.babylone.rules import LARGE_STATE, MOST_MOVES, SETTING, legal, play
from .notation import Heights, ordered


@dataclass(frozen=True)
class Move:
    """A stack of a height, under a colour, put on another; colours are named by their heights before the move."""

    height: int
    colour: tuple[int, ...]
    onto: int
    onto_colour: tuple[int, ...]
    same_colour: bool
    """Whether both stacks have the same colour on top (two colours may have the same heights)."""
    after: Heights

    def __str__(self) -> str:
        on = "the same colour" if self.same_colour else f"({_heights(self.onto_colour)})"
        return f"{self.height} of ({_heights(self.colour)}) onto {self.onto} of {on}"


def _heights(colour: tuple[int, ...]) -> str:
    return ",".join(map(str, colour))


@kernel
def set_up(states: Any, heights: Any, tops: Any, stacks: Any) -> Any:
    """Make the record of a position: a stack on each of the first spots."""
    state = states[0]
    for i in range(stacks):
        state.height[i] = heights[i]
        state.top[i] = tops[i]
        state.spot[i] = i
        state.place[i] = i
    state.stacks = stacks


@kernel
def spread(settings: Any, states: Any, after: Any, moves: Any, heights: Any, tops: Any) -> Any:
    """Every legal move (B4), and the heights and tops that it leaves (B5); returns how many there are."""
    count = legal(settings[0], states[0], moves)
    for i in range(count):
        after[0] = states[0]
        play(settings[0], after[0], moves[i])
        for spot in range(heights.shape[1]):
            heights[i, spot] = after[0].height[spot]
            tops[i, spot] = after[0].top[spot]
    return count


def stacks_of(position: Heights) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The heights and the top colours of a position's stacks."""
    heights = [height for colour in position for height in colour]
    tops = [number for number, colour in enumerate(position) for _ in colour]
    return np.array(heights, np.int64), np.array(tops, np.int64)


def from_stacks(heights: NDArray[np.int64], tops: NDArray[np.int64]) -> Heights:
    """The position of these stacks; a height of 0 is no stack."""
    colours: dict[int, list[int]] = {}
    for height, top in zip(heights.tolist(), tops.tolist(), strict=True):
        if height:
            colours.setdefault(top, []).append(height)
    return ordered(colours.values())


def moves(position: Heights) -> list[Move]:
    """All different moves."""
    heights, tops = stacks_of(position)
    settings, states, after = one(SETTING), one(LARGE_STATE), one(LARGE_STATE)
    settings["tokens"] = len(heights)
    settings["players"] = 2
    set_up(states, heights, tops, len(heights))
    found = np.zeros(MOST_MOVES, np.int64)
    pairs = len(heights) * (len(heights) - 1)
    after_heights = np.zeros((pairs, len(heights)), np.int64)
    after_tops = np.zeros((pairs, len(heights)), np.int64)
    count = spread(settings, states, after, found, after_heights, after_tops)
    different: dict[tuple[Any, ...], Move] = {}
    for i in range(count):
        a, b = int(found[i]) >> 6, int(found[i]) & 63
        colour, onto_colour = position[tops[a]], position[tops[b]]
        same = bool(tops[a] == tops[b])
        key = (heights[a], colour, heights[b], onto_colour, same)
        if key not in different:
            left = from_stacks(after_heights[i], after_tops[i])
            different[key] = Move(int(heights[a]), colour, int(heights[b]), onto_colour, same, left)
    return list(different.values())
