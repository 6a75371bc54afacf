"""Learning what circles are worth: play, look what each circle brought each colour, play by that, and again.

`python -m sommet.games.on_top.bots.learn` remakes `learned.py` in about a minute.
"""

from collections.abc import Iterable
from pathlib import Path
from textwrap import fill
from typing import Any

import numpy as np
from numpy.typing import NDArray

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
from .worth import CIRCLES, CODES, COUNTS, Worth, by_circle, empty, places

ROUNDS, GAMES = 6, 20_000
BOARDS = ("hex-1-5-5", "hex-5-3-3")
NOISE = 0.15
FILE = Path(__file__).with_name("learned.py")


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


@kernel
def set_table(settings: Any, guides: Any, worth: Any) -> Any:
    """Have the guides go by this table."""
    set_gains(settings[0], guides[0], worth)


def places_of_codes() -> NDArray[np.int32]:
    """Per colour and circle's number: where it is in one gold half of a table."""
    found = np.full((4, CODES), -1, np.int32)
    found[:, CIRCLES] = places()
    return found


def guide_for(position: Position, worth: Worth, tries: int) -> Any:
    """A guide that follows the table."""
    guide = one(GUIDE)
    set_table(position.setting, guide, by_circle(worth))
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
                arrays = known.setting, guide, known.state, known.state.copy(), rng, places_of_codes(), sums, counts
                watch_games(*arrays, each)
        average = np.divide(sums, counts, out=np.zeros_like(sums), where=counts > 0)
        trust = counts / (counts + 20)  # a circle hardly ever seen is worth little until it is seen more
        worth = (average * trust).astype(np.float32).reshape(worth.shape)
    return worth


def rows(numbers: Iterable[float]) -> str:
    """A tuple's members as lines of a source."""
    return fill(", ".join(map(str, numbers)) + ",", 116, initial_indent="    ", subsequent_indent="    ")


def source(worth: Worth) -> str:
    """The table as a module, to ten bits."""
    cells = np.flatnonzero(worth)
    values = worth.ravel()[cells].astype(np.float16)
    about = f'"""The table of `worth`, of which most is 0. Made by `python -m {__package__}.learn`."""'
    tables = f"CELLS = (\n{rows(cells.tolist())}\n)\nVALUES = (\n{rows(values.tolist())}\n)\n"
    return f"{about}\n\n# fmt: off\n{tables}"


if __name__ == "__main__":
    FILE.write_text(source(learn()), encoding="utf-8")
    print(FILE)
