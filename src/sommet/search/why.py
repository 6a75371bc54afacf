"""Why this move, as numbers (`core.phrases`): the phrases that every game may use, and what is said of chances."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..core.kernel import kernel
from ..core.phrases import MOST_GAPS, MOVE, NUMBER, PART, START, Gap, Phrase, Phrases

FEW = 20  # visits: of what was tried less often nothing is said
MOST_ROWS = 96
NOTHING = -1  # no row

# A game's table begins with these, so that their numbers are the same in all of them.
SENTENCE_TEXT, LIST_TEXT, JOINED_TEXT = "{text}.", "{first}, {second}", "{first}{second}"
GENERAL = (
    Phrase("reasons.only"),
    Phrase("reasons.chance", Gap("percent", NUMBER)),
    Phrase("reasons.next", Gap("first", PART), Gap("other", MOVE), Gap("percent", NUMBER)),
    Phrase("reasons.close", Gap("first", PART), Gap("other", MOVE)),
    Phrase("reasons.certain"),
    Phrase("reasons.hopeless"),
    Phrase("reasons.shares", Gap("percent", NUMBER)),
    Phrase("reasons.both", Gap("first", PART), Gap("second", PART)),
    Phrase("", Gap("text", START), text=SENTENCE_TEXT),
    Phrase("", Gap("first", PART), Gap("second", PART), text=LIST_TEXT),
    Phrase("", Gap("first", PART), Gap("second", PART), text=JOINED_TEXT),
)
PHRASES = Phrases(*GENERAL)
ONLY, CHANCE, NEXT, CLOSE, CERTAIN, HOPELESS, SHARES, BOTH = (
    PHRASES.code(f"reasons.{name}")
    for name in ("only", "chance", "next", "close", "certain", "hopeless", "shares", "both")
)
SENTENCE, LIST, JOINED = (PHRASES.code(text) for text in (SENTENCE_TEXT, LIST_TEXT, JOINED_TEXT))


class Said(NamedTuple):
    """Rows of phrases, and `size[0]`: how many."""

    rows: NDArray[np.int64]
    size: NDArray[np.int64]


def new_said() -> Said:
    """Nothing is said yet."""
    return Said(np.zeros((MOST_ROWS, 2 + MOST_GAPS), np.int64), np.zeros(1, np.int64))


@kernel
def say(said: Any, phrase: Any, a: Any, b: Any, c: Any, d: Any) -> Any:
    """A row with this phrase and the values of its gaps (any, where it has fewer), as part of another; its number."""
    row = said.size[0]
    if row == said.rows.shape[0]:
        return np.int64(NOTHING)
    said.size[0] = row + 1
    said.rows[row, 0] = phrase
    said.rows[row, 1] = 0
    said.rows[row, 2] = a
    said.rows[row, 3] = b
    said.rows[row, 4] = c
    said.rows[row, 5] = d
    return row


@kernel
def tell(said: Any, row: Any) -> Any:
    """Have that row told, as a sentence."""
    if row != NOTHING:
        said.rows[row, 1] = 1


@kernel
def sentence(said: Any, row: Any) -> Any:
    """Have it told with a capital and a full stop."""
    if row != NOTHING:
        tell(said, say(said, SENTENCE, row, 0, 0, 0))


@kernel
def listed(said: Any, row: Any, other: Any) -> Any:
    """Two rows with a comma between them, or the one there is."""
    if row == NOTHING:
        return np.int64(other)
    return np.int64(row) if other == NOTHING else say(said, LIST, row, other, 0, 0)


@kernel
def percent(share: Any) -> Any:
    """In whole hundredths; to the even one where it lies between two."""
    hundredths = 100.0 * share
    whole = np.floor(hundredths)
    rest = hundredths - whole
    if rest > 0.5 or (rest == 0.5 and whole % 2.0 == 1.0):
        whole += 1.0
    return np.int64(whole)


@kernel
def tried(told: Any, row: Any) -> Any:
    """Whether a move's value is a chance to win: proved, played out, or tried often enough to tell."""
    if told.exact[0] != 0:
        return True
    for k in range(told.size[0]):
        if told.visits[k] > 1:
            return told.visits[row] >= FEW
    return told.visits[row] > 0


@kernel
def chances(told: Any, said: Any, besides: Any) -> Any:
    """How good the best move is, what is to be said `besides` (a row), and what comes next."""
    best = told.values[0]
    if not tried(told, 0):
        sentence(said, besides)
        return
    if told.exact[0] != 0 and (best == 0.0 or best == 1.0):
        sentence(said, listed(said, say(said, CERTAIN if best == 1.0 else HOPELESS, 0, 0, 0, 0), besides))
        return
    share = percent(best)
    row = listed(said, say(said, CHANCE, share, 0, 0, 0), besides)
    other = 1
    while other < told.size[0] and told.visits[other] == told.visits[0] and told.values[other] == best:
        other += 1
    if share > 0 and other < told.size[0] and tried(told, other):
        worth = percent(told.values[other])
        if worth < share:
            row = say(said, NEXT, row, told.moves[other], worth, 0)
        else:
            row = say(said, CLOSE, row, told.moves[other], 0, 0)
    sentence(said, row)
