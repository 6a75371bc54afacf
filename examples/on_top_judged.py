"""The kernels of `network_on_top.py`: a small network's judgement of positions, and games to learn from.

A position is judged after a placement, as the seat sees it that laid the tile: every unfinished circle is a row of
numbers, so are the pawns, the tiles laid, the lead and the pairs of cells left. The rows are added up, and two small
layers make of the sum the chance to win and to lead. Two players.
"""

from typing import Any

import numpy as np

from sommet.core.arrays import record_type
from sommet.core.bits import next_word, popcount
from sommet.core.kernel import kernel
from sommet.core.rules import mover, payoff, play, points, redeal
from sommet.games.on_top.bots.guide import candidates, set_gains
from sommet.games.on_top.bots.worth import CIRCLES, kind_of_board, place_of
from sommet.games.on_top.declared import PAWNS, TILES
from sommet.games.on_top.rules import OPEN
from sommet.games.on_top.shape import BOARDS

SEATS, UNITS, LAYER, WIN, LEAD = 2, 64, 32, 0, 1
FIRST = int((CIRCLES >> OPEN == 0).sum())  # of the unfinished circles
GOLDEN = len(CIRCLES) - FIRST
MOST_LEAD, PAIRS_A_ROW, PAIR_ROWS = 20, 4, 32
AT_PAWNS = 2 * GOLDEN  # where the rows of each sort begin: one's own pawns, the rival's, those that nobody plays
AT_LAID = AT_PAWNS + 3 * (PAWNS + 1)
AT_LEAD = AT_LAID + len(BOARDS) * (TILES + 1)
AT_PAIRS = AT_LEAD + 2 * MOST_LEAD + 1
ROWS = AT_PAIRS + PAIR_ROWS
MOST_ROWS = 80  # of a position
TRUST = 0.4  # how much of what a position is worth is what the network says of the next one
POINTS_SCALE = 10.0  # a lead of so many points is half of what there is to lead

NET = record_type(
    ("row", np.int16, (SEATS, 1 << OPEN + 3)),  # per seat and circle
    ("rows", np.float32, (ROWS, UNITS)),
    ("first", np.float32, (UNITS + 1, LAYER)),  # of this and the next two, the last row is what is added
    ("second", np.float32, (LAYER + 1, LAYER)),
    ("third", np.float32, (LAYER + 1, 2)),
    ("before", np.float32, UNITS),  # room to reckon in: the sum of the circles' rows before a placement
    ("sum", np.float32, UNITS),  # of all rows, after it
    ("hidden", np.float32, (2, LAYER)),
    ("out", np.float64, 2),
    ("best", np.float64, 2),
    ("noted", np.uint16, MOST_ROWS),
    of=__name__,
)
WEIGHTS = ("rows", "first", "second", "third")


@kernel
def set_up(settings: Any, guides: Any, nets: Any) -> Any:
    """Which row a circle has as each seat sees it: of two colours that nobody plays, it does not matter which."""
    setting = settings[0]
    set_gains(setting, guides[0])
    for seat in range(SEATS):
        for place in range(FIRST, CIRCLES.shape[0]):
            seen = np.int64(CIRCLES[place])
            circle = seen >> OPEN << OPEN
            for role in range(4):
                circle |= (seen >> 3 * role & 7) << 3 * np.int64(setting.order[seat, role])
            if seen >> 6 & 7 < seen >> 9 & 7:
                seen = seen & ~(63 << 6) | (seen >> 9 & 7) << 6 | (seen >> 6 & 7) << 9
            nets[0].row[seat, circle] = place_of(seen) - FIRST


@kernel
def other_rows(setting: Any, state: Any, seat: Any, into: Any) -> Any:
    """The rows of what is not a circle; how many."""
    for role in range(4):
        into[role] = AT_PAWNS + min(role, 2) * (PAWNS + 1) + np.int64(state.pawns[setting.order[seat, role]])
    into[4] = AT_LAID + (TILES + 1) * kind_of_board(setting) + np.int64(state.ply)
    lead = np.int64(state.score[seat]) - np.int64(state.score[1 - seat])
    into[5] = AT_LEAD + MOST_LEAD + min(max(lead, -MOST_LEAD), MOST_LEAD)
    left = np.int64(0)
    for word in range(state.alive.shape[0]):
        left += np.int64(popcount(state.alive[word]))
    into[6] = AT_PAIRS + min((left + PAIRS_A_ROW - 1) // PAIRS_A_ROW, PAIR_ROWS - 1)
    return 7


@kernel
def row_of(setting: Any, net: Any, seat: Any, crossing: Any, circle: Any) -> Any:
    """An unfinished circle's row."""
    return np.int64(net.row[seat, circle]) + GOLDEN * np.int64(setting.gold[crossing])


@kernel
def add_circles(setting: Any, net: Any, state: Any, seat: Any) -> Any:
    """`net.before`: the rows of all unfinished circles together."""
    rows = net.rows
    total = net.before
    for unit in range(UNITS):
        total[unit] = np.float32(0.0)
    for crossing in range(setting.crossings):
        if state.circle[crossing] >> OPEN != 0:
            row = row_of(setting, net, seat, crossing, state.circle[crossing])
            for unit in range(UNITS):
                total[unit] += rows[row, unit]


@kernel
def add_four(given: Any, weights: Any, unit: Any, into: Any) -> Any:
    """What four units, none of them below 0, add to a layer. (By fours, a sum is fetched and put back less often.)"""
    a = max(given[unit], np.float32(0.0))
    b = max(given[unit + 1], np.float32(0.0))
    c = max(given[unit + 2], np.float32(0.0))
    d = max(given[unit + 3], np.float32(0.0))
    for k in range(LAYER):
        two = into[k] + a * weights[unit, k] + b * weights[unit + 1, k]
        into[k] = two + c * weights[unit + 2, k] + d * weights[unit + 3, k]


@kernel
def judge(setting: Any, net: Any, state: Any, after: Any, seat: Any) -> Any:
    """`net.out`, after that seat's placement: its chance to win, and to lead. `net.before` is of the state before."""
    if after.ended != 0:
        lead = np.float64(points(setting, after, seat) - points(setting, after, 1 - seat)) / POINTS_SCALE
        net.out[WIN] = payoff(setting, after, seat)
        net.out[LEAD] = 0.5 + 0.5 * lead / (1.0 + abs(lead))
        return
    rows = net.rows
    total = net.sum
    for unit in range(UNITS):
        total[unit] = net.before[unit]
    for crossing in range(setting.crossings):
        if state.circle[crossing] != after.circle[crossing]:
            row = row_of(setting, net, seat, crossing, state.circle[crossing])
            for unit in range(UNITS):
                total[unit] -= rows[row, unit]
            if after.circle[crossing] >> OPEN != 0:
                row = row_of(setting, net, seat, crossing, after.circle[crossing])
                for unit in range(UNITS):
                    total[unit] += rows[row, unit]
    for k in range(other_rows(setting, after, seat, net.noted)):
        row = np.int64(net.noted[k])
        for unit in range(UNITS):
            total[unit] += rows[row, unit]
    one_layer = net.hidden[0]
    next_layer = net.hidden[1]
    for k in range(LAYER):
        one_layer[k] = net.first[UNITS, k]
        next_layer[k] = net.second[LAYER, k]
    for unit in range(0, UNITS, 4):
        add_four(total, net.first, unit, one_layer)
    for unit in range(0, LAYER, 4):
        add_four(one_layer, net.second, unit, next_layer)
    for what in range(2):
        found = net.third[LAYER, what]
        for unit in range(LAYER):
            found += max(next_layer[unit], np.float32(0.0)) * net.third[unit, what]
        net.out[what] = 1.0 / (1.0 + np.exp(-np.float64(found)))


@kernel
def choose(setting: Any, net: Any, work: Any, moves: Any, number: Any) -> Any:
    """Which of the first moves of `work[0]` is best; `net.best` is what it brings."""
    seat = mover(setting, work[0])
    add_circles(setting, net, work[0], seat)
    chosen = np.int64(0)
    for k in range(number):
        work[1] = work[0]
        play(setting, work[1], moves[k])
        judge(setting, net, work[0], work[1], seat)
        if k == 0 or net.out[WIN] > net.best[WIN]:
            chosen = np.int64(k)
            net.best[WIN] = net.out[WIN]
            net.best[LEAD] = net.out[LEAD]
    return chosen


@kernel
def choose_any(settings: Any, guides: Any, nets: Any, work: Any, moves: Any) -> Any:
    """The best of all moves."""
    number = candidates(settings[0], guides[0], work[0], moves)
    return moves[choose(settings[0], nets[0], work, moves, number)]


@kernel
def part(rng: Any) -> Any:
    """A random number from 0 to 1."""
    return np.float64(next_word(rng) >> np.uint64(11)) / 9007199254740992.0


@kernel
def note_rows(setting: Any, net: Any, state: Any, seat: Any, into: Any) -> Any:
    """All rows of a position; ROWS where there are no more."""
    count = other_rows(setting, state, seat, into)
    for crossing in range(setting.crossings):
        if state.circle[crossing] >> OPEN != 0 and count < MOST_ROWS:
            into[count] = row_of(setting, net, seat, crossing, state.circle[crossing])
            count += 1
    for k in range(count, MOST_ROWS):
        into[k] = ROWS


@kernel
def watch(
    settings: Any, guides: Any, nets: Any, start: Any, work: Any, rngs: Any, moves: Any, told: Any, rows: Any, aims: Any
) -> Any:
    """Play games and fill `rows` and `aims` with their positions; how many.

    `told`: how many placements are looked at, how often any of them is made, and whether the most promising is made
    otherwise, not the best. After such an error, a position is worth what the network said of the best placement.
    """
    setting = settings[0]
    net = nets[0]
    state = work[0]
    seen = aims[aims.shape[0] - TILES - 1 :]  # room at the end: what the best placement brought, and who erred
    at = 0
    while at + 2 * TILES + 2 <= rows.shape[0]:
        work[0] = start[0]
        redeal(setting, state, rngs[0])
        ply = 0
        while state.ended == 0:
            seat = mover(setting, state)
            number = min(candidates(setting, guides[0], state, moves), np.int64(told[0]))
            chosen = np.int64(0)
            if told[2] == 0.0:
                chosen = choose(setting, net, work, moves, number)
            erred = part(rngs[0]) < told[1]
            if erred:
                chosen = np.int64(part(rngs[0]) * number)
            seen[ply, WIN] = net.best[WIN]
            seen[ply, LEAD] = net.best[LEAD]
            seen[ply, 2] = 1.0 if erred else TRUST
            work[1] = work[0]
            play(setting, state, moves[chosen])
            note_rows(setting, net, state, seat, rows[at + ply])
            ply += 1
        judge(setting, net, work[1], state, seat)
        for back in range(ply - 2, -1, -1):  # of the last position, where the game is over, nothing is to be said
            for what in range(2):
                found = net.out[what]
                if told[2] == 0.0:
                    found = seen[back + 1, 2] * seen[back + 1, what] + (1.0 - seen[back + 1, 2]) * found
                net.out[what] = 1.0 - found
                aims[at + back, what] = 1.0 - found
        at += ply - 1
    return at


@kernel
def duel(settings: Any, guides: Any, nets: Any, start: Any, work: Any, rngs: Any, moves: Any, told: Any) -> Any:
    """What the network wins, without search, from either seat against the table: so many games (`told[1]`) each."""
    setting = settings[0]
    won = 0.0
    for game in range(2 * np.int64(told[1])):
        work[0] = start[0]
        redeal(setting, work[0], rngs[0])
        while work[0].ended == 0:
            number = min(candidates(setting, guides[0], work[0], moves), np.int64(told[0]))
            chosen = np.int64(0)
            if mover(setting, work[0]) == game & 1:
                chosen = choose(setting, nets[0], work, moves, number)
            play(setting, work[0], moves[chosen])
        won += payoff(setting, work[0], game & 1)
    return won


@kernel
def count_rows(rows: Any, places: Any, counts: Any) -> Any:
    """How often each row is in each of the positions at these places."""
    for k in range(places.shape[0]):
        for row in range(ROWS):
            counts[k, row] = 0
        for at in range(MOST_ROWS):
            if rows[places[k], at] < ROWS:
                counts[k, rows[places[k], at]] += 1
