"""Learning what circles are worth: play, look what each circle brought each colour, play by that, and again.

`python -m sommet.games.on_top.bots.learn` remakes `worth.npz` in about a minute.
"""

from typing import Any

import numpy as np

from ....core.arrays import one
from ....core.bits import next_word, random_stream
from ....core.kernel import kernel
from ....core.position import Position
from ....core.record import SPECTATOR
from ....core.registry import new
from ....core.rules import draw, play, redeal
from ....search.guide import follow
from ..rules import NOBODY, VERDICT
from .guide import GUIDE, set_gains
from .worth import COUNTS, FILE, Worth, by_code, empty, places

ROUNDS, GAMES = 6, 20_000
BOARDS = ("hex-1-5-5", "hex-5-3-3")
NOISE = 0.15


@kernel
def watch_games(
    settings: Any, guides: Any, starts: Any, work: Any, rngs: Any, where: Any, sums: Any, counts: Any, games: Any
) -> Any:
    """Play games by the guide, with some random moves; add what every circle seen on the way brought to each colour."""
    setting = settings[0]
    guide = guides[0]
    rng = rngs[0]
    seen = np.empty((256, 2), np.int64)
    for _ in range(games):
        work[0] = starts[0]
        state = work[0]
        redeal(setting, state, rng)
        number = 0
        for crossing in range(setting.crossings):
            seen[number, 0] = crossing
            seen[number, 1] = state.circle[crossing]
            number += 1
        while state.ended == 0:
            if np.float64(next_word(rng) >> np.uint64(11)) / 9007199254740992.0 < NOISE:
                move = draw(setting, state, rng)
            else:
                move = follow(setting, guide, state, rng)
            play(setting, state, move)
            for k in range(4):
                if number < 256:
                    seen[number, 0] = setting.corner[move, k]
                    seen[number, 1] = state.circle[setting.corner[move, k]]
                    number += 1
        for entry in range(number):
            crossing = seen[entry, 0]
            gold = np.int64(setting.gold[crossing])
            laid = np.int64(state.tower[crossing]) & 7
            verdict = np.int64(VERDICT[state.circle[crossing] & 4095])
            for colour in range(4):
                brought = np.int64(0)
                if laid > 0:
                    if verdict & 7 == colour:
                        brought = 1 + (laid << gold)
                    elif verdict & 7 != NOBODY and verdict >> 3 >> colour & 1:
                        brought = np.int64(1)
                place = where[colour, seen[entry, 1]]
                sums[gold, place] += brought
                counts[gold, place] += 1


def guide_for(position: Position, worth: Worth, tries: int) -> Any:
    """A guide that follows the table."""
    guide = one(GUIDE)
    set_gains(by_code(worth), position.setting, guide)
    guide["tries"], guide["points_scale"] = tries, 10.0
    return guide


def learn(rounds: int = ROUNDS, games: int = GAMES, seed: int = 1) -> Worth:
    """Several rounds of self-play with two, three and four players on both boards."""
    worth = empty()
    rng = random_stream(seed)
    for turn in range(rounds):
        sums, counts = np.zeros((2, COUNTS**5)), np.zeros((2, COUNTS**5))
        for players in (2, 3, 4):
            for name in BOARDS:
                position = new("on_top", players, seed=turn, options={"board": name})
                known = position.view(SPECTATOR).known
                guide = guide_for(known, worth, tries=0 if turn else 1)
                each = games // 6
                arrays = known.setting, guide, known.state, known.state.copy(), rng, places(), sums, counts
                watch_games(*arrays, each)
        average = np.divide(sums, counts, out=np.zeros_like(sums), where=counts > 0)
        trust = counts / (counts + 20)  # a circle hardly ever seen is worth little until it is seen more
        worth = (average * trust).astype(np.float32).reshape(worth.shape)
    return worth


if __name__ == "__main__":
    table = learn()
    cells = np.flatnonzero(table)
    np.savez_compressed(FILE, cells=cells.astype(np.int32), values=table.ravel()[cells].astype(np.float16))
    print(f"{len(cells)} kinds of circles, {FILE.stat().st_size} bytes: {FILE}")
