"""Learning what circles are worth: play, look what each circle brought each seat, play by that, and again.

Every round counts as much as those before: by the last one alone the table swings to and fro, each time the best answer
to the time before, and loses two games of three to the average of all.

`python -m sommet.games.on_top.bots.learn` remakes `learned.py` in a minute or two.
"""

from base64 import b85encode
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ....core.arrays import one
from ....core.bits import next_word, random_stream
from ....core.kernel import kernel
from ....core.record import SPECTATOR
from ....core.registry import new
from ....core.rules import draw, play, redeal
from ....search.guide import follow
from ..rules import NOBODY, OPEN, VERDICT
from ..shape import BOARDS
from .guide import GUIDE, same_side
from .worth import CIRCLES, OWN_SIDE, RIVALS, SCALE, SHAPE, TEAMS, Worth, by_roles, ours_of, place_of

ROUNDS, GAMES = 8, 12_000  # games in each round, of each kind, on each board
NOISE = 0.15
SEEN = 512  # circles of one game: each as it was at first and after every change
ROW = 115
FILE = Path(__file__).with_name("learned.py")


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
    settings: Any, guides: Any, starts: Any, work: Any, rngs: Any, seen: Any, sums: Any, counts: Any, games: Any
) -> Any:
    """Play games by the guide, with some random moves; add what every circle seen on the way brought each seat."""
    setting = settings[0]
    guide = guides[0]
    rng = rngs[0]
    for _ in range(games):
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
            play(setting, state, move)
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


def learn(rounds: int = ROUNDS, games: int = GAMES, seed: int = 1) -> Worth:
    """Several rounds of self-play of every kind of game on both boards."""
    table = np.zeros(SHAPE, np.uint8)
    rng = random_stream(seed)
    for kind in range(TEAMS + 1):
        for board, name in enumerate(BOARDS):
            players = 4 if kind == TEAMS else kind + 2
            options = {"board": name, "teams": kind == TEAMS} if players == 4 else {"board": name}
            sums, counts = np.zeros(SHAPE[2:]), np.zeros(SHAPE[3:])
            for turn in range(rounds):
                known = new("on_top", players, seed=turn, options=options).view(SPECTATOR).known
                guide = one(GUIDE)
                guide["tries"] = 0 if turn else 1
                set_gains_by(known.setting, guide, table[kind, board])
                work, seen = np.repeat(known.state, 2), np.zeros((SEEN, 2), np.int64)
                watch_games(known.setting, guide, known.state, work, rng, seen, sums, counts, games)
                table[kind, board] = average(sums, counts, alike(kind))
    return table


def average(sums: NDArray[np.float64], counts: NDArray[np.float64], same: NDArray[np.int64]) -> Worth:
    """The means, over circles that are alike; one hardly ever seen is worth little until it is seen more."""

    def together(array: NDArray[np.float64]) -> NDArray[np.float64]:
        return np.bincount(same, array, len(same)).astype(np.float64)[same]

    seen = np.apply_along_axis(together, -1, counts)
    return np.round(np.apply_along_axis(together, -1, sums) / (seen + 20) * SCALE).astype(np.uint8)


def set_gains_by(setting: Any, guide: Any, table: Worth) -> None:
    """As `guide.set_gains`, by another table."""
    for seat in range(int(setting["players"][0])):
        order = setting["order"][0, seat].astype(np.int64)
        circle = CIRCLES >> OPEN << OPEN
        for role in range(4):
            circle |= (CIRCLES >> 3 * role & 7) << 3 * order[role]
        guide["gain"][0, seat][:, circle] = (table[OWN_SIDE].astype(np.float32) - table[RIVALS]) / SCALE


def source(table: Worth) -> str:
    """The table as a module."""
    text = b85encode(np.asarray(table).tobytes()).decode()
    rows = "".join(f'    "{text[at : at + ROW]}",\n' for at in range(0, len(text), ROW))
    about = f'"""The table of `worth`. Made by `python -m {__package__}.learn`."""'
    return f"{about}\n\n# fmt: off\nTABLE = (\n{rows})\n"


if __name__ == "__main__":
    FILE.write_text(source(learn()), encoding="utf-8")
    print(FILE)
