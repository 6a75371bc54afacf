"""How On Top's network is learned (`bots/network.py`): `sommet train on_top --part network`, some hours on two cores.

Every kind of game has a part of its own, whose rounds build on each other, on both boards together. In the first half
of them what placements bring is found by playing on by the table of worths, in the second by the network itself.
"""

from base64 import b85encode
from collections.abc import Iterator
from itertools import chain
from math import cos, pi
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ....bots.training import Plan, Round, State, Training
from ....core.arrays import Records
from ....core.extras import optional_imports
from ....core.position import Position
from ..bots import weights
from ..bots.network import packed
from ..bots.worth import BOARDS as BOARD_KINDS
from ..bots.worth import TEAMS
from ..shape import BOARDS
from .deals import fair, games_of, players_of
from .making import DEALS, Labelled, ground, guide_with, label, measure, note
from .numbers import SIZE, first_numbers, parts

KINDS = TEAMS + 1
PASSES = 4  # over a round's positions
BATCH = 64  # positions of one board, all their placements
RATE, SLOWEST, WARM = 3e-3, 0.01, 50  # learning rate; its least part; steps until it is reached at first
HELD_BACK, MOST_HELD = 16, 128  # of each board: one position for so many, and at most so many, to measure the losses by
ROW = 115

Batch = tuple[int, NDArray[np.int64], int]  # board, positions, how many seats after the mover


def source(state: State) -> str:
    """The weights as a module."""
    about = '"""The weights of `network`, per kind of game, as `sommet train on_top --part network` writes them."""'
    found = [f"{about}\n\n# fmt: off\nNETWORKS: tuple[tuple[str, ...], ...] = (\n"]
    for numbers in state["weights"]:
        text = b85encode(packed(parts(numbers))).decode()
        rows = "".join(f'        "{text[at : at + ROW]}",\n' for at in range(0, len(text), ROW))
        found.append(f"    (\n{rows}    ),\n")
    return "".join(found) + ")\n"


def share(games: int, board: int) -> int:
    """How many of a round's positions are on that board."""
    return (games + BOARD_KINDS - 1 - board) // BOARD_KINDS


def rate_at(step: int, done: float) -> float:
    """How fast it learns when so much of all is done."""
    return RATE * min(1.0, step / WARM) * max(SLOWEST, 0.5 * (1 + cos(pi * done)))


def batches(chance: np.random.Generator, made: list[Labelled], seats: int) -> Iterator[Batch]:
    """One pass: every position once, in any order, as some seat sees it; of two the one who has laid the tile."""
    found: list[Batch] = []
    for board, positions in enumerate(made):
        order = chance.permutation(len(positions))
        for at in range(0, len(order), BATCH):
            after = 0 if seats == 2 else int(chance.integers(seats))
            found.append((board, order[at : at + BATCH], after))
    return (found[place] for place in chance.permutation(len(found)))


def played(kind: int, made: list[Labelled]) -> Iterator[Position]:
    """The positions that were learned from."""
    for board, positions in enumerate(made):
        for number, begun in enumerate(positions.deals):
            yield from games_of(ground(kind, board).deals[begun], positions.played[number : number + 1])


class Lesson:
    """A round of one kind of game: what it learns from, and with what."""

    def __init__(self, plan: Plan, state: State, number: int) -> None:
        from .model import Learner, corners_of

        self.plan, self.number = plan, number
        self.kind, self.turn = divmod(number, plan.rounds)
        self.numbers = state["weights"][self.kind]
        self.learner = Learner(self.numbers, state["mean"], state["square"], state["step"])
        self.corners = [corners_of(ground(self.kind, board)) for board in range(BOARD_KINDS)]
        self.guide: Records = guide_with(self.numbers)
        held = min(MOST_HELD, 1 + plan.games // HELD_BACK)
        everything = [self._label(board, share(plan.games, board) + held) for board in range(BOARD_KINDS)]
        self.made = [positions.some(slice(held, None)) for positions in everything]
        self.held = [positions.some(slice(held)) for positions in everything]

    def _label(self, board: int, count: int) -> Labelled:
        judged = 2 * self.turn >= self.plan.rounds
        return label(self.kind, board, self.numbers, (self.plan.seed, self.number), count, judged)

    def learn(self) -> None:
        """A few passes."""
        chance, step = np.random.default_rng((self.plan.seed, self.number)), self.learner.step
        every = list(chain(*(batches(chance, self.made, players_of(self.kind)) for _ in range(PASSES))))
        for place, (board, which, after) in enumerate(every):
            done = (self.turn + place / len(every)) / self.plan.rounds
            noted = note(self.kind, board, self.guide, self.made[board].some(which), after)
            self.learner.learn(self.corners[board], noted, rate_at(int(step[0]) + 1, done))

    def losses(self) -> list[float]:
        """On the positions that are held back."""
        found = [
            self.learner.losses(
                self.corners[board], note(self.kind, board, self.guide, positions.some(slice(at, at + BATCH)), 0)
            )
            for board, positions in enumerate(self.held)
            for at in range(0, len(positions), BATCH)
        ]
        return [round(float(loss), 5) for loss in np.mean(found, axis=0)]

    def line(self) -> dict[str, Any]:
        """Of the curve."""
        loss, win, lead = self.losses()
        openings = min(DEALS, self.plan.games)
        won = {name: measure(self.kind, board, self.numbers, openings) for board, name in enumerate(BOARDS)}
        return {
            "players": players_of(self.kind),
            "teams": self.kind == TEAMS,
            "round": self.turn + 1,
            "positions": (self.number + 1) * self.plan.games,
            "loss": loss,
            "wrong_win": win,
            "wrong_lead": lead,
            "won_against_table": won,
            "fair": fair(self.kind),
        }


class Network(Training):
    """The weights of the network."""

    rounds, games = 8, 24_000
    file = Path(weights.__file__)

    def count(self, plan: Plan) -> int:
        """Rounds of every kind of game."""
        return KINDS * plan.rounds

    def begin(self, plan: Plan) -> State:
        """Weights by chance. (Who has no PyTorch is told before anything is made.)"""
        with optional_imports():
            from . import model  # noqa: F401
        return {
            "weights": np.array([first_numbers(plan.seed, kind) for kind in range(KINDS)]),
            "mean": np.zeros(SIZE, np.float32),  # Adam's, of this kind's gradients, and of their squares
            "square": np.zeros(SIZE, np.float32),
            "step": np.zeros(1, np.int64),
        }

    def play(self, plan: Plan, state: State, number: int) -> Round:
        """Make positions and labels, learn, and look how good it is."""
        if number % plan.rounds == 0:
            for name in ("mean", "square", "step"):
                state[name][...] = 0
        lesson = Lesson(plan, state, number)
        lesson.learn()
        kind, made = lesson.kind, lesson.made
        return Round(lesson.line(), lambda: played(kind, made))

    def source(self, state: State) -> str:
        """The module `weights`."""
        return source(state)
