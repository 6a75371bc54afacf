"""All tables that the kernels read, for one number of tokens and one limit on colours.

They are laid out in two flat arrays, `t` of 32-bit and `u` of 64-bit numbers, whose sections are found through the
first entries of `u`: kernels that pass two arrays around compile in seconds and count no references, kernels that
pass a dozen do not. Behind each section is a small kernel that reads it.
"""

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ....core.kernel import kernel
from .blocks import Blocks, blocks
from .errors import AtlasError
from .partitions import MOST_TOKENS, Partitions, partitions

# Where the sections begin, in `t` and in `u`.
TOKENS, BLOCKS, WITH_PARTS, PARTS, STEPS, MERGES, STEP, MERGED, GROUPS, GROUP, CHANGE = range(11)
FIRST, MASK, CHOOSE_FIRST, CHOOSE, STRIDE, CHANGES, HEADER = range(11, 18)


@kernel
def first_index(u: Any, weight: Any) -> Any:
    """The index of the first partition of a weight."""
    return u[u[FIRST] + weight]


@kernel
def parts_mask(u: Any, index: Any) -> Any:
    """A bit for each part size of a partition, bit 0 for part 1."""
    return np.uint64(u[u[MASK] + index])


@kernel
def part_count(t: Any, u: Any, index: Any) -> Any:
    """How many parts a partition has."""
    return np.int64(t[u[PARTS] + index])


@kernel
def first_id(t: Any, u: Any, weight: Any, parts: Any) -> Any:
    """The first id of a weight with at least this many parts."""
    return np.int64(t[u[WITH_PARTS] + weight * (u[TOKENS] + 2) + parts])


@kernel
def steps_at(t: Any, u: Any, index: Any) -> Any:
    """Where the steps of a partition begin; a step is three numbers: part, id without it, id with it doubled."""
    return u[STEP] + 3 * np.int64(t[u[STEPS] + index])


@kernel
def merges_at(t: Any, u: Any, index: Any) -> Any:
    """Where the ids after each merge of two parts of a partition begin."""
    return u[MERGED] + t[u[MERGES] + index]


@kernel
def below_id(u: Any, weight: Any, j: Any, number: Any) -> Any:
    """How many multisets of j ids of this weight are all below `number`."""
    if j == 1:
        return np.int64(number)
    return u[u[CHOOSE] + u[u[CHOOSE_FIRST] + weight * (u[TOKENS] + 2) + j] + number]


@kernel
def base_of(u: Any, block: Any) -> Any:
    """The rank of the first position of a block."""
    return u[u[STRIDE] + block * (u[TOKENS] + 1)]


@kernel
def stride_of(u: Any, block: Any, weight: Any) -> Any:
    """What a step of this weight's digit is worth in this block; 0 if there is no such digit."""
    return u[u[STRIDE] + block * (u[TOKENS] + 1) + weight]


@kernel
def groups_at(t: Any, u: Any, block: Any) -> Any:
    """Where the groups of a block begin; a group is two numbers: weight and count."""
    return u[GROUP] + 2 * np.int64(t[u[GROUPS] + block])


@kernel
def changes_at(u: Any, block: Any) -> Any:
    """Where the changes of a block begin: [gaining group, losing group, amount]."""
    return u[CHANGE] + u[u[CHANGES] + block]


class Space(NamedTuple):
    """The numbered positions of a number of tokens, in at most a number of colours."""

    tokens: int
    colours: int
    positions: int
    bits: int
    """Ranks go below this; a few at the end of each block stand for nothing."""
    blocks: int
    sizes: NDArray[np.int64]
    """How many positions each block has."""
    t: NDArray[np.int32]
    u: NDArray[np.int64]
    with_parts: NDArray[np.int32]
    restricted: NDArray[np.int32]
    numbering: NDArray[np.int32]


Sections = dict[int, NDArray[Any]]


def sections(part: Partitions, made: Blocks) -> tuple[Sections, Sections]:
    """What goes into `t` and into `u`."""
    in_t = {
        WITH_PARTS: part.with_parts,
        PARTS: part.partition["parts"].copy(),
        STEPS: part.partition["steps"].copy(),
        MERGES: part.partition["merges"].copy(),
        STEP: part.step.view(np.int32),
        MERGED: part.merged,
        GROUPS: made.block["groups"],
        GROUP: made.group.view(np.int32),
        CHANGE: made.change,
    }
    in_u = {
        FIRST: part.first,
        MASK: part.partition["mask"].astype(np.int64),
        CHOOSE_FIRST: made.choose_first,
        CHOOSE: made.choose,
        STRIDE: made.stride,
        CHANGES: made.block["changes"],
    }
    return in_t, in_u


def flatten(tokens: int, blocks: int, in_t: Sections, in_u: Sections) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
    """Lay the sections out one after the other, letting go of each, so that memory never holds all of them twice."""
    t = np.empty(sum(each.size for each in in_t.values()), np.int32)
    u = np.empty(HEADER + sum(each.size for each in in_u.values()), np.int64)
    u[TOKENS] = tokens
    u[BLOCKS] = blocks
    for flat, left, at in ((t, in_t, 0), (u, in_u, HEADER)):
        while left:
            name, section = left.popitem()
            u[name] = at
            flat[at : at + section.size] = section.ravel()
            at += section.size
    return t, u


def check_size(tokens: int, colours: int) -> None:
    """Refuse a space that cannot be."""
    if not 1 <= tokens <= MOST_TOKENS:
        raise AtlasError(f"the atlas goes from 1 to {MOST_TOKENS} tokens, not {tokens}")
    if colours < 1:
        raise AtlasError("there must be at least one colour")


@lru_cache(maxsize=3)
def space(tokens: int, colours: int | None = None) -> Space:
    """The space of positions; `colours` None means as many as there are tokens."""
    limit = tokens if colours is None else min(colours, tokens)
    check_size(tokens, limit)
    part = partitions(tokens)
    made = blocks(part.first, tokens, limit)
    sizes, end = made.block["size"][:-1].copy(), int(made.block["base"][-1])
    with_parts, restricted, numbering = part.with_parts, part.restricted, made.numbering
    in_t, in_u = sections(part, made)
    del part, made
    t, u = flatten(tokens, len(sizes), in_t, in_u)
    return Space(
        tokens=tokens,
        colours=limit,
        positions=int(sizes.sum()),
        bits=end,
        blocks=len(sizes),
        sizes=sizes,
        t=t,
        u=u,
        with_parts=with_parts,
        restricted=restricted,
        numbering=numbering,
    )
