"""Check an atlas against the rules: play every move of a position, and see whether its bit agrees with theirs."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ....core.arrays import one
from ....core.kernel import kernel
from ..rules import LARGE_STATE, MOST_MOVES, SETTING
from .digits import REST_SHAPE
from .ranking import WORK_SHAPE, block_holding, id_holding
from .rests import take_rest
from .segments import SEGMENT_WORDS, is_lost, solve_segment
from .successors import ranks_after
from .tables import BLOCKS, Space, base_of, below_id, first_index, groups_at


@kernel
def disagreements(
    t: Any,
    u: Any,
    with_parts: Any,
    restricted: Any,
    numbering: Any,
    settings: Any,
    states: Any,
    moves: Any,
    bits: Any,
    ranks: Any,
    checked: Any,
) -> Any:
    """How many of these positions are not won exactly if some move leads to a lost one; counts those checked."""
    work = np.zeros(WORK_SHAPE, np.int64)
    out = np.zeros(moves.shape[0], np.int64)
    wrong = 0
    for rank in ranks:
        count = ranks_after(t, u, with_parts, restricted, numbering, settings, states, moves, rank, out, work)
        if count >= 0:
            checked[0] += 1
            won = False
            for i in range(count):
                won = won or is_lost(bits, out[i])
            if won == is_lost(bits, rank):
                wrong += 1
    return wrong


def check(of: Space, bits: NDArray[np.uint64], ranks: NDArray[np.int64]) -> tuple[int, int]:
    """Check these positions through the rules: how many there are (not all ranks stand for one), how many are wrong."""
    checked = np.zeros(1, np.int64)
    states = np.zeros(2, LARGE_STATE)
    tables = (of.t, of.u, of.with_parts, of.restricted, of.numbering)
    moves = np.zeros(MOST_MOVES, np.int64)
    wrong = disagreements(*tables, one(SETTING), states, moves, bits, ranks, checked)
    return int(checked[0]), int(wrong)


def ranks_by_rules(of: Space, rank: int) -> set[int]:
    """The ranks that the rules' own moves lead to; none for a rank that stands for nothing."""
    out = np.zeros(MOST_MOVES, np.int64)
    tables = (of.t, of.u, of.with_parts, of.restricted, of.numbering)
    work = np.zeros(WORK_SHAPE, np.int64)
    count = ranks_after(
        *tables, one(SETTING), np.zeros(2, LARGE_STATE), np.zeros(MOST_MOVES, np.int64), np.int64(rank), out, work
    )
    return set(out[: max(count, 0)].tolist())


@kernel
def decide(t: Any, u: Any, bits: Any, rank: Any, rest: Any, open_: Any) -> Any:
    """Whether a position is lost, by the atlas's own moves in rank space, as if it were a segment of one."""
    block = block_holding(u, u[BLOCKS], rank)
    start = groups_at(t, u, block)
    w = np.int64(t[start])
    count = np.int64(t[start + 1])
    ids = first_index(u, w + 1) - first_index(u, w)
    radix = below_id(u, w, count, ids)
    left = rank - base_of(u, block)
    digit = left % radix
    others = np.int64(0)
    runner = ids - 1
    for i in range(count):
        runner = id_holding(u, w, count - i, runner, digit)
        digit -= below_id(u, w, count - i, runner)
        if i < count - 1:
            others += below_id(u, w, count - 1 - i, runner)
    number = left // radix
    if count > 1:
        number = number * below_id(u, w, count - 1, ids) + others
    colours, different, row, _ = take_rest(t, u, block, number, rest)
    solve_segment(t, u, bits, rest, colours, different, block, w, row, runner, runner + 1, open_)
    return open_[0] != 0 and row + runner == rank


def lost_in_rank_space(of: Space, bits: NDArray[np.uint64], rank: int) -> bool:
    """Whether a position is lost if the others' bits are these."""
    rest = np.zeros(REST_SHAPE, np.int32)
    return bool(decide(of.t, of.u, bits, rank, rest, np.zeros(SEGMENT_WORDS, np.uint64)))
