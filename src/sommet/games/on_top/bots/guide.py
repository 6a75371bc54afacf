"""What a search is told about On Top: what every placement is worth, and to care for points as well as the win."""

from typing import Any

import numpy as np

from ....core.arrays import record_type
from ....core.bits import bit, popcount
from ....core.kernel import kernel
from ....core.rules import draw, mover, payoff, points
from ....search.guide import COMMON
from ..rules import NEUTRAL, under
from .worth import CIRCLES, CODES

GUIDE = record_type(
    *COMMON,
    ("shaping", np.float64),  # how much of the reward is for points rather than for the win
    ("points_scale", np.float64),  # a lead of this many points is nearly all of that
    ("tries", np.int16),  # a playout's mover takes the best of this many random placements; 0: of all
    ("gain", np.float32, (4, 2, CODES)),  # set_gains
    # a level's numbers
    ("searches", np.int16),  # 0: it sees no further than the placement, and perhaps the reply
    ("foresees", np.int16),  # what unfinished circles will be worth; 0: only what is finished counts
    ("deep", np.int16),  # of how many placements it looks at the replies
    ("noise", np.float64),  # by how many points it may misjudge a placement
    of=__name__,
)


@kernel
def same_side(setting: Any, a: Any, b: Any) -> Any:
    """T25: one's own seat, and in teams the one opposite."""
    return a == b or (setting.teams != 0 and (a - b) % 2 == 0)


@kernel
def set_gains(setting: Any, guide: Any, worth: Any) -> Any:
    """Per seat, gold and circle: its side's worth (see `worth.WORTH`) less what the others have of it, on average."""
    for seat in range(setting.players):
        own = np.int64(0)
        rivals = np.int64(0)
        for colour in range(4):
            other = setting.seat_of[colour]
            if other != NEUTRAL:
                if same_side(setting, other, seat):
                    own |= 1 << colour
                else:
                    rivals |= 1 << colour
        share = np.float32(popcount(np.uint64(own)))
        others = np.float32(popcount(np.uint64(rivals)))
        for gold in range(2):
            for circle in range(CIRCLES.shape[0]):
                ours = np.float32(0.0)
                theirs = np.float32(0.0)
                for colour in range(4):
                    if own >> colour & 1:
                        ours += worth[colour, gold, circle]
                    elif rivals >> colour & 1:
                        theirs += worth[colour, gold, circle]
                guide.gain[seat, gold, CIRCLES[circle]] = ours - theirs * share / others


@kernel
def promise(setting: Any, guide: Any, state: Any, move: Any) -> Any:
    """How much the four circles under the tile gain for the mover."""
    seat = mover(setting, state)
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
def best_placement(setting: Any, guide: Any, state: Any) -> Any:
    """The placement that promises most."""
    best_move = np.int64(-1)
    best = np.float32(-1e9)
    for word in range(state.alive.shape[0]):
        pairs = state.alive[word] & state.contact[word]
        while pairs != 0:
            lowest = pairs & (~pairs + np.uint64(1))
            pair = 64 * word + np.int64(popcount(lowest - np.uint64(1)))
            pairs ^= lowest
            for way in range(2):
                worth = promise(setting, guide, state, 2 * pair + way)
                if worth > best:
                    best = worth
                    best_move = np.int64(2 * pair + way)
    return best_move


@kernel
def signal(setting: Any, guide: Any, state: Any) -> Any:
    """The kind of tile that was turned over."""
    return np.int64(state.tiles[min(np.int64(state.ply), 33)]) >> 1


@kernel
def candidates(setting: Any, guide: Any, state: Any, moves: Any) -> Any:
    """All placements, by promise (an insertion sort on packed numbers: promise above, move below)."""
    count = 0
    for pair in range(setting.pairs):
        if state.alive[pair >> 6] & state.contact[pair >> 6] & bit(pair & 63):
            for way in range(2):
                move = 2 * pair + way
                worth = np.int64(promise(setting, guide, state, move) * 4096.0)
                packed = worth * 1024 + (1023 - move)
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
        return best_placement(setting, guide, state)
    best_move = draw(setting, state, rng)
    if guide.tries == 1:
        return best_move
    best = promise(setting, guide, state, best_move)
    for _ in range(1, guide.tries):
        move = draw(setting, state, rng)
        worth = promise(setting, guide, state, move)
        if worth > best:
            best = worth
            best_move = move
    return best_move


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
