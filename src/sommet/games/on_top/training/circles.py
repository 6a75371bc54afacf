"""How On Top's computer players learn what circles are worth (`bots/learn.py`): `sommet train on_top`, a minute or so.

Every kind of game on every board has a part of its own, whose rounds build on each other.
"""

from base64 import b85encode
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from ....bots.training import Plan, Round, State, Training
from ....core.arrays import Records, one
from ....core.bits import random_stream
from ....core.record import SPECTATOR
from ..bots import learned
from ..bots.guide import GUIDE, set_gains
from ..bots.learn import FINE, SEEN, Fine, alike, average, coarse, duel, set_gains_by, watch_games
from ..bots.worth import BOARDS as BOARD_KINDS
from ..bots.worth import SHAPE, TEAMS, Worth
from ..declared import NAME, TILES
from ..shape import BOARDS
from .deals import deal, fair, games_of

OPENINGS, ORDERS = 20, 25  # to measure by: deals, and orders of the tiles to come in each
ROW = 115


def by_table(setting: Any, table: Fine, turn: int) -> Records:
    """A guide for who plays by the table as it was before round `turn`: before the first, by chance."""
    guide = one(GUIDE)
    guide["tries"] = 0 if turn else 1
    set_gains_by(setting, guide, table)
    return guide


def measure(kind: int, board: int, table: Fine, before: Fine, turn: int, openings: int) -> dict[str, float]:
    """What the table wins, by its best placement alone, against that of the round before, and against points now."""
    won = np.zeros(2)
    for opening in range(openings):
        known = deal(kind, board, opening).view(SPECTATOR).known
        ours, now, work = by_table(known.setting, table, turn + 1), one(GUIDE), np.repeat(known.state, 2)
        set_gains(known.setting[0], now[0])
        for place, theirs in enumerate((by_table(known.setting, before, turn), now)):
            rng = random_stream(opening)
            won[place] += duel(known.setting, ours, theirs, known.state, work, rng, ORDERS)
    against_before, against_now = (won / openings).round(4).tolist()
    return {"won_against_before": against_before, "won_against_now": against_now}


def source(table: Worth) -> str:
    """The table as a module."""
    text = b85encode(np.asarray(table).tobytes()).decode()
    rows = "".join(f'    "{text[at : at + ROW]}",\n' for at in range(0, len(text), ROW))
    return f'"""The table of `worth`. Made by `sommet train {NAME}`."""\n\n# fmt: off\nTABLE = (\n{rows})\n'


class Circles(Training):
    """The table of worths."""

    rounds, games = 8, 12_000
    file = Path(learned.__file__)

    def count(self, plan: Plan) -> int:
        """Rounds of every kind of game on both boards."""
        return (TEAMS + 1) * BOARD_KINDS * plan.rounds

    def begin(self, plan: Plan) -> State:
        """Nothing is known; one stream of random numbers for all."""
        return {
            "table": np.zeros(SHAPE, np.int16),
            "sums": np.zeros(SHAPE[2:]),  # of this kind and board, in all rounds so far
            "counts": np.zeros(SHAPE[3:]),
            "random": random_stream(plan.seed)["word"].copy(),
        }

    def play(self, plan: Plan, state: State, number: int) -> Round:
        """Play by the table, look what circles brought, and have that in the table."""
        part, turn = divmod(number, plan.rounds)
        kind, board = divmod(part, BOARD_KINDS)
        table, sums, counts = state["table"][kind, board], state["sums"], state["counts"]
        if turn == 0:
            sums[...], counts[...] = 0, 0
        before, start, rng = table.copy(), deal(kind, board, turn), random_stream(0)
        rng["word"] = state["random"]
        known, played = start.view(SPECTATOR).known, np.full((plan.games, 2, TILES), -1, np.int16)
        work, seen = np.repeat(known.state, 2), np.zeros((SEEN, 2), np.int64)
        guide = by_table(known.setting, table, turn)
        watch_games(known.setting, guide, known.state, work, rng, seen, sums, counts, played)
        state["random"][...] = rng["word"]
        table[...] = average(sums, counts, alike(kind))
        line = {
            "players": start.players,
            "teams": kind == TEAMS,
            "board": BOARDS[board],
            "round": turn + 1,
            "games": (number + 1) * plan.games,
            "changed": round(float(np.average(abs(table - before).mean(axis=0), weights=counts)) / FINE, 5),
            **measure(kind, board, table, before, turn, min(OPENINGS, plan.games)),
            "fair": fair(kind),
        }
        return Round(line, partial(games_of, start, played))

    def source(self, state: State) -> str:
        """The module `learned`."""
        return source(coarse(state["table"]))
