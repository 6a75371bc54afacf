"""Who may hold which objective, given what everybody did.

For each seat and each colour: how likely were that seat's moves, had this been its objective? Several models of how
people move answer, and each seat's answer is their average: a single model, when wrong, is worse than none. With the
likelihoods, every way to give out the objectives (at most 360) gets its exact probability.
"""

from typing import Any, cast

import numpy as np

from ....core.arrays import record_type
from ....core.kernel import kernel
from ....core.numbers import exp, log
from ..declared import MOST_COLOURS, MOST_LOCATIONS, MOST_PLAYERS
from ..rules import UNKNOWN, fits, mover, play
from .guide import MOST_WORLDS, gain

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
KNOWN_TRUST = {ANY: 0.15, GREEDY: 0.25}  # before a move has been seen; what is left is for those fitted

MOST_MODELS = 4
MODELS = np.zeros(MOST_PLAYERS + 1, np.int64)  # per number of players: how many models
WEIGHTS = np.zeros((MOST_PLAYERS + 1, MOST_MODELS, 6))
TRUST = np.zeros((MOST_PLAYERS + 1, MOST_MODELS))  # its logarithm
for _players, _fitted in FITTED.items():
    _all = [*KNOWN_TRUST, *_fitted]
    MODELS[_players] = len(_all)
    WEIGHTS[_players, : len(_all)] = _all
    _left = (1 - sum(KNOWN_TRUST.values())) / len(_fitted)
    _shares = [*KNOWN_TRUST.values(), *[_left] * len(_fitted)]
    TRUST[_players, : len(_all)] = [cast(Any, log).interpreted(share) for share in _shares]

EVIDENCE = record_type(
    ("logs", np.float64, (MOST_PLAYERS, MOST_MODELS, MOST_COLOURS)),  # how likely each seat's moves were, together
    ("all_moves", np.float64, (MOST_MODELS, MOST_COLOURS)),  # what all moves of the state at hand weigh together
    ("likely", np.float64, (MOST_PLAYERS, MOST_COLOURS)),  # all models together; the likeliest colour has 1
    ("belief", np.float64, (MOST_PLAYERS, MOST_COLOURS)),  # the probability that this is the seat's objective
    ("chance", np.float64, MOST_WORLDS),  # of each way to give out the objectives that are not known
    ("world", np.int8, (MOST_WORLDS, MOST_PLAYERS)),
    ("draft", np.int8, MOST_PLAYERS),  # a world that is being made
    ("worlds", np.int16),
    of=__name__,
)


@kernel
def utility(players: Any, model: Any, gained: Any, own: Any, progress: Any) -> Any:
    """What a move is worth to a mover of this model."""
    value = 0.0
    if gained > 0:
        value += WEIGHTS[players, model, 0] + WEIGHTS[players, model, 3] * progress
    elif gained < 0:
        value += WEIGHTS[players, model, 1] + WEIGHTS[players, model, 4] * progress
    if own:
        value += WEIGHTS[players, model, 2] + WEIGHTS[players, model, 5] * progress
    return value


@kernel
def survey(setting: Any, state: Any, evidence: Any) -> Any:
    """Per model and objective: what all moves that the mover has weigh together."""
    seat = mover(setting, state)
    players = np.int64(setting.players)
    progress = state.ply / setting.pieces
    for model in range(MODELS[players]):
        for objective in range(setting.colours):
            total = 0.0
            for piece in range(setting.colours):
                if state.stock[seat, piece] > 0:
                    for place in range(setting.locations):
                        if fits(setting, state, piece, place):
                            gained = gain(state, piece, place, objective)
                            total += exp(utility(players, model, gained, piece == objective, progress))
            evidence.all_moves[model, objective] = total


@kernel
def learn(setting: Any, state: Any, move: Any, evidence: Any) -> Any:
    """Add to what is known of the mover how likely, by each model and objective, this move was of all (`survey`)."""
    seat = mover(setting, state)
    players = np.int64(setting.players)
    progress = state.ply / setting.pieces
    colour = move // MOST_LOCATIONS
    for model in range(MODELS[players]):
        for objective in range(setting.colours):
            gained = gain(state, colour, move % MOST_LOCATIONS, objective)
            own = exp(utility(players, model, gained, colour == objective, progress))
            evidence.logs[seat, model, objective] += log(own / evidence.all_moves[model, objective])


@kernel
def average(setting: Any, evidence: Any) -> Any:
    """Per seat and colour: the models' average, scaled so that the likeliest colour has 1."""
    players = np.int64(setting.players)
    for seat in range(players):
        most = -1e300
        for model in range(MODELS[players]):
            for colour in range(setting.colours):
                most = max(most, evidence.logs[seat, model, colour] + TRUST[players, model])
        highest = 0.0
        for colour in range(setting.colours):
            total = 0.0
            for model in range(MODELS[players]):
                total += exp(evidence.logs[seat, model, colour] + TRUST[players, model] - most)
            evidence.likely[seat, colour] = total
            highest = max(highest, total)
        for colour in range(setting.colours):
            evidence.likely[seat, colour] /= highest


@kernel
def weigh(setting: Any, state: Any, evidence: Any) -> Any:
    """The beliefs by this evidence in this state."""
    average(setting, evidence)
    give_out(setting, state, evidence)


@kernel
def give_out(setting: Any, state: Any, evidence: Any) -> Any:
    """Every way to give out the objectives that are not known in this state, how probable it is, and the beliefs."""
    colours = np.int64(setting.colours)
    given: Any = 0
    ways = np.int64(1)
    for seat in range(setting.players):
        if state.objective[seat] == UNKNOWN:
            ways *= colours
        else:
            given |= 1 << np.int64(state.objective[seat])
    worlds = 0
    total = 0.0
    for number in range(ways):
        rest = np.int64(number)
        place = ways
        taken = given
        chance = 1.0
        for seat in range(setting.players):
            colour: Any = np.int64(state.objective[seat])
            if colour == UNKNOWN:
                place //= colours
                colour = rest // place
                rest %= place
                if taken >> colour & 1:
                    chance = -1.0  # nobody has the objective of another (K3)
                    break
                taken |= 1 << colour
                chance *= evidence.likely[seat, colour]
            evidence.draft[seat] = colour
        if chance >= 0.0:
            for seat in range(setting.players):
                evidence.world[worlds, seat] = evidence.draft[seat]
            evidence.chance[worlds] = chance
            total += chance
            worlds += 1
    evidence.worlds = worlds
    for seat in range(setting.players):
        for colour in range(colours):
            evidence.belief[seat, colour] = 0.0
    for world in range(worlds):
        evidence.chance[world] /= total
        for seat in range(setting.players):
            evidence.belief[seat, evidence.world[world, seat]] += evidence.chance[world]


@kernel
def forget(evidence: Any) -> Any:
    """Nothing was seen yet."""
    for seat in range(MOST_PLAYERS):
        for model in range(MOST_MODELS):
            for colour in range(MOST_COLOURS):
                evidence.logs[seat, model, colour] = 0.0


@kernel
def watch(setting: Any, state: Any, moves: Any, evidence: Any) -> Any:
    """Play the moves, and learn from each of them about its mover."""
    for ply in range(moves.shape[0]):
        survey(setting, state, evidence)
        learn(setting, state, moves[ply], evidence)
        play(setting, state, moves[ply])


@kernel
def heed(setting: Any, evidence: Any, guide: Any) -> Any:
    """What the host knows of how likely a seat's moves were counts instead of what the models say."""
    for seat in range(setting.players):
        together = 0.0
        for colour in range(setting.colours):
            together += guide.likely[seat, colour]
        if together > 0.0:
            for colour in range(setting.colours):
                evidence.likely[seat, colour] = guide.likely[seat, colour]


@kernel
def inform(setting: Any, state: Any, evidence: Any, guide: Any) -> Any:
    """Tell a search what is believed in this state, by the evidence or by what the host knows."""
    average(setting, evidence)
    heed(setting, evidence, guide)
    give_out(setting, state, evidence)
    guide.worlds = evidence.worlds
    together = 0.0
    for world in range(evidence.worlds):
        together += evidence.chance[world]
        guide.chance[world] = together
        for seat in range(setting.players):
            guide.world[world, seat] = evidence.world[world, seat]
