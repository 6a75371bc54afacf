"""The observation of a game that declares none: what it shows, as numbers from about 0 to 1."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..core import questions
from ..core.arrays import Records
from ..core.form import Form
from ..core.game import Game
from ..core.names import Terms
from ..core.observing import Feature, Spec
from ..research.observations import Observation, spelling
from .kernels import Games

MEANING = "as the game shows it"


@dataclass(frozen=True, eq=False)
class PlainSpec(Spec):
    """Whose view it is, who is to move, the last move, then the fields of what is shown; see `research.observations`.

    It is written game by game, so it is slow beside a declared one.
    """

    how: Observation

    @classmethod
    def of(cls, game: Game, form: Form, terms: Terms, setting: Records, state: Records) -> "PlainSpec":
        """For a game that has begun on these terms."""
        parts = game.moves.parts
        rows = np.zeros((len(form.texts), len(parts) + 1), np.int64)
        questions.spelled(setting, state, rows)
        spelled = spelling(rows[:, :-1], [len(part.names.of(terms)) for part in parts])
        how = Observation(form.room, terms, spelled, True, True)
        return cls(tuple(Feature(name, shape, 1, MEANING) for name, shape in how.shapes.items()), state[:0], how)

    @property
    def dtype(self) -> "np.dtype[Any]":
        """Of the vector's entries."""
        return np.dtype(np.float32)

    def write(self, games: Games, movers: NDArray[np.int8], out: NDArray[np.float32]) -> None:
        """The observations of all games, as `kernels.observe_games` does it."""
        out[:] = 0
        for game in range(len(out)):
            setting, state = games.settings[game : game + 1], games.states[game : game + 1]
            log, played = games.log[game].astype(np.int64), int(games.played[game])
            for row in range(out.shape[1]):
                viewer = row if out.shape[1] > 1 else max(int(movers[game]), 0)
                self.how.write(setting, state, viewer, log, played, out[game, row])
