"""What an unfinished circle is worth to a colour: points and pawns it brings on average, learned from self-play.

A circle is seen from one colour: gold or not, cells open, its own sixths, the other colours' sixths (their names do
not matter). The table (`worth.npz`, made by `python -m sommet.games.on_top.bots.learn`) gives the expected points of
that colour there plus its expected pawns, each of which is a point it will not lose (T21).
"""

from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from ..rules import NOBODY, OPEN, VERDICT

CODES = 1 << OPEN + 3
COUNTS = 7  # 0 to 6 sixths
FILE = Path(__file__).with_name("worth.npz")

Worth = NDArray[np.float32]  # gold, open, own, others (three, descending)


def empty() -> Worth:
    """A table that knows nothing."""
    return np.zeros((2,) + (COUNTS,) * 5, np.float32)


@lru_cache(maxsize=1)
def learned() -> Worth:
    """The table that came with the package."""
    with np.load(FILE) as data:
        cells, values = data["cells"], data["values"]
    table = empty()
    table.ravel()[cells] = values
    return table


@lru_cache(maxsize=1)
def places() -> NDArray[np.int32]:
    """Per colour and circle's number (see the rules): where it is in one gold half of a table; -1: no such circle."""
    found = np.full((4, CODES), -1, np.int32)
    for code in range(CODES):
        counts = [code >> 3 * colour & 7 for colour in range(4)]
        still_open = code >> OPEN
        if sum(counts) + still_open > 6 or max(counts) > 6:
            continue
        for colour in range(4):
            others = sorted((counts[other] for other in range(4) if other != colour), reverse=True)
            place = 0
            for digit in (still_open, counts[colour], *others):
                place = place * COUNTS + digit
            found[colour, code] = place
    return found


def by_code(worth: Worth) -> NDArray[np.float32]:
    """Per colour, gold and circle's number: its worth."""
    halves = worth.reshape(2, -1)
    where = places()
    return np.where(where[:, None, :] >= 0, halves[:, where].transpose(1, 0, 2), 0).astype(np.float32)


@lru_cache(maxsize=1)
def learned_by_code() -> NDArray[np.float32]:
    """Of the table that came with the package."""
    return by_code(learned())


@lru_cache(maxsize=1)
def finished_by_code() -> NDArray[np.float32]:
    """As `by_code`, of finished circles only: what they bring, exactly (T15 to T18)."""
    table = np.zeros((4, 2, CODES), np.float32)
    for code, verdict in enumerate(VERDICT.tolist()):
        leader, seconds = verdict & 7, verdict >> 3
        if leader != NOBODY:
            for gold in (0, 1):
                table[leader, gold, code] = 1 + ((1 + seconds.bit_count()) << gold)
                for colour in range(4):
                    table[colour, gold, code] += seconds >> colour & 1
    return table
