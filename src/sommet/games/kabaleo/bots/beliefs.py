"""Who may hold which objective, given what everybody did.

For each seat and each colour: how likely were that seat's moves, had this been its objective? Several models of how
people move answer, and each seat's answer is their average: a single model, when wrong, is worse than none. With the
likelihoods, every way to give out the objectives (at most 360) gets its exact probability.
"""

from dataclasses import dataclass
from functools import cached_property
from itertools import permutations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ....core.kernel import kernel
from ....core.position import Position
from ..rules import MOST_COLOURS, MOST_LOCATIONS, MOST_PLAYERS, UNKNOWN, fits, mover, play
from .guide import gain

# How a mover weighs a move: gain and loss for their objective, spending a piece of its colour; and the same three
# times the part of the game that is over. The models: any move; greedy; and those fitted to games of the strongest bot
# (`python -m sommet.games.kabaleo.bots.fit`): playing openly and, with two players, also hiding its objective. These
# numbers are of earlier masters: one that paid twice as much to hide; with three and four, one that played for the win
# alone.
ANY = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
GREEDY = (2.5, -2.5, 0.0, 0.0, 0.0, 0.0)
FITTED = {
    2: [(3.534, -3.122, -5.823, -1.063, 1.318, 2.887), (2.621, -1.125, -3.651, -0.437, -0.825, 1.127)],
    3: [(2.087, -1.739, -3.580, 1.873, -1.930, -1.665)],
    4: [(1.068, -1.111, -2.088, 2.993, -4.555, -3.087)],
}
TRUST = {ANY: 0.15, GREEDY: 0.25}  # before a move has been seen; what is left is for those fitted


def models(players: int) -> NDArray[np.float64]:
    """Every model's weights."""
    return np.array([*TRUST, *FITTED[players]])


def trust(players: int) -> NDArray[np.float64]:
    """In each model, before a move has been seen."""
    known, fitted = list(TRUST.values()), len(FITTED[players])
    return np.array(known + [(1 - sum(known)) / fitted] * fitted)


@kernel
def utility(model: Any, weights: Any, gained: Any, own: Any, progress: Any) -> Any:
    """What a move is worth to a mover of this model."""
    value = 0.0
    if gained > 0:
        value += weights[model, 0] + weights[model, 3] * progress
    elif gained < 0:
        value += weights[model, 1] + weights[model, 4] * progress
    if own:
        value += weights[model, 2] + weights[model, 5] * progress
    return value


@kernel
def judge(setting: Any, state: Any, weights: Any, colour: Any, location: Any, likelihood: Any) -> Any:
    """Per model and objective: how likely the mover puts this piece there."""
    seat = mover(setting, state)
    progress = state.ply / setting.pieces
    for model in range(weights.shape[0]):
        for objective in range(setting.colours):
            total = 0.0
            for piece in range(setting.colours):
                if state.stock[seat, piece] > 0:
                    for place in range(setting.locations):
                        if fits(setting, state, piece, place):
                            gained = gain(state, piece, place, objective)
                            total += np.exp(utility(model, weights, gained, piece == objective, progress))
            gained = gain(state, colour, location, objective)
            own = np.exp(utility(model, weights, gained, colour == objective, progress))
            likelihood[model, objective] = own / total


@kernel
def watch(settings: Any, states: Any, moves: Any, weights: Any, logs: Any, likelihood: Any) -> Any:
    """Play the moves; per ply, model and objective, the log of how likely its mover's move was."""
    setting = settings[0]
    state = states[0]
    for ply in range(moves.shape[0]):
        judge(setting, state, weights, moves[ply] // MOST_LOCATIONS, moves[ply] % MOST_LOCATIONS, likelihood)
        for model in range(weights.shape[0]):
            for objective in range(setting.colours):
                logs[ply, model, objective] = np.log(likelihood[model, objective])
        play(setting, state, moves[ply])


@dataclass(frozen=True)
class Evidence:
    """What the moves so far say of each seat's objective."""

    position: Position
    logs: NDArray[np.float64]  # seat, model, colour: sum of logs over that seat's moves

    @classmethod
    def of(cls, position: Position) -> "Evidence":
        """Watch a position's game from its start."""
        weights = models(position.players)
        start = Position.of(position.game, position.record.with_moves(()))
        numbers = np.array([position.notation.numbers[text] for text in position.moves], np.int64)
        logs = np.zeros((len(numbers), len(weights), MOST_COLOURS))
        scratch = np.zeros((len(weights), MOST_COLOURS))
        watch(position.setting, start.state.copy(), numbers, weights, logs, scratch)
        sums = np.zeros((MOST_PLAYERS, len(weights), MOST_COLOURS))
        first = int(position.record.setup["first"])
        for ply in range(len(numbers)):
            sums[(first + ply) % position.players] += logs[ply]
        return cls(position, sums)

    @cached_property
    def likelihood(self) -> NDArray[np.float64]:
        """Per seat and colour: the average over the models, scaled so that the likeliest colour has 1."""
        colours = len(self.position.record.setup["colours"])
        logs = self.logs[: self.position.players, :, :colours]
        trusted = np.log(trust(self.position.players))[None, :, None]
        scaled = np.exp(logs + trusted - (logs + trusted).max(axis=(1, 2), keepdims=True)).sum(axis=1)
        return np.asarray(scaled / scaled.max(axis=1, keepdims=True))

    def worlds(self) -> tuple[NDArray[np.int8], NDArray[np.float64]]:
        """Every way to give out the objectives that are not known, and how probable it is."""
        state, players = self.position.state, self.position.players
        colours = len(self.position.record.setup["colours"])
        known = state["objective"][0, :players].tolist()
        unknown = [seat for seat in range(players) if known[seat] == UNKNOWN]
        free = [colour for colour in range(colours) if colour not in known]
        ways = list(permutations(free, len(unknown)))
        worlds = np.full((len(ways), MOST_PLAYERS), UNKNOWN, np.int8)
        worlds[:, :players] = known
        chances = np.ones(len(ways))
        for place, seat in enumerate(unknown):
            drawn = [way[place] for way in ways]
            worlds[:, seat] = drawn
            chances *= self.likelihood[seat, drawn]
        return worlds, chances / chances.sum()

    def beliefs(self) -> NDArray[np.float64]:
        """Per seat and colour: the probability that this is the seat's objective."""
        worlds, chances = self.worlds()
        colours = len(self.position.record.setup["colours"])
        table = np.zeros((self.position.players, colours))
        for seat in range(self.position.players):
            np.add.at(table[seat], worlds[:, seat], chances)
        return table


def plain_worlds(position: Position) -> tuple[NDArray[np.int8], NDArray[np.float64]]:
    """As if nothing had been seen: every world equally probable."""
    nothing = np.zeros((MOST_PLAYERS, len(models(position.players)), MOST_COLOURS))
    return Evidence(position, nothing).worlds()
