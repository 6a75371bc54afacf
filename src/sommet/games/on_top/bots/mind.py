"""How On Top's minds choose: by what a placement brings now, by the table of worths, two plies deep, or by search."""

from typing import Any

import numpy as np

from ....core.kernel import kernel
from ....search.choosing import best_first, by_visits, shuffle, take_found
from ....search.guide import ANSWERED, SEARCH, imagine
from ..rules import legal, mover, over, payoff, play
from ..shape import BOARDS, board
from .chances import JUDGED, LATE, PLAYED_OUT, temper
from .desk import MOST_REPLIES
from .endgame import KINDS, count_unseen, expect_moves
from .guide import HOLES, best_placement, promise, same_side, set_gains, shared, tile_gain
from .network import WIN, expect, set_network
from .worth import kind_of_board, kind_of_game

OUT_OF_SIGHT = 40.0  # points: such a placement is made only where there is no other
# The network has learned two boards. Per kind of game (two, three, four players; teams): how many playouts its word is
# worth, and with how many tiles laid it is not asked any more: the few that are left are played out quickly.
SIZES = np.array([(len(board(name).cells), len(board(name).crossings)) for name in BOARDS])
TRUST = np.array((100.0, 300.0, 300.0, 100.0))
LAST_ASKED = np.array((24, 34, 34, 24))


@kernel
def tune(setting: Any, guide: Any, learned: Any) -> Any:
    """By trial; playouts place the best of all. With two nearly all is the win, with more half of it is points."""
    guide.exploration = 0.4
    guide.wide = 4.0
    guide.widening = 0.7
    guide.tries = 0
    guide.shaping = 0.05 if setting.players == 2 else 0.5
    guide.points_scale = 10.0
    guide.trust = 0.0
    like = kind_of_board(setting)
    if setting.cells == SIZES[like, 0] and setting.crossings == SIZES[like, 1]:
        kind = kind_of_game(setting)
        set_network(setting, guide, learned[kind])
        guide.trust = TRUST[kind]
        guide.heard = 0.5
        guide.late = LAST_ASKED[kind]


@kernel
def consider(setting: Any, guide: Any, state: Any, starts: Any, moves: Any, rng: Any, desk: Any, most: Any) -> Any:
    """What circles are worth; the last tiles, where there are few, are played out."""
    desk.solved[0] = -1
    set_gains(setting, guide)
    guide.last = moves[moves.shape[0] - 1] if moves.shape[0] > 0 else -1
    if guide.searches == 0:
        return ANSWERED
    tune(setting, guide, desk.learned)
    desk.solved[0] = expect_moves(setting, state, desk)
    return SEARCH if desk.solved[0] < 0 else ANSWERED


@kernel
def promises(setting: Any, guide: Any, state: Any, rng: Any, desk: Any) -> Any:
    """Fill `desk.placed` with the legal moves, `desk.promised` with what each promises to who may miss something.

    How many. `desk.order`: the most promising first; ties are broken at random.
    """
    count = legal(setting, state, desk.placed)
    shuffle(rng, desk.placed, count)
    seat = mover(setting, state)
    for k in range(count):
        if guide.misses & HOLES:
            desk.promised[k, 0] = tile_gain(setting, guide, state, seat, desk.placed[k])
        else:
            desk.promised[k, 0] = promise(setting, guide, state, seat, desk.placed[k])
        if guide.last >= 0 and shared(setting, desk.placed[k], guide.last) < guide.near:
            desk.promised[k, 0] -= OUT_OF_SIGHT
    best_first(desk.promised, count, desk.order)
    return count


@kernel
def replies(setting: Any, guide: Any, state: Any, desk: Any, deep: Any) -> Any:
    """Put the first `deep` moves of the order anew: by their promise and what every rival can make of them then.

    That is the mean over the tiles that may be turned over, each placed where it promises the rival most, of what it
    does to the mover; as if each rival came next.
    """
    kinds = desk.kinds
    order = desk.order
    after = desk.work[0]
    seat = mover(setting, state)
    count_unseen(state, kinds)
    for place in range(deep):
        desk.work[0] = state
        play(setting, after, desk.placed[order[place]])
        total = 0.0
        count = 0.0
        for kind in range(KINDS):
            if kinds[kind] > 0 and not over(setting, after):
                after.tiles[after.ply] = 2 * kind
                after.known = after.ply + 1
                count += kinds[kind]
                for rival in range(setting.players):
                    if not same_side(setting, rival, seat):
                        reply = best_placement(setting, guide, after, rival)
                        total += kinds[kind] * promise(setting, guide, after, seat, reply)
        desk.before[place] = order[place]
        desk.deeper[place, 0] = desk.promised[order[place], 0]
        if count > 0.0:
            desk.deeper[place, 0] += total / count
    best_first(desk.deeper, deep, order)
    for place in range(deep):
        order[place] = desk.before[order[place]]


@kernel
def most_promising(setting: Any, guide: Any, state: Any, rng: Any, desk: Any, told: Any) -> Any:
    """The order of the promises. How many moves."""
    count = promises(setting, guide, state, rng, desk)
    deep = min(np.int64(guide.deep), count, MOST_REPLIES)
    if deep > 0:
        replies(setting, guide, state, desk, deep)
    for place in range(count):
        k = desk.order[place]
        told.moves[place] = desk.placed[k]
        told.values[place] = np.nan  # a promise is no chance to win
        told.visits[place] = 0
    return count


@kernel
def take_judged(setting: Any, guide: Any, state: Any, rng: Any, desk: Any, told: Any, count: Any) -> Any:
    """Count the network's word as so many visits of each move, tried or not.

    So a bad move is known to be one, though the search did not waste a simulation on it.
    """
    after = desk.work[0]
    seat = mover(setting, state)
    for k in range(count):
        desk.work[0] = state
        imagine(setting, guide, after, rng)
        play(setting, after, told.moves[k])
        if over(setting, after):
            share = payoff(setting, after, seat)
        else:
            expect(setting, guide, after, seat, seat)
            share = guide.out[WIN]
        tries = np.float64(told.visits[k])
        won = tries * told.values[k] if tries > 0.0 else 0.0
        told.values[k] = (won + guide.trust * share) / (tries + guide.trust)
        told.visits[k] += np.int64(guide.trust)


@kernel
def conclude(setting: Any, guide: Any, state: Any, rng: Any, desk: Any, found: Any, told: Any) -> Any:
    """The most visited first; or the most promising."""
    if guide.searches == 0:
        return most_promising(setting, guide, state, rng, desk, told)
    for k in range(desk.solved[0]):
        found[desk.moves[0, k], 0] = 1.0
        found[desk.moves[0, k], 1] = desk.values[k]
    count = legal(setting, state, told.moves)
    take_found(found, told, count)
    way = PLAYED_OUT
    if guide.trust > 0.0:
        way = JUDGED if state.ply + 1 < guide.late else LATE
    if desk.solved[0] < 0 and way == JUDGED:
        take_judged(setting, guide, state, rng, desk, told, count)
    by_visits(told, count)
    if desk.solved[0] < 0:
        temper(kind_of_game(setting), way, told, count)
    two_sides = setting.players == 2 or setting.teams != 0
    told.exact[0] = np.int64(desk.solved[0] >= 0 and two_sides)
    return count
