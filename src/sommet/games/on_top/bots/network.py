"""A small network that judges a position after a placement: what each seat may expect of it.

It is a sum of rows and two small layers. Every unfinished circle is a row, as the seat sees its colours (`worth`); so
are the pawns, the tiles laid and to come, the leads and who has just laid a tile. Every pair of empty cells, where a
tile may come to lie, is looked at as well: the rows of the four circles under it are added up, what is below 0 is left
out, and the rest is added to what the layers are given. What it learned from (`weights.py`; `training/`): of every
position many placements, each played out many times by the table of worths. Those in the package were made on a GPU.
"""

from base64 import b85decode
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ....core.arrays import Field, Records, record_type
from ....core.bits import popcount
from ....core.kernel import kernel
from ....core.numbers import exp
from ..declared import PAWNS, SMALL, TILES
from ..rules import EMPTY, OPEN, WRITTEN
from .weights import NETWORKS
from .worth import CIRCLES, CODES, kind_of_board, place_of

UNITS, PAIR_UNITS, LAYER = 64, 32, 32
GIVEN = UNITS + PAIR_UNITS  # to the first layer
WIN, LEAD = 0, 1  # what comes out

FINISHED = int((CIRCLES >> OPEN == 0).sum())  # of CIRCLES, the first so many
PLAIN = len(CIRCLES) - FINISHED  # rows of circles that are not golden; as many golden ones follow
ROWS = 2 * PLAIN
BORDER_CELLS = 3  # at most, around a golden crossing (T5)

# Where the rows of everything else begin. Roles: one's own colour, the rivals' by turn, those that nobody plays.
ROLES = 5
MOST_LEAD, PAIRS_A_ROW, PAIR_ROWS = 20, 4, 32
OBTUSE = TILES // 2  # of a colour: tiles that have it at an obtuse corner (T3)
AT_PAWNS = 0
AT_LAID = AT_PAWNS + ROLES * (PAWNS + 1)
AT_LEAD = AT_LAID + 2 * (TILES + 1)
AT_PAIRS = AT_LEAD + 3 * (2 * MOST_LEAD + 1)
AT_TO_COME = AT_PAIRS + PAIR_ROWS
AT_TURN = AT_TO_COME + ROLES * (OBTUSE + 1)
OTHERS = AT_TURN + 4
NOTED = 16  # of those a position has fewer

AROUND = 5  # a pair's surroundings: how many cells beside it are empty, whether it has contact (T12), whose turn it was
CONTEXTS = 4 * 2 * AROUND

TABLES = (  # in bytes, with a scale for each column
    ("direct", ROWS, UNITS),
    ("other", OTHERS, UNITS),
    ("obtuse", ROWS, PAIR_UNITS),
    ("acute", ROWS, PAIR_UNITS),
    ("context", CONTEXTS, PAIR_UNITS),
)
LAYERS = (("first", GIVEN + 1, LAYER), ("second", LAYER + 1, LAYER), ("third", LAYER + 1, 2))  # last: what is added

NETWORK: tuple[Field, ...] = (  # a guide's fields for it
    ("row", np.int16, (4, CODES)),  # per seat: an unfinished circle's row
    *((name, np.float32, (rows, columns)) for name, rows, columns in (*TABLES, *LAYERS)),
    ("total", np.float32, GIVEN),  # room to reckon in: every thread has a guide of its own
    ("hidden", np.float32, (2, LAYER)),
    ("noted", np.int16, NOTED),
    ("at", np.int16, SMALL[2]),
    ("listed", np.int16, SMALL[2]),
    ("out", np.float64, 2),
)


def _used() -> NDArray[np.int64]:
    """The rows of circles that there can be: a golden one has few cells. Only these are kept."""
    circles = CIRCLES[FINISHED:]
    cells = sum((circles >> 3 * digit) & 7 for digit in range(5))
    return np.flatnonzero(np.concatenate([cells > 0, cells <= BORDER_CELLS]))


USED = _used()
LEARNED_TYPE = record_type(  # one kind of game's weights as they are kept
    ("scales", np.float32, sum(columns for _, _, columns in TABLES)),
    ("layers", np.float32, sum(rows * columns for _, rows, columns in LAYERS)),
    ("tables", np.int8, sum((len(USED) if rows == ROWS else rows) * columns for _, rows, columns in TABLES)),
)


def packed(weights: dict[str, NDArray[np.float32]]) -> bytes:
    """The same as bytes: scales, layers, tables."""
    scales, tables = [], []
    for name, rows, _ in TABLES:
        table = weights[name][USED] if rows == ROWS else weights[name]
        scale = np.maximum(np.abs(table).max(axis=0), 1e-6).astype(np.float32) / np.float32(127)
        scales.append(scale)
        tables.append(np.round(table / scale).astype(np.int8).tobytes())
    layers = [weights[name].astype("<f4").tobytes() for name, _, _ in LAYERS]
    return b"".join([np.concatenate(scales).astype("<f4").tobytes(), *layers, *tables])


def _unpacked() -> Records:
    """Per kind of game."""
    found = np.zeros(len(NETWORKS), LEARNED_TYPE)
    for kept, text in zip(found, NETWORKS, strict=True):
        content, at = b85decode("".join(text)), 0
        for name in ("scales", "layers", "tables"):
            part = kept[name]
            part[...] = np.frombuffer(content, part.dtype.newbyteorder("<"), len(part), at)
            at += part.nbytes
        assert at == len(content)
    return found


LEARNED = _unpacked()  # a desk has it, not the kernels: so a browser fetches it only when somebody thinks with it


@kernel
def set_table(learned: Any, table: Any, at: Any, column_at: Any, circles: Any) -> Any:
    """Fill a table of the guide; where the next one begins."""
    columns = table.shape[1]
    rows = USED.shape[0] if circles else table.shape[0]
    for k in range(rows):
        row = USED[k] if circles else k
        for column in range(columns):
            scale = learned.scales[column_at + column]
            table[row, column] = np.float32(learned.tables[at + k * columns + column]) * scale
    return at + rows * columns


@kernel
def set_layer(learned: Any, layer: Any, at: Any) -> Any:
    """Fill a layer; where the next one begins."""
    columns = layer.shape[1]
    for row in range(layer.shape[0]):
        for column in range(columns):
            layer[row, column] = learned.layers[at + row * columns + column]
    return at + layer.shape[0] * columns


@kernel
def set_network(setting: Any, guide: Any, learned: Any) -> Any:
    """The weights for this kind of game, from what is kept, and each circle's row as each seat sees it.

    With two players it does not matter which of the colours is which that nobody plays.
    """
    at = set_table(learned, guide.direct, 0, 0, True)
    at = set_table(learned, guide.other, at, UNITS, False)
    at = set_table(learned, guide.obtuse, at, 2 * UNITS, True)
    at = set_table(learned, guide.acute, at, 2 * UNITS + PAIR_UNITS, True)
    set_table(learned, guide.context, at, 2 * UNITS + 2 * PAIR_UNITS, False)
    at = set_layer(learned, guide.first, 0)
    at = set_layer(learned, guide.second, at)
    set_layer(learned, guide.third, at)
    set_rows(setting, guide)


@kernel
def set_rows(setting: Any, guide: Any) -> Any:
    """`guide.row`."""
    for seat in range(setting.players):
        for place in range(FINISHED, CIRCLES.shape[0]):
            seen = np.int64(CIRCLES[place])
            circle = seen >> OPEN << OPEN
            for role in range(4):
                circle |= (seen >> 3 * role & 7) << 3 * np.int64(setting.order[seat, role])
            if setting.players == 2 and seen >> 6 & 7 < seen >> 9 & 7:
                seen = seen & ~(63 << 6) | (seen >> 9 & 7) << 6 | (seen >> 6 & 7) << 9
            guide.row[seat, circle] = place_of(seen) - FINISHED


@kernel
def row_at(setting: Any, row: Any, state: Any, crossing: Any) -> Any:
    """The row of the circle at a crossing, if it is not finished; `row` is the seat's."""
    return np.int64(row[state.circle[crossing]]) + PLAIN * np.int64(setting.gold[crossing])


@kernel
def lead_row(lead: Any) -> Any:
    """A lead's place among the rows of leads."""
    return MOST_LEAD + min(max(lead, -MOST_LEAD), MOST_LEAD)


@kernel
def note_others(setting: Any, state: Any, seat: Any, last: Any, into: Any) -> Any:
    """The rows of all that is not a circle, as that seat sees it after `last` has laid a tile; how many."""
    players = np.int64(setting.players)
    count = 0
    for role in range(4):
        colour = np.int64(setting.order[seat, role])
        sort: Any = min(role, players)
        to_come = np.int64(0)
        for place in range(state.ply, TILES):
            tile = state.tiles[place]
            to_come += np.int64(WRITTEN[tile, 1] == colour) + np.int64(WRITTEN[tile, 3] == colour)
        into[count] = AT_PAWNS + sort * (PAWNS + 1) + np.int64(state.pawns[colour])
        into[count + 1] = AT_TO_COME + sort * (OBTUSE + 1) + to_come
        count += 2
    left = np.int64(0)
    for word in range(state.alive.shape[0]):
        left += np.int64(popcount(state.alive[word]))
    into[count] = AT_LAID + (TILES + 1) * kind_of_board(setting) + np.int64(state.ply)
    rows: Any = min((left + PAIRS_A_ROW - 1) // PAIRS_A_ROW, PAIR_ROWS - 1)
    into[count + 1] = AT_PAIRS + rows
    into[count + 2] = AT_TURN + (last - seat) % players
    count += 3
    if setting.teams != 0:
        lead = np.int64(state.score[seat]) + np.int64(state.score[(seat + 2) % 4])
        lead -= np.int64(state.score[(seat + 1) % 4]) + np.int64(state.score[(seat + 3) % 4])
        into[count] = AT_LEAD + lead_row(lead)
        return count + 1
    for role in range(1, players):
        lead = np.int64(state.score[seat]) - np.int64(state.score[(seat + role) % players])
        into[count] = AT_LEAD + (role - 1) * (2 * MOST_LEAD + 1) + lead_row(lead)
        count += 1
    return count


@kernel
def add_rows(table: Any, rows: Any, count: Any, total: Any) -> Any:
    """Add the first `count` of the rows to `total`, in their order. (By fours, see `add_four`.)"""
    at = 0
    while at + 4 <= count:
        a = np.int64(rows[at])
        b = np.int64(rows[at + 1])
        c = np.int64(rows[at + 2])
        d = np.int64(rows[at + 3])
        for unit in range(UNITS):
            total[unit] = total[unit] + table[a, unit] + table[b, unit] + table[c, unit] + table[d, unit]
        at += 4
    while at < count:
        a = np.int64(rows[at])
        for unit in range(UNITS):
            total[unit] += table[a, unit]
        at += 1


@kernel
def note_circles(setting: Any, guide: Any, state: Any, seat: Any) -> Any:
    """`guide.at`: every crossing's row; `guide.listed`: those of unfinished circles; how many of these."""
    row = guide.row[seat]
    count = 0
    for crossing in range(setting.crossings):
        at = row_at(setting, row, state, crossing)
        guide.at[crossing] = at
        guide.listed[count] = at
        count += int(state.circle[crossing] >> OPEN != 0)
    return count


@kernel
def add_pairs(setting: Any, guide: Any, state: Any, seat: Any, last: Any) -> Any:
    """`guide.total`, its last part: what every pair of empty cells adds, by `guide.at`."""
    total = guide.total
    turn = 2 * AROUND * ((last - seat) % np.int64(setting.players))
    for word in range(state.alive.shape[0]):
        pairs = state.alive[word]
        while pairs != 0:
            lowest = pairs & (~pairs + np.uint64(1))
            pair = 64 * word + np.int64(popcount(lowest - np.uint64(1)))
            context = turn + AROUND * np.int64(state.contact[word] & lowest != 0)
            pairs ^= lowest
            for k in range(4):
                cell = np.int64(setting.around[pair, k])
                context += np.int64(cell >= 0 and state.cell[cell] == EMPTY)
            a = np.int64(guide.at[setting.corner[2 * pair, 0]])
            b = np.int64(guide.at[setting.corner[2 * pair, 1]])
            c = np.int64(guide.at[setting.corner[2 * pair, 2]])
            d = np.int64(guide.at[setting.corner[2 * pair, 3]])
            for unit in range(PAIR_UNITS):
                acute = guide.acute[a, unit] + guide.acute[c, unit]
                obtuse = guide.obtuse[b, unit] + guide.obtuse[d, unit]
                total[UNITS + unit] += max(guide.context[context, unit] + acute + obtuse, np.float32(0.0))


@kernel
def add_four(given: Any, weights: Any, unit: Any, into: Any) -> Any:
    """What four units add to a layer. (By fours, a sum is fetched and put back less often.)"""
    a = given[unit]
    b = given[unit + 1]
    c = given[unit + 2]
    d = given[unit + 3]
    for k in range(LAYER):
        two = into[k] + a * weights[unit, k] + b * weights[unit + 1, k]
        into[k] = two + c * weights[unit + 2, k] + d * weights[unit + 3, k]


@kernel
def expect(setting: Any, guide: Any, state: Any, seat: Any, last: Any) -> Any:
    """`guide.out`: that seat's share of the win, and of the lead (see `settle`), when `last` has laid a tile."""
    total = guide.total
    for unit in range(GIVEN):
        total[unit] = np.float32(0.0)
    add_rows(guide.direct, guide.listed, note_circles(setting, guide, state, seat), total)
    add_rows(guide.other, guide.noted, note_others(setting, state, seat, last, guide.noted), total)
    for unit in range(UNITS):
        total[unit] = max(total[unit], np.float32(0.0))
    add_pairs(setting, guide, state, seat, last)
    one_layer = guide.hidden[0]
    next_layer = guide.hidden[1]
    for k in range(LAYER):
        one_layer[k] = guide.first[GIVEN, k]
        next_layer[k] = guide.second[LAYER, k]
    for unit in range(0, GIVEN, 4):
        add_four(total, guide.first, unit, one_layer)
    for k in range(LAYER):
        one_layer[k] = max(one_layer[k], np.float32(0.0))
    for unit in range(0, LAYER, 4):
        add_four(one_layer, guide.second, unit, next_layer)
    for what in range(2):
        found = guide.third[LAYER, what]
        for k in range(LAYER):
            found += max(next_layer[k], np.float32(0.0)) * guide.third[k, what]
        guide.out[what] = 1.0 / (1.0 + exp(-np.float64(found)))
