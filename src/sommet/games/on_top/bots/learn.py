"""Learning what circles are worth: play, look what each circle brought each seat, play by that, and again.

Every round counts as much as those before: by the last one alone the table swings to and fro, each time the best answer
to the time before, and loses two games of three to the average of all.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ....core.bits import next_word
from ....core.kernel import kernel
from ....core.rules import draw, mover, payoff, play, redeal
from ....search.guide import follow
from ..declared import TILES
from ..rules import NOBODY, OPEN, VERDICT
from .guide import same_side
from .worth import CIRCLES, OWN_SIDE, RIVALS, SCALE, TEAMS, Worth, by_roles, ours_of, place_of

NOISE = 0.15
SEEN = 512  # circles of one game: each as it was at first and after every change
FINE = 2048.0  # while it is learned, the table has whole parts of this size of one

Fine = NDArray[np.int16]  # one kind of game on one board: ours or theirs, gold, circle


@kernel
def brought(setting: Any, state: Any, crossing: Any, colour: Any) -> Any:
    """After the end: the points and pawns that a crossing brought a colour."""
    height = np.int64(state.tower[crossing]) & 7
    verdict = np.int64(VERDICT[state.circle[crossing] & 4095])
    if height == 0 or verdict & 7 == NOBODY:
        return np.int64(0)
    if verdict & 7 == colour:
        return 1 + (height << np.int64(setting.gold[crossing]))
    return verdict >> 3 + colour & 1


@kernel
def watch_games(
    settings: Any, guides: Any, starts: Any, work: Any, rngs: Any, seen: Any, sums: Any, counts: Any, played: Any
) -> Any:
    """Play games by the guide, with some random moves; add what every circle seen on the way brought each seat.

    As many as `played` has rows: in each the tiles, as they were turned over, and the moves.
    """
    setting = settings[0]
    guide = guides[0]
    rng = rngs[0]
    for game in range(played.shape[0]):
        work[0] = starts[0]
        work[1] = starts[0]
        state = work[0]
        redeal(setting, state, rng)
        number = 0
        while True:
            for crossing in range(setting.crossings):
                if number < SEEN and (number < setting.crossings or state.circle[crossing] != work[1].circle[crossing]):
                    seen[number, 0] = crossing
                    seen[number, 1] = state.circle[crossing]
                    number += 1
            if state.ended != 0:
                break
            work[1] = state
            if np.float64(next_word(rng) >> np.uint64(11)) / 9007199254740992.0 < NOISE:
                move = draw(setting, state, rng)
            else:
                move = follow(setting, guide, state, rng)
            played[game, 1, state.ply] = move
            play(setting, state, move)
        for place in range(TILES):
            played[game, 0, place] = state.tiles[place]
        for entry in range(number):
            add_brought(setting, state, seen[entry, 0], seen[entry, 1], sums, counts)


@kernel
def add_brought(setting: Any, state: Any, crossing: Any, circle: Any, sums: Any, counts: Any) -> Any:
    """What the crossing, when it was that circle, was to bring each seat's side, and an average one of its rivals."""
    gold = np.int64(setting.gold[crossing])
    for seat in range(setting.players):
        total = np.int64(0)
        others = np.int64(0)
        sides = 0
        rivals = 0
        for role in range(setting.players):
            colour = np.int64(setting.order[seat, role])
            if same_side(setting, setting.seat_of[colour], seat):
                total += brought(setting, state, crossing, colour)
                sides += 1
            else:
                others += brought(setting, state, crossing, colour)
                rivals += 1
        place = place_of(by_roles(setting, seat, circle))
        sums[OWN_SIDE, gold, place] += total
        sums[RIVALS, gold, place] += others * sides / rivals
        counts[gold, place] += 1


@kernel
def duel(settings: Any, ours: Any, theirs: Any, starts: Any, work: Any, rngs: Any, games: Any) -> Any:
    """The share of the win for who plays by one guide among others who play by another.

    So many deals, each from every seat; with partners, who play by the same guide.
    """
    setting = settings[0]
    rng = rngs[0]
    total = 0.0
    for _ in range(games):
        work[1] = starts[0]
        redeal(setting, work[1], rng)
        for seat in range(setting.players):
            work[0] = work[1]
            state = work[0]
            while state.ended == 0:
                if same_side(setting, mover(setting, state), seat):
                    move = follow(setting, ours[0], state, rng)
                else:
                    move = follow(setting, theirs[0], state, rng)
                play(setting, state, move)
            total += payoff(setting, state, seat)
    return total / (games * setting.players)


def alike(kind: int) -> NDArray[np.int64]:
    """Per circle, by roles: the place of the one that stands for all in which rivals, or neutrals, are exchanged."""
    found = []
    for circle in CIRCLES.tolist():
        counts = [circle >> 3 * role & 7 for role in range(4)]
        sides = [ours_of(kind, role) for role in range(4)]
        for side in (-1, 0, *([1] if kind != TEAMS else [])):
            roles = [role for role in range(4) if sides[role] == side]
            for role, count in zip(roles, sorted((counts[role] for role in roles), reverse=True), strict=True):
                counts[role] = count
        number = sum(count << 3 * role for role, count in enumerate(counts)) | circle >> OPEN << OPEN
        found.append(int(np.searchsorted(CIRCLES, number)))
    return np.array(found, np.int64)


def average(sums: NDArray[np.float64], counts: NDArray[np.float64], same: NDArray[np.int64]) -> Fine:
    """The means, over circles that are alike; one hardly ever seen is worth little until it is seen more."""

    def together(array: NDArray[np.float64]) -> NDArray[np.float64]:
        return np.bincount(same, array, len(same)).astype(np.float64)[same]

    seen = np.apply_along_axis(together, -1, counts)
    return np.round(np.apply_along_axis(together, -1, sums) / (seen + 20) * FINE).astype(np.int16)


def set_gains_by(setting: Any, guide: Any, table: Fine) -> None:
    """As `guide.set_gains`, by another table."""
    for seat in range(int(setting["players"][0])):
        order = setting["order"][0, seat].astype(np.int64)
        circle = CIRCLES >> OPEN << OPEN
        for role in range(4):
            circle |= (CIRCLES >> 3 * role & 7) << 3 * order[role]
        guide["gain"][0, seat][:, circle] = (table[OWN_SIDE].astype(np.float32) - table[RIVALS]) / FINE


def coarse(table: Fine) -> Worth:
    """As the package has it."""
    return np.round(table * (SCALE / FINE)).astype(np.uint8)
