"""What an unfinished circle is worth to a colour: points and pawns it brings on average, learned from self-play.

A circle is seen from one colour: gold or not, cells open, its own sixths, the other colours' sixths (their names do
not matter). The table (`learned.py`, made by `python -m sommet.games.on_top.bots.learn`) gives the expected points of
that colour there plus its expected pawns, each of which is a point it will not lose (T21).
"""

import numpy as np
from numpy.typing import NDArray

from ..rules import NOBODY, OPEN, VERDICT
from .learned import CELLS, VALUES

CODES = 1 << OPEN + 3
COUNTS = 7  # 0 to 6 sixths

Worth = NDArray[np.float32]  # gold, open, own, others (three, descending)


def empty() -> Worth:
    """A table that knows nothing."""
    return np.zeros((2,) + (COUNTS,) * 5, np.float32)


def learned() -> Worth:
    """The table that came with the package."""
    table = empty()
    table.ravel()[list(CELLS)] = VALUES
    return table


def _circles() -> NDArray[np.int64]:
    """The numbers of all circles there can be (see the rules): their sixths and open cells are at most six."""
    codes = np.arange(CODES)
    return codes[sum((codes >> 3 * digit) & 7 for digit in range(5)) < COUNTS]


CIRCLES = _circles()


def places() -> NDArray[np.int32]:
    """Per colour and circle: where it is in one gold half of a table."""
    found = np.zeros((4, len(CIRCLES)), np.int32)
    for row, code in enumerate(CIRCLES.tolist()):
        counts = [code >> 3 * colour & 7 for colour in range(4)]
        for colour in range(4):
            others = sorted((counts[other] for other in range(4) if other != colour), reverse=True)
            for digit in (code >> OPEN, counts[colour], *others):
                found[colour, row] = found[colour, row] * COUNTS + digit
    return found


def by_circle(worth: Worth) -> NDArray[np.float32]:
    """Per colour, gold and circle: its worth."""
    return np.ascontiguousarray(worth.reshape(2, -1)[:, places()].transpose(1, 0, 2))


def finished() -> NDArray[np.float32]:
    """The same, of finished circles only: what they bring, exactly (T15 to T18)."""
    table = np.zeros((4, 2, len(CIRCLES)), np.float32)
    for row, code in enumerate(CIRCLES.tolist()):
        verdict = int(VERDICT[code]) if code < len(VERDICT) else NOBODY
        leader, seconds = verdict & 7, verdict >> 3
        if leader != NOBODY:
            for gold in (0, 1):
                table[leader, gold, row] = 1 + ((1 + seconds.bit_count()) << gold)
                for colour in range(4):
                    table[colour, gold, row] += seconds >> colour & 1
    return table


WORTH = np.stack([finished(), by_circle(learned())])  # what is finished counts; or what is to be expected
