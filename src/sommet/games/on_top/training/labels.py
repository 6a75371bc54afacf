"""Positions to learn from, and what placements in them bring: the labels.

A position comes about by play with errors, by the table of worths or by the network. Of its placements the most
promising and some others are looked at. Each is played on many times, with the same tiles to come for all placements
of the position and the next tile by turns: by the table to the end, or a few plies by the network, which then judges.
A label is the mean share of the win, and of the lead, that each seat came to.
"""

from typing import Any

import numpy as np

from ....core.bits import below, next_word, stream_word
from ....core.kernel import kernel
from ....core.rules import mover, payoff, play, redeal
from ..bots.guide import best_placement, candidates, judge, same_side, set_gains
from ..bots.network import LEAD, WIN, set_rows
from ..declared import TILES

PLACEMENTS, PROMISING = 24, 16  # of a position; of those, the most promising ones
NOISE = 0.3  # at most so many of the moves that lead to a position are errors
SLIPS, NEAR = 0.75, 16  # so many of the errors are among so many of the most promising placements
TIMES = 64  # a placement is played on by the table
PLIES, TIMES_JUDGED, LOOKED_AT = 4, 12, 8  # by the network, which looks at so many of the most promising placements
LEAD_COUNTS = 0.05  # where it chooses: the rest is the win
ROOM = 3  # states: the position, a placement played on, a placement looked at


@kernel
def fraction(rng: Any) -> Any:
    """At random, from 0 to 1."""
    return np.float64(next_word(rng) >> np.uint64(11)) / 9007199254740992.0


@kernel
def best_judged(setting: Any, guide: Any, work: Any, at: Any, moves: Any, rewards: Any, most: Any) -> Any:
    """Of the most promising placements in `work[at]` the one that the network likes best; the state after is room."""
    seat = mover(setting, work[at])
    number = min(candidates(setting, guide, work[at], moves), most)
    chosen = np.int64(moves[0])
    best = -1.0
    for k in range(number):
        work[at + 1] = work[at]
        play(setting, work[at + 1], np.int64(moves[k]))
        judge(setting, guide, work[at + 1], seat, rewards)
        value = (1.0 - LEAD_COUNTS) * rewards.won[seat] + LEAD_COUNTS * rewards.seat[seat]
        if value > best:
            best = value
            chosen = np.int64(moves[k])
    return chosen


@kernel
def error(setting: Any, guide: Any, state: Any, rng: Any, moves: Any) -> Any:
    """A placement at random; mostly not quite."""
    number = candidates(setting, guide, state, moves)
    if fraction(rng) < SLIPS:
        number = min(number, NEAR)
    return np.int64(moves[below(rng, number)])


@kernel
def choose(setting: Any, guide: Any, work: Any, at: Any, moves: Any, rewards: Any, judged: Any) -> Any:
    """The best placement in `work[at]`: as the network judges, or by the table."""
    if judged:
        return best_judged(setting, guide, work, at, moves, rewards, LOOKED_AT)
    return best_placement(setting, guide, work[at], mover(setting, work[at]))


@kernel
def make_position(
    setting: Any, guide: Any, start: Any, work: Any, rng: Any, moves: Any, rewards: Any, judged: Any, played: Any
) -> Any:
    """`work[0]`: a game in progress, somewhere. `played`: its tiles, and the moves that led there."""
    while True:
        work[0] = start
        state = work[0]
        redeal(setting, state, rng)
        until = below(rng, TILES - 1)
        loud = NOISE * fraction(rng)
        while state.ended == 0 and state.ply < until:
            if fraction(rng) < loud:
                move = error(setting, guide, state, rng, moves)
            else:
                move = choose(setting, guide, work, 0, moves, rewards, judged)
            played[1, state.ply] = move
            play(setting, state, move)
        if state.ended == 0:
            break
    for place in range(TILES):
        played[0, place] = state.tiles[place]
        if place >= state.ply:
            played[1, place] = -1


@kernel
def choose_placements(setting: Any, guide: Any, state: Any, rng: Any, moves: Any, chosen: Any) -> Any:
    """`chosen`: the most promising placements, and others at random; how many."""
    number = candidates(setting, guide, state, moves)
    count = min(number, PROMISING)
    for k in range(count):
        chosen[k] = moves[k]
    while count < min(number, PLACEMENTS):
        other = count + below(rng, number - count)
        chosen[count] = moves[other]
        moves[other] = moves[count]
        count += 1
    return count


@kernel
def turn_tiles(setting: Any, state: Any, time: Any, times: Any, rng: Any) -> Any:
    """The tiles to come: the next one by turns, the others at random."""
    ply = np.int64(state.ply)
    left = TILES - ply
    chosen = ply + (time * left + left // 2) // times
    tile = state.tiles[ply]
    state.tiles[ply] = state.tiles[chosen]
    state.tiles[chosen] = tile
    state.known = ply + 1
    redeal(setting, state, rng)


@kernel
def play_on(setting: Any, guide: Any, work: Any, moves: Any, rewards: Any, judged: Any) -> Any:
    """`work[1]` to the end by the table, or some plies by the network."""
    state = work[1]
    plies = 0
    while state.ended == 0 and (plies < PLIES or not judged):
        play(setting, state, choose(setting, guide, work, 1, moves, rewards, judged))
        plies += 1


@kernel
def label_placement(
    setting: Any,
    guide: Any,
    work: Any,
    move: Any,
    word: Any,
    rng: Any,
    moves: Any,
    rewards: Any,
    judged: Any,
    into: Any,
) -> Any:
    """`into`, per seat: what it comes to once the tile of `work[0]` lies there. False: the game is over with that."""
    state = work[1]
    times = TIMES_JUDGED if judged else TIMES
    for time in range(times):
        work[1] = work[0]
        play(setting, state, move)
        if state.ended != 0:
            return False
        rng.word = stream_word(word, time + 1)
        turn_tiles(setting, state, time, times, rng)
        play_on(setting, guide, work, moves, rewards, judged)
        judge(setting, guide, state, -1, rewards)
        for seat in range(setting.players):
            into[seat, WIN] += np.float32(rewards.won[seat])
            into[seat, LEAD] += np.float32(rewards.seat[seat])
    for seat in range(setting.players):
        into[seat, WIN] /= np.float32(times)
        into[seat, LEAD] /= np.float32(times)
    return True


@kernel
def label_position(
    settings: Any,
    guides: Any,
    starts: Any,
    work: Any,
    words: Any,
    rngs: Any,
    moves: Any,
    several: Any,
    by_network: Any,
    judged: Any,
    states: Any,
    chosen: Any,
    played: Any,
    labels: Any,
) -> Any:
    """Make a position, by the network's play or by the table's, and label it, by the one or the other.

    `states`: the position. `chosen`: placements, -1 where there are no more, or the game is over with them.
    """
    setting = settings[0]
    guide = guides[0]
    rng = rngs[0]
    rewards = several[0]
    set_gains(setting, guide)
    set_rows(setting, guide)
    rng.word = stream_word(words[0], 0)
    make_position(setting, guide, starts[0], work, rng, moves, rewards, by_network, played)
    states[0] = work[0]
    count = choose_placements(setting, guide, work[0], rng, moves, chosen)
    for k in range(chosen.shape[0]):
        if k >= count or not label_placement(
            setting, guide, work, np.int64(chosen[k]), words[0], rng, moves, rewards, judged, labels[k]
        ):
            chosen[k] = -1


@kernel
def duel(
    settings: Any, guides: Any, starts: Any, work: Any, rngs: Any, moves: Any, several: Any, games: Any, most: Any
) -> Any:
    """The share of the win for who places what the network likes best, among others who place by the table.

    So many deals, each from every seat; with partners, who place likewise.
    """
    setting = settings[0]
    guide = guides[0]
    total = 0.0
    for _ in range(games):
        work[2] = starts[0]
        redeal(setting, work[2], rngs[0])
        for seat in range(setting.players):
            work[0] = work[2]
            state = work[0]
            while state.ended == 0:
                who = mover(setting, state)
                if same_side(setting, who, seat):
                    move = best_judged(setting, guide, work, 0, moves, several[0], most)
                else:
                    move = best_placement(setting, guide, state, who)
                play(setting, state, move)
            total += payoff(setting, state, seat)
    return total / (games * setting.players)
