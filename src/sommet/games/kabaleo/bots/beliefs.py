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
from .guide import MOST_WORLDS
from .manners import AMOUNTS, ANY_TRUST, GREEDY_TRUST, MOST_MODELS, liking, showing, weigh_amounts

SHARES = (ANY_TRUST, GREEDY_TRUST, 1 - ANY_TRUST - GREEDY_TRUST)
TRUST = np.array([cast(Any, log).interpreted(share) for share in SHARES])  # before a move has been seen
TEMPER = np.array([1.0, 1.0, 0.7, 0.8, 1.0])  # per number of players, the power of the likelihoods: a model is too sure
UNLIKELIEST = 1e-12

EVIDENCE = record_type(
    ("weights", np.float64, (MOST_MODELS, AMOUNTS)),  # what each amount counts now, by each model
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
def survey(setting: Any, state: Any, evidence: Any) -> Any:
    """Per model and objective: what all moves that the mover has weigh together."""
    seat = mover(setting, state)
    shown = showing(setting, state)
    for model in range(MOST_MODELS):
        weigh_amounts(setting, state.ply, model, evidence.weights[model])
        for objective in range(setting.colours):
            total = 0.0
            for colour in range(setting.colours):
                if state.stock[seat, colour] > 0:
                    for location in range(setting.locations):
                        if fits(setting, state, colour, location):
                            weights = evidence.weights[model]
                            total += exp(liking(setting, state, shown, weights, seat, objective, colour, location))
            evidence.all_moves[model, objective] = total


@kernel
def learn(setting: Any, state: Any, move: Any, evidence: Any) -> Any:
    """Add to what is known of the mover how likely, by each model and objective, this move was of all (`survey`)."""
    seat = mover(setting, state)
    shown = showing(setting, state)
    colour = move // MOST_LOCATIONS
    location = move % MOST_LOCATIONS
    for model in range(MOST_MODELS):
        for objective in range(setting.colours):
            weights = evidence.weights[model]
            own = exp(liking(setting, state, shown, weights, seat, objective, colour, location))
            evidence.logs[seat, model, objective] += log(own / evidence.all_moves[model, objective])


@kernel
def average(setting: Any, evidence: Any) -> Any:
    """Per seat and colour: the models' average, tempered, scaled so that the likeliest colour has 1."""
    players = np.int64(setting.players)
    for seat in range(players):
        most = -1e300
        for model in range(MOST_MODELS):
            for colour in range(setting.colours):
                most = max(most, evidence.logs[seat, model, colour] + TRUST[model])
        highest = 0.0
        for colour in range(setting.colours):
            total = 0.0
            for model in range(MOST_MODELS):
                total += exp(evidence.logs[seat, model, colour] + TRUST[model] - most)
            evidence.likely[seat, colour] = total
            highest = max(highest, total)
        for colour in range(setting.colours):
            share = max(evidence.likely[seat, colour] / highest, UNLIKELIEST)
            evidence.likely[seat, colour] = exp(TEMPER[players] * log(share))


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
