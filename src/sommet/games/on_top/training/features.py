"""What the network is given (`bots/network.py`), as rows of its tables: so PyTorch can reckon with many at once."""

from typing import Any

import numpy as np

from ....core.bits import bit
from ....core.kernel import kernel
from ....core.rules import mover, play
from ..bots.network import AROUND, CONTEXTS, NOTED, OTHERS, ROWS, note_others, row_at, set_rows
from ..rules import EMPTY, OPEN

NO_ROW, NO_OTHER, NO_PAIR = ROWS, OTHERS, CONTEXTS  # nothing stands there


@kernel
def context_of(setting: Any, state: Any, seat: Any, last: Any, pair: Any) -> Any:
    """A pair of empty cells: its surroundings; of another, NO_PAIR."""
    one = bit(pair & 63)
    if state.alive[pair >> 6] & one == 0:
        return NO_PAIR
    context = 2 * AROUND * ((last - seat) % np.int64(setting.players))
    context += AROUND * np.int64(state.contact[pair >> 6] & one != 0)
    for k in range(4):
        cell = np.int64(setting.around[pair, k])
        context += np.int64(cell >= 0 and state.cell[cell] == EMPTY)
    return context


@kernel
def note_state(
    setting: Any, guide: Any, state: Any, seat: Any, last: Any, rows: Any, others: Any, contexts: Any
) -> Any:
    """All rows of a position as that seat sees it after `last` has laid a tile."""
    for crossing in range(setting.crossings):
        rows[crossing] = NO_ROW
        if state.circle[crossing] >> OPEN != 0:
            rows[crossing] = row_at(setting, guide.row[seat], state, crossing)
    count = note_others(setting, state, seat, last, others)
    for k in range(count, NOTED):
        others[k] = NO_OTHER
    for pair in range(setting.pairs):
        contexts[pair] = context_of(setting, state, seat, last, pair)


@kernel
def note_nothing(rows: Any, others: Any, contexts: Any) -> Any:
    """Where there is no placement."""
    for k in range(rows.shape[0]):
        rows[k] = NO_ROW
    for k in range(others.shape[0]):
        others[k] = NO_OTHER
    for k in range(contexts.shape[0]):
        contexts[k] = NO_PAIR


@kernel
def note_placements(
    settings: Any,
    guides: Any,
    which: Any,
    states: Any,
    chosen: Any,
    after: Any,
    work: Any,
    seats: Any,
    rows: Any,
    others: Any,
    contexts: Any,
) -> Any:
    """Positions after their placements, as that one of the `seats` sees them who comes so many after the mover."""
    guide = guides[0]
    for place in range(states.shape[0]):
        setting = settings[which[place]]
        set_rows(setting, guide)
        last = np.int64(mover(setting, states[place]))
        seat = (last + after) % np.int64(setting.players)
        seats[place] = seat
        for k in range(chosen.shape[1]):
            if chosen[place, k] < 0:
                note_nothing(rows[place, k], others[place, k], contexts[place, k])
            else:
                work[0] = states[place]
                play(setting, work[0], np.int64(chosen[place, k]))
                note_state(setting, guide, work[0], seat, last, rows[place, k], others[place, k], contexts[place, k])
