"""The moves of a position, by Babylone's own rules, each with the position it leads to."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ....core.arrays import one
from ....core.kernel import kernel
from ..heights import Heights, canonical
from ..rules import LARGE_STATE, MOST_MOVES, SETTING, legal, play
from ..sizes import MOST_TOKENS


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
        state.stack[i] = heights[i] | (tops[i] << 8)
        state.spot[i] = i
        state.place[i] = i
    state.stacks = stacks


@kernel
def play_out(settings: Any, states: Any, after: Any, move: Any, heights: Any, tops: Any) -> Any:
    """Play a move (B5) on a copy, and write down the heights and tops that it leaves; returns how many stacks."""
    after[0] = states[0]
    play(settings[0], after[0], move)
    stacks = np.int64(after[0].stacks)
    for i in range(stacks):
        heights[i] = np.int64(after[0].stack[i]) & 0xFF
        tops[i] = np.int64(after[0].stack[i]) >> 8
    return stacks


@kernel
def legal_moves(settings: Any, states: Any, moves: Any) -> Any:
    """All legal moves (B4); returns how many."""
    settings[0].tokens = states[0].stacks
    return legal(settings[0], states[0], moves)


def stacks_of(position: Heights) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The heights and the top colours of a position's stacks."""
    heights = [height for colour in position for height in colour]
    tops = [number for number, colour in enumerate(position) for _ in colour]
    return np.array(heights, np.int64), np.array(tops, np.int64)


def from_stacks(heights: NDArray[np.int64], tops: NDArray[np.int64]) -> Heights:
    """The position of these stacks."""
    colours: dict[int, list[int]] = {}
    for height, top in zip(heights.tolist(), tops.tolist(), strict=True):
        colours.setdefault(top, []).append(height)
    return canonical(colours.values())


def moves(position: Heights) -> list[Move]:
    """All different moves."""
    heights, tops = stacks_of(position)
    settings, states, after = one(SETTING), one(LARGE_STATE), one(LARGE_STATE)
    found = np.zeros(MOST_MOVES, np.int64)
    set_up(states, heights, tops, len(heights))
    different: dict[tuple[Any, ...], Move] = {}
    left_heights, left_tops = np.zeros_like(heights), np.zeros_like(tops)
    for move in found[: legal_moves(settings, states, found)]:
        a, b = divmod(int(move), MOST_TOKENS)
        colour, onto_colour = position[tops[a]], position[tops[b]]
        same = bool(tops[a] == tops[b])
        key = (heights[a], colour, heights[b], onto_colour, same)
        if key not in different:
            left = play_out(settings, states, after, move, left_heights, left_tops)
            result = from_stacks(left_heights[:left], left_tops[:left])
            different[key] = Move(int(heights[a]), colour, int(heights[b]), onto_colour, same, result)
    return list(different.values())
