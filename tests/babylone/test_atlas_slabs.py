"""Slabs, as a GPU goes through them, lane by lane: what they find is what the segments of a core find."""

from typing import Any, cast

import numpy as np
import pytest
from numpy.typing import NDArray

from sommet.games.babylone.atlas import held_digits, items, levels, plans, slabs
from sommet.games.babylone.atlas.build import solve
from sommet.games.babylone.atlas.tables import HEADER, Space


def plain(kernel: Any) -> Any:
    """A kernel as plain Python: nothing is compiled for spaces this small."""
    return cast(Any, kernel).in_way("interpreted")


class Slabs:
    """All slabs of a space, one after the other, one lane after the other."""

    def __init__(self, of: Space) -> None:
        self.of = of
        self.bits: NDArray[np.uint64] = np.zeros(of.bits // 64 + 1, np.uint64)
        self.at = tuple(map(int, of.u[:HEADER]))
        self.tables = (of.t, of.u, self.at)
        self.plan = np.zeros(plans.PLAN_SHAPE, np.uint8)
        self.held = np.zeros(plans.HELD_SHAPE, np.uint16)
        self.digits = np.zeros(plans.DIGITS_SHAPE, np.uint32)
        self.items = np.zeros(items.LIST_SHAPE, np.uint32)
        self.ranks = np.zeros(items.MOST_ITEMS, np.int64)
        self.other = np.zeros(held_digits.MOST_OTHERS, np.int32)

    def level(self, level: int) -> int:
        """Solve all positions with this many stacks; how many there are."""
        solved = 0
        for block in range(self.of.blocks):
            plain(plans.make_plan)(self.of.t, self.at, block, self.plan)
            for number in range(plain(plans.count_slabs)(*self.tables, block)):
                slab = (block, self.plan, number, self.held, self.digits, 0)
                row, stacks = plain(plans.hold_slab)(*self.tables, *slab)
                solved += self.slab(block, row, level - stacks)
        return solved

    def listed(self, block: int) -> tuple[int, int]:
        """List the moves of the slab that is held: how many leave the runner alone, where those with it begin."""
        second = int(self.plan[plans.NUMBER, plans.SECOND])
        up, down = min(second, 1), items.MOST_ITEMS - 2 * second
        for part in range(1, second + 1):
            plain(items.list_second)(self.plan, 0, part, self.items, 0, items.MOST_ITEMS)
        outer = plain(items.outer_of)(self.plan)
        for x, y in ((x, y) for x in range(outer) for y in range(outer)):
            more, with_runner = plain(items.count_items)(*self.tables, self.plan, self.held, 0, x, y)
            if more + with_runner:
                plain(items.list_items)(*self.tables, self.plan, self.held, 0, x, y, self.items, up, down)
            up, down = up + more, down - with_runner
        assert up <= down
        for i in (*range(up), *range(down, items.MOST_ITEMS)):
            held = (self.plan, self.held, self.digits)
            plain(items.complete)(*self.tables, block, *held, self.ranks, self.items, i)
        return up, down

    def slab(self, block: int, first_row: int, left: int) -> int:
        """Solve the positions of the slab that is held in which its two colours have so many stacks."""
        w, v = (int(self.plan[plans.NUMBER, which]) for which in (plans.RUNNER, plans.SECOND))
        first, segments = plain(plans.segments_of)(self.of.t, self.at, self.plan, self.held, 0, left, 0, 1)
        up, down = self.listed(block)
        solved = 0
        for segment in range(first, first + segments):
            s, row, parts = 0, first_row, left
            if v:
                s = segment
                stride = plain(plans.stride_in)(self.of.u, self.at, block, v)
                row += stride * plain(plans.below)(self.of.u, self.at, v, 2 if v == w else 1, s)
                parts -= plain(plans.parts_of)(*self.tables, v, s)
            low, high = (plain(plans.first_with)(self.of.t, self.at, w, parts + more) for more in (0, 1))
            high = min(high, s + 1) if v == w else high
            if high > low:
                solved += high - low
                self.segment(s, row, low, high, up, down)
        return solved

    def segment(self, s: int, row: int, low: int, high: int, up: int, down: int) -> None:
        """Solve one segment, of 64 positions at most."""
        lane = (*self.tables, self.bits, self.plan, self.held, self.digits, 0, s, self.other)
        lists = (self.ranks, self.items)
        open_ = plain(slabs.after_rest_moves)(*lane, low, high - low, *lists, 0, up)
        for number in range(low, high):
            bit = np.uint64(1) << np.uint64(number - low)
            if open_ & bit and plain(slabs.runner_wins)(*lane, row, number, *lists, down, items.MOST_ITEMS):
                open_ ^= bit
        plain(levels.write_won)(self.bits, row + low, high - low, np.array([open_]))


@pytest.mark.filterwarnings("ignore:overflow encountered")
@pytest.mark.parametrize(("tokens", "colours"), [(1, None), (4, None), (10, None), (14, 3), (16, 2)])
def test_slabs_find_what_segments_find(tokens: int, colours: int | None) -> None:
    """Every position, of spaces in which colours of the same weight, and of one, come up in all their places."""
    of, expected = solve(tokens, colours, threads=1)
    all_slabs = Slabs(of)
    assert sum(map(all_slabs.level, range(1, tokens + 1))) == of.positions
    assert np.array_equal(all_slabs.bits, expected)
