"""Training a game's computer players, as the game declares it (`bots.training`): logged, kept, resumable to the bit.

The folder holds `training.json` (what was asked for), `checkpoint.npz` (the state after the last whole round),
`curve.jsonl` (a line a round), with `parquet` every game learned from as a data set (`dataset`), and at the end the
module with what was learned. Nothing in it tells the time: the same plan makes the same files.
"""

import json
from collections.abc import Callable, Mapping
from importlib import import_module
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np

from ..arena.provenance import fingerprint
from ..bots.training import Plan, Round, State, Training
from ..core.errors import BAD_REQUEST, SommetError
from ..core.files import write_bytes, write_text
from ..core.packages import packages
from ..core.registry import game as game_named
from .dataset import GAMES, arrow, game_row, write
from .resuming import describe, described

VERSION = "sommet-training/1"
ABOUT, CHECKPOINT, CURVE = "training.json", "checkpoint.npz", "curve.jsonl"
MOST_ROUNDS, MOST_GAMES = 1000, 200_000  # of a part, in a round: its games are in memory together
DONE = "done"  # rounds, in a checkpoint
CODE = "code"  # that played them
ALONE = ""  # the name of a training that is the game's only one

Progress = Callable[[int, int, Mapping[str, Any]], None]


def refused(key: str, **values: object) -> SommetError:
    """The error with that sentence."""
    return SommetError(BAD_REQUEST, f"training.error.{key}", None, **values)


def trainings_of(game: str) -> dict[str, Training]:
    """What the game declares, by part; one alone has no name. Raises SommetError where there is nothing."""
    module = f"{game_named(game).package}.training"
    if find_spec(module) is None:
        games = (name for name, package in sorted(packages().items()) if find_spec(f"{package}.training") is not None)
        raise refused("none", game=game, games=", ".join(games))
    found = import_module(module).TRAINING
    parts = dict(found) if isinstance(found, Mapping) else {ALONE: found}
    if not parts or not all(isinstance(training, Training) for training in parts.values()):
        raise TypeError(f"{module}.TRAINING is no Training")
    return parts


def part_of(game: str, part: str | None) -> tuple[str, Training]:
    """A part's name and its training; the first where none is asked for. Raises SommetError where there is none."""
    parts = trainings_of(game)
    if part is None:
        return next(iter(parts.items()))
    if ALONE in parts:
        raise refused("alone", game=game)
    if part not in parts:
        raise refused("part", game=game, part=part[:40], parts=", ".join(parts))
    return part, parts[part]


def training_of(game: str, part: str | None = None) -> Training:
    """How a part of what the game's computer players know is learned. Raises SommetError where there is none."""
    return part_of(game, part)[1]


def _told(before: Mapping[str, Any]) -> str:
    """What was asked for, as the command line has it."""
    names = [name for name in ("part", "seed", "rounds", "games") if before.get(name) is not None]
    numbers = [f"--{name} {before[name]}" for name in names]
    told = " ".join([str(before.get("game")), *numbers, *(["--parquet"] if before.get("parquet") else [])])
    return told[:80]


def _nobody(done: int, total: int, line: Mapping[str, Any]) -> None:
    """Nobody looks."""


def train(
    game: str,
    plan: Plan,
    folder: Path,
    parquet: bool = False,
    progress: Progress = _nobody,
    part: str | None = None,
) -> int:
    """Play the rounds that are not there yet, and write what was learned; how many were played. Raises SommetError.

    A round is kept when it is over, so a run that is stopped is resumed by the same call. `progress` is told, after
    each round, how many there are by now, of how many, and the round's line of the curve.
    """
    if not (0 < plan.rounds <= MOST_ROUNDS and 0 < plan.games <= MOST_GAMES):
        raise refused("many", rounds=MOST_ROUNDS, games=MOST_GAMES)
    if parquet:
        arrow()
    name, training = part_of(game, part)
    run = Run(game, name, plan, folder, parquet)
    state, lines = run.resume(training)
    begun, total = len(lines), training.count(plan)
    for number in range(begun, total):
        found = training.play(plan, state, number)
        lines.append(json.dumps(found.line))
        run.keep(number, found, state, lines)
        progress(number + 1, total, found.line)
    write_text(folder / training.file.name, training.source(state))
    return total - begun


class Run:
    """One training's folder."""

    def __init__(self, game: str, part: str, plan: Plan, folder: Path, parquet: bool) -> None:
        self.game, self.part, self.plan, self.folder, self.parquet = game, part, plan, folder, parquet
        self.path = str(folder)[-60:]

    def resume(self, training: Training) -> tuple[State, list[str]]:
        """The state and the curve so far; at first, as the training begins. Raises SommetError for another's folder."""
        state = training.begin(self.plan)
        part = {} if self.part == ALONE else {"part": self.part}
        asked = {"game": self.game, **part, **vars(self.plan), "parquet": self.parquet}
        told = {"format": VERSION, **asked, CODE: fingerprint(self.game, VERSION)}
        before = described(self.folder / ABOUT, refused("other", path=self.path))
        if before is None:
            if any((self.folder / name).exists() for name in (CHECKPOINT, CURVE, GAMES, training.file.name)):
                raise refused("other", path=self.path)
            describe(self.folder / ABOUT, told)
            return state, []
        if before.get("format") != VERSION:
            raise refused("other", path=self.path)
        if any(before.get(name) != value for name, value in asked.items()):
            raise refused("otherwise", path=self.path, how=_told(before))
        done = self._load(state)
        if done == 0:
            describe(self.folder / ABOUT, told)
        elif done < training.count(self.plan) and before.get(CODE) != told[CODE]:
            raise refused("version", path=self.path)
        return state, self._curve(done)

    def keep(self, number: int, found: Round, state: State, lines: list[str]) -> None:
        """Write all that a round gave; the checkpoint last: then the round is there."""
        if self.parquet:
            first = number * self.plan.games
            rows = [
                game_row(first + place, position.record, position.result, None)
                for place, position in enumerate(found.played())
            ]
            write(rows, GAMES, self.folder / GAMES / f"part-{number:05}.parquet")
        write_text(self.folder / CURVE, "".join(f"{line}\n" for line in lines))
        data = BytesIO()
        np.savez(data, **{DONE: np.array(number + 1)}, **state)  # type: ignore[arg-type]
        write_bytes(self.folder / CHECKPOINT, data.getvalue())

    def _load(self, state: State) -> int:
        """Fill a state with what was kept; how many rounds that are."""
        file = self.folder / CHECKPOINT
        if not file.exists():
            return 0
        try:
            with np.load(file, allow_pickle=False) as kept:
                for name, array in state.items():
                    if (kept[name].dtype, kept[name].shape) != (array.dtype, array.shape):
                        raise ValueError(name)
                    array[...] = kept[name]
                return int(kept[DONE])
        except (OSError, ValueError, KeyError, EOFError, BadZipFile) as error:
            raise refused("damaged", path=str(file)[-60:]) from error

    def _curve(self, done: int) -> list[str]:
        """The lines of that many rounds: one that was not checkpointed any more is written again."""
        file = self.folder / CURVE
        try:
            lines = file.read_text(encoding="utf-8").splitlines()[:done] if done else []
        except (OSError, ValueError):
            lines = []
        if len(lines) < done:
            raise refused("damaged", path=str(file)[-60:])
        return lines
