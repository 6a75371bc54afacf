"""What a search is told about On Top: what every placement is worth, and to care for points as well as the win."""

from typing import Any

import numpy as np

from ....core.arrays import record_type
from ....core.bits import bit, popcount
from ....core.kernel import kernel
from ....core.rules import draw, mover, over, payoff, points, turn
from ....search.guide import COMMON
from ..rules import OPEN, under
from .holes import hole_gain, holes_made
from .network import LEAD, NETWORK, WIN, expect
from .worth import CIRCLES, CODES, OWN_SIDE, RIVALS, kind_of_board, kind_of_game, worth

GUIDE = record_type(
    *COMMON,
    ("shaping", np.float64),  # how much of the reward is for points rather than for the win
    ("points_scale", np.float64),  # a lead of this many points is nearly all of that
    ("tries", np.int16),  # a playout's mover takes the best of this many random placements; 0: of all
    ("gain", np.float32, (4, 2, CODES)),  # set_gains
    # a level's numbers
    ("searches", np.int16),  # 0: it sees no further than the placement, and perhaps the reply
    ("foresees", np.int16),  # what unfinished circles will be worth; 0: only what is finished counts
    ("lacking", np.int16),  # and then: only of circles that lack at most so many cells; 0: of all
    ("deep", np.int16),  # of how many placements it looks at the replies
    ("misses", np.int16),  # what it does not think of: OTHERS, HOLES, DOUBLE
    ("near", np.int16),  # it looks at placements that have so many crossings in common with the last tile; 0: at all
    ("last", np.int32),  # that tile's placement; -1: there is none
    ("late", np.int16),  # with so many tiles laid, positions are not judged any more but played out
    *NETWORK,
    of=__name__,
)

OTHERS, HOLES, DOUBLE = 1, 2, 4  # what the others gain; the holes that a placement makes; that gold counts double


@kernel
def same_side(setting: Any, a: Any, b: Any) -> Any:
    """T25: one's own seat, and in teams the one opposite."""
    return a == b or (setting.teams != 0 and (a - b) % 2 == 0)


@kernel
def set_gains(setting: Any, guide: Any) -> Any:
    """Per seat, gold and circle: what it is worth to its side, less what an average rival has of it."""
    kind = kind_of_game(setting)
    board = kind_of_board(setting)
    foreseen = guide.foresees != 0
    for seat in range(setting.players):
        for row in range(CIRCLES.shape[0]):
            seen = np.int64(CIRCLES[row])
            circle = seen >> OPEN << OPEN
            for role in range(4):
                circle |= (seen >> 3 * role & 7) << 3 * np.int64(setting.order[seat, role])
            unseen = guide.lacking > 0 and seen >> OPEN > guide.lacking
            for gold in range(2):
                golden = 0 if guide.misses & DOUBLE else gold
                gained = np.float32(0.0)
                if not unseen:
                    gained = worth(kind, board, OWN_SIDE, golden, seen, foreseen)
                    if not guide.misses & OTHERS:
                        gained -= worth(kind, board, RIVALS, golden, seen, foreseen)
                guide.gain[seat, gold, circle] = gained


@kernel
def tile_gain(setting: Any, guide: Any, state: Any, seat: Any, move: Any) -> Any:
    """How much the four circles under the tile gain for a seat."""
    tile = state.tiles[state.ply]
    total = np.float32(0.0)
    for k in range(4):
        crossing = setting.corner[move, k]
        before = np.int64(state.circle[crossing])
        after = under(before, tile, k)
        gold = setting.gold[crossing]
        total += guide.gain[seat, gold, after] - guide.gain[seat, gold, before]
    return total


@kernel
def promise(setting: Any, guide: Any, state: Any, seat: Any, move: Any) -> Any:
    """How much a placement gains for a seat, its own or another's: under the tile, and at the holes it makes."""
    total = tile_gain(setting, guide, state, seat, move)
    holes = holes_made(setting, state, move >> 1)
    if holes != 0:
        total += hole_gain(setting, guide, state, seat, move, holes)
    return total


@kernel
def shared(setting: Any, move: Any, other: Any) -> Any:
    """How many crossings two placements have in common."""
    count = 0
    for k in range(4):
        for corner in range(4):
            count += int(setting.corner[move, k] == setting.corner[other, corner])
    return count


@kernel
def best_placement(setting: Any, guide: Any, state: Any, seat: Any) -> Any:
    """The placement that promises a seat most, were it theirs to lay the tile."""
    best_move = np.int64(-1)
    best = np.float32(-1e9)
    for word in range(state.alive.shape[0]):
        pairs = state.alive[word] & state.contact[word]
        while pairs != 0:
            lowest = pairs & (~pairs + np.uint64(1))
            pair = 64 * word + np.int64(popcount(lowest - np.uint64(1)))
            pairs ^= lowest
            holes = holes_made(setting, state, pair)
            for way in range(2):
                move = 2 * pair + way
                gained = tile_gain(setting, guide, state, seat, move)
                if holes != 0:
                    gained += hole_gain(setting, guide, state, seat, move, holes)
                if gained > best:
                    best = gained
                    best_move = np.int64(move)
    return best_move


@kernel
def signal(setting: Any, guide: Any, state: Any) -> Any:
    """The kind of tile that was turned over."""
    return np.int64(state.tiles[min(np.int64(state.ply), 33)]) >> 1


@kernel
def candidates(setting: Any, guide: Any, state: Any, moves: Any) -> Any:
    """All placements, by promise (an insertion sort on packed numbers: promise above, move below)."""
    count = 0
    seat = mover(setting, state)
    for pair in range(setting.pairs):
        if state.alive[pair >> 6] & state.contact[pair >> 6] & bit(pair & 63):
            for way in range(2):
                move = 2 * pair + way
                gained = np.int64(promise(setting, guide, state, seat, move) * 4096.0)
                packed = gained * 1024 + (1023 - move)
                place = count
                while place > 0 and moves[place - 1] < packed:
                    moves[place] = moves[place - 1]
                    place -= 1
                moves[place] = packed
                count += 1
    for place in range(count):
        moves[place] = 1023 - (moves[place] & 1023)
    return count


@kernel
def follow(setting: Any, guide: Any, state: Any, rng: Any) -> Any:
    """The best of some random placements, or of all."""
    if state.ended != 0:
        return np.int64(-1)
    if guide.tries == 0:
        return best_placement(setting, guide, state, mover(setting, state))
    best_move = draw(setting, state, rng)
    if guide.tries == 1:
        return best_move
    seat = mover(setting, state)
    best = promise(setting, guide, state, seat, best_move)
    for _ in range(1, guide.tries):
        move = draw(setting, state, rng)
        gained = promise(setting, guide, state, seat, move)
        if gained > best:
            best = gained
            best_move = move
    return best_move


@kernel
def expect_seat(setting: Any, guide: Any, state: Any, seat: Any, last: Any, rewards: Any) -> Any:
    """By the network: a seat's reward, and its share of the win."""
    expect(setting, guide, state, seat, last)
    rewards.won[seat] = guide.out[WIN]
    rewards.seat[seat] = (1.0 - guide.shaping) * guide.out[WIN] + guide.shaping * guide.out[LEAD]


@kernel
def judge(setting: Any, guide: Any, state: Any, seat: Any, rewards: Any) -> Any:
    """By the network; with two players it is asked about who laid the last tile, and the other has the rest."""
    if over(setting, state):
        settle(setting, guide, state, rewards)
        for each in range(setting.players):
            rewards.won[each] = payoff(setting, state, each)
        return True
    if state.ply >= guide.late:
        return False
    last = turn(setting, state, -1)
    if setting.players == 2:
        expect_seat(setting, guide, state, last, last, rewards)
        rewards.seat[1 - last] = 1.0 - rewards.seat[last]
        rewards.won[1 - last] = 1.0 - rewards.won[last]
    elif seat >= 0:
        expect_seat(setting, guide, state, seat, last, rewards)
    else:
        for each in range(setting.players):
            expect_seat(setting, guide, state, each, last, rewards)
    return True


@kernel
def settle(setting: Any, guide: Any, state: Any, rewards: Any) -> Any:
    """The win, and a little for being ahead in points (a side's own, T25)."""
    for seat in range(setting.players):
        win = payoff(setting, state, seat)
        own = np.float64(0.0)
        best = np.float64(-1e9)
        for other in range(setting.players):
            value = np.float64(points(setting, state, other))
            if setting.teams:
                value += np.float64(points(setting, state, (other + 2) % 4))
            if same_side(setting, other, seat):
                own = value
            else:
                best = max(best, value)
        lead = (own - best) / guide.points_scale
        shaped = 0.5 + 0.5 * lead / (1.0 + abs(lead))
        rewards.seat[seat] = (1.0 - guide.shaping) * win + guide.shaping * shaped
