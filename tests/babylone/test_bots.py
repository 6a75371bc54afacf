"""Babylone's opponents. Run as a program with a number of games, it measures the levels (docs/solver.md)."""

import math
import sys
from itertools import pairwise
from threading import Event

import pytest

import sommet
from sommet.bots.bot import LEVELS, Bot
from sommet.bots.contract import RANDOM
from sommet.core.chance import Chance
from sommet.core.position import Position
from sommet.games.babylone.bots import BOTS
from sommet.games.babylone.solver.solve import Solver
from sommet.search.advice import Advice, Budget

from ..support.minds import worth

BUDGET = Budget(simulations=100)


def varied(chance: Chance) -> tuple[int, ...]:
    """The standard set every other time, else any set of 10 to 14 tokens in 2 to 5 colours."""
    if chance.below(2):
        return (3, 3, 3, 3)
    counts = [1] * (2 + chance.below(4))
    for _ in range(10 + chance.below(5) - len(counts)):
        counts[chance.below(len(counts))] += 1
    return tuple(counts)


def dealt(counts: tuple[int, ...], seed: int, players: int = 2) -> Position:
    """A game with that set."""
    return sommet.new("babylone", players, seed=seed, first=0, tokens=counts)


def winner(bots: list[Bot], position: Position, seed: int) -> int:
    """Play on; who wins."""
    while (seat := position.to_move) is not None:
        seed += 1
        position = position.play(bots[seat].think(position.view(seat), seed=seed).best)
    assert position.result is not None
    assert position.result.winners is not None
    return position.result.winners[0]


def score(one: Bot, other: Bot, games: int, seed: int = 1) -> float:
    """The first bot's share; each deal is played twice, the seats exchanged."""
    chance, won = Chance(seed), 0
    for _ in range(games // 2):
        position = dealt(varied(chance), chance.below(10**9))
        won += winner([one, other], position, chance.below(10**9)) == 0
        won += winner([other, one], position, chance.below(10**9)) == 1
    return won / (games // 2 * 2)


def exact(position: Position, seed: int = 0) -> Advice:
    """The analysis of a small position."""
    assert position.to_move is not None
    advice = BOTS.levels["master"].think(position.view(position.to_move), BUDGET, seed)
    assert advice.exact
    assert sorted(move.move for move in advice.moves) == list(position.legal)
    return advice


def wandered(chance: Chance, players: int = 2) -> Position:
    """A position some random moves into a varied game, not over."""
    position = dealt(varied(chance), chance.below(10**9), players)
    for _ in range(chance.below(8)):
        following = position.play(chance.choice(position.legal))
        position = position if following.over else following
    return position


def test_the_master_never_loses_a_won_position() -> None:
    """From whatever position, against random moves and against itself."""
    chance, solver, won = Chance(5), Solver(), 0
    for game in range(120):
        position = wandered(chance)
        seat = position.to_move
        assert seat is not None
        mine = seat if solver.solve_state(position.state).wins else 1 - seat
        bots: list[Bot] = [BOTS.levels["master"]] * 2
        if game % 4:
            bots[1 - mine] = RANDOM
        won += winner(bots, position, game) == mine
    assert won == 120


def test_the_master_in_the_second_seat() -> None:
    """The standard set, against every level."""
    for name, bot in BOTS.levels.items():
        for game in range(10):
            assert winner([bot, BOTS.levels["master"]], dealt((3, 3, 3, 3), game), game) == 1, name


def test_analysis_of_two() -> None:
    """Values, lengths and order are the solver's; a refutation refutes, as quickly as was said."""
    chance, solver, refuted = Chance(8), Solver(), 0
    for _ in range(25):
        position = wandered(chance)
        advice = exact(position)
        root = solver.solve_state(position.state)
        assert advice.more == {"moves_to_end": root.moves, "grundy": root.grundy}
        assert advice.moves[0].value == root.wins
        assert advice.moves[0].more["moves_to_end"] == root.moves
        keys = [(-worth(move), move.more["moves_to_end"] * (1 if move.value else -1)) for move in advice.moves]
        assert keys == sorted(keys)
        for move in advice.moves:
            following = position.play(move.move)
            value = solver.solve_state(following.state)
            assert (move.value, move.more["wins"]) == (float(not value.wins), not value.wins)
            assert move.more["moves_to_end"] == value.moves + 1
            reply = move.more["refutation"]
            assert (reply is None) == (not value.wins)
            if reply is not None:
                answered = solver.solve_state(following.play(reply).state)
                assert (answered.wins, answered.moves) == (False, value.moves - 1)
                refuted += 1
    assert refuted > 500


@pytest.mark.parametrize("players", [3, 4, 6])
def test_analysis_of_more(players: int) -> None:
    """The mover's chances; the reply to a move that is not best is best for who replies."""
    chance, solver = Chance(players), Solver(players)
    for _ in range(6):
        position = wandered(chance, players)
        advice = exact(position)
        assert advice.more["ties"] == "random"  # exact among players who choose so
        assert advice.moves[0].value == pytest.approx(solver.solve_state(position.state).shares[0])
        for move in advice.moves:
            following = position.play(move.move)
            value = solver.solve_state(following.state)
            assert move.value == pytest.approx(value.shares[-1])
            reply = move.more["refutation"]
            assert (reply is None) == (following.over or move.value == worth(advice.moves[0]) > 0)
            if reply is not None:
                answered = solver.solve_state(following.play(reply).state)
                assert answered.shares[-1] == pytest.approx(value.shares[0])


def test_everybody_can_be_repeated() -> None:
    """The same seed, the same advice; another seed, another order of equal moves."""
    for players, counts in ((2, (3, 3, 3, 3)), (4, (4, 3, 2)), (2, (9, 9, 9, 9))):
        position = dealt(counts, 4, players)
        view = position.view(0)
        for bot in BOTS.levels.values():
            assert bot.think(view, BUDGET, seed=7) == bot.think(view, BUDGET, seed=7)
            assert len({bot.think(view, BUDGET, seed=seed).best for seed in range(8)}) > 1


def test_too_large_for_exactness() -> None:
    """The bot still plays, and at once when it is stopped."""
    position = dealt((16, 16, 16, 16), 1)
    stop = Event()
    stop.set()
    assert not BOTS.levels["master"].think(position.view(0), BUDGET, seed=1, stop=stop).exact
    advice = BOTS.levels["master"].think(position.view(0), Budget(seconds=0.3), seed=1)
    assert not advice.exact
    assert advice.best in position.legal
    for bot in BOTS.levels.values():
        assert bot.think(position.view(0), Budget(seconds=0.1), seed=1, stop=stop).best in position.legal


def test_each_level_beats_the_one_below() -> None:
    """Also where half of the sets are not the standard one, which docs/solver.md measures: there steps are smaller."""
    bots = BOTS.levels
    assert tuple(bots) == LEVELS
    for weaker, stronger in pairwise(LEVELS):
        assert score(bots[stronger], bots[weaker], 160) > 0.55, stronger


def main(games: int) -> None:
    """Each bot against the one before it: share of wins, Elo, and its 95 % interval."""
    ladder: dict[str, Bot] = {"random": RANDOM, **BOTS.levels}
    names = list(ladder)
    for weaker, stronger in pairwise(names):
        share = score(ladder[stronger], ladder[weaker], games)
        error = 1.96 * math.sqrt(share * (1 - share) / games)
        elo = [400 * math.log10(part / (1 - part)) for part in (share, share - error, share + error)]
        print(f"{stronger} against {weaker}: {share:.1%}, Elo {elo[0]:+.0f} ({elo[1]:+.0f} to {elo[2]:+.0f})")


if __name__ == "__main__":
    main(int(sys.argv[1]))
