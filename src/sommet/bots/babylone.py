"""Babylone's opponents: a perfect one, and four that do not see as far and overlook things.

Every level knows the exact value of a position, since the solver gives it; the weaker ones are shown only what a player
who looks so many moves ahead would see of it, less what he overlooks.
"""

import time
from functools import cache
from threading import Event, Thread

from ..core.chance import Chance
from ..core.kernel import INTERPRETED, in_background
from ..core.kernel_cache import cache_folder, layers_of
from ..core.position import View
from ..games.babylone.solve import Solver, TooLarge, Value, heights_of, most_positions, state_of
from ..search.advice import Advice, Budget, MoveValue, Thinking
from ..search.playouts import estimate
from . import babylone_atlas
from .babylone_reasons import reasons
from .bot import LEVELS, Bot

MOST_POSITIONS = 500_000  # every set of 20 tokens, and later stages of larger ones
SHARE_OF_TIME = 0.5  # after which a large position is left to the playouts
FEW_POSITIONS = 1_000  # the standard set; as many as the interpreter does in a second
FEW_STACKS = 18  # with more, a large set is not even tried
PATIENCE = 2.0  # for code to be loaded that was compiled before; it takes a fraction of that
HEAD_START = 2.0  # for a first answer by the interpreter, before compiling slows it down
FINE = 9  # chances that agree to so many digits are the same


@cache
def _solver(players: int, most: int, interpreted: bool) -> Solver:
    """One memory for all who ask."""
    return Solver(players, min(most, FEW_POSITIONS) if interpreted else most, interpreted)


def solver(players: int, most: int) -> Solver:
    """The solver to ask now: an interpreted one, good for small positions, as long as there is no compiled one."""
    return _solver(players, most, not compiled())


@cache
def loading() -> tuple[float, Event]:
    """Start to load the compiled solver, or to compile it, beside all else; until when to wait for it, and the end."""
    done = Event()
    kept = any(cache_folder(layers_of(Solver.__module__)).glob("*/solve_walk.best_replies-*.nbi"))

    def prepare() -> None:
        time.sleep(0 if kept else HEAD_START)
        with in_background():
            Solver().replies(state_of(((1, 1),)), [1])
        done.set()

    Thread(target=prepare, daemon=True).start()
    return time.monotonic() + (PATIENCE if kept else 0), done


def compiled() -> bool:
    """Whether the compiled solver is there; where it was compiled before, it is waited for."""
    if INTERPRETED:
        return False
    until, done = loading()
    return done.wait(max(0.0, until - time.monotonic()))


def _solve(view: View, judge: Solver, thinking: Thinking) -> tuple[Value, list[int], list[Value]] | None:
    """The position's value, the kind of each legal move and every kind's value; None when it is too large."""
    known, until = view.known, time.perf_counter() + SHARE_OF_TIME * (thinking.budget.seconds or 1e9)
    heights = heights_of(known.state)
    if sum(map(len, heights)) > FEW_STACKS and most_positions(sum(map(sum, heights)), len(heights)) > 4 * judge.most:
        return None

    def go_on(positions: int) -> bool:
        in_time = judge.interpreted or time.perf_counter() < until  # interpreted: FEW_POSITIONS is the limit
        return in_time and thinking.portion(1) > 0

    try:
        value = judge.solve_state(known.state, go_on)
        return value, *judge.values(known.state, known.numbers)
    except TooLarge:
        return None


def analyse(view: View, thinking: Thinking, seed: int) -> Advice | None:
    """Every legal move's exact value, or None when the position is too large. Equally good moves: in random order.

    `wins`: the mover wins for certain; `moves_to_end`: this move included (the mean of it for three and more players);
    `refutation`: the best reply to a move that does not win, or, for three and more, that is not the best. Where the
    solver does not reach, an atlas file that was built answers for two players: without `moves_to_end`, unless that
    was built too.
    """
    judge = solver(view.known.players, MOST_POSITIONS)
    found = _solve(view, judge, thinking)
    if found is None:
        return None if judge.interpreted else babylone_atlas.analyse(view, thinking, seed)
    (value, kinds, values), known = found, view.known
    players, texts = known.players, known.notation.texts
    chances = [round(after.shares[-1], FINE) for after in values]
    best = max(chances, default=0.0)
    flawed = [move for move, kind in zip(known.numbers, kinds, strict=True) if chances[kind] < best or best <= 0]
    replies = dict(zip(flawed, judge.replies(known.state, flawed), strict=True))
    chance = Chance(seed)
    draws = [chance.word() for _ in values]

    def rank(kind: int) -> tuple[float, float, int]:
        length = values[kind].length if players == 2 else 0.0
        return -chances[kind], length if chances[kind] else -length, draws[kind]

    order = chance.shuffled(range(len(kinds)))
    order.sort(key=lambda index: rank(kinds[index]))
    moves = []
    for index in order:
        move, chances_now, after = known.numbers[index], chances[kinds[index]], values[kinds[index]]
        reply = replies.get(move, -1)
        more = {
            "wins": chances_now == 1,
            "moves_to_end": 1 + (after.moves if players == 2 else round(after.length, 3)),
            "refutation": texts[reply] if reply >= 0 else None,
        }
        moves.append(MoveValue(texts[move], chances_now, 0, more))
    length = value.moves if players == 2 else round(value.length, 3)
    about = {"grundy": value.grundy} if players == 2 else {"shares": [round(share, FINE) for share in value.shares]}
    return Advice(tuple(moves), exact=True, more={"moves_to_end": length, **about})


class PerfectBot(Bot):
    """Never loses a won position, and resists as long as it can in a lost one."""

    name = "master"
    budget = Budget(seconds=2.0, simulations=20_000)

    def advise(self, view: View, thinking: Thinking, seed: int) -> Advice:
        """Exact; by playouts when the position is too large."""
        return analyse(view, thinking, seed) or estimate(view, thinking, seed)


class ShortSightedBot(Bot):
    """Sees what is decided within so many moves, unless it overlooks it; anything else is as good as any other."""

    budget = Budget(simulations=1)

    def __init__(self, name: str, sight: int, slips: float, most: int = 30_000) -> None:
        self.name, self.sight, self.slips, self.most = name, sight, slips, most

    def advise(self, view: View, thinking: Thinking, seed: int) -> Advice:
        """A win that it sees, the quickest; else what it does not see through; else the longest loss."""
        known, chance = view.known, Chance(seed)
        blank = [MoveValue(text, 1 / known.players, 0) for text in chance.shuffled(view.known.legal)]
        found = _solve(view, solver(known.players, self.most), thinking)
        if found is None:
            return Advice(tuple(blank))
        _, kinds, values = found
        seen = [self._see(after, known.players, chance) for after in values]
        texts = known.notation.texts
        belief = {texts[move]: seen[kind] for move, kind in zip(known.numbers, kinds, strict=True)}
        blank.sort(key=lambda move: belief[move.move], reverse=True)
        return Advice(tuple(MoveValue(move.move, belief[move.move][0], 0) for move in blank))

    def _see(self, after: Value, players: int, chance: Chance) -> tuple[float, float]:
        """What it thinks a move is worth, and then how it likes the length."""
        slip = chance.word() < self.slips * 2.0**64
        if slip or 1 + after.length > self.sight:
            return 1 / players, 0.0
        worth = round(after.shares[-1], FINE)
        return worth, -after.length if worth * players > 1 else after.length


_SIGHT = {"beginner": (2, 0.4), "easy": (4, 0.25), "medium": (6, 0.2), "hard": (8, 0.15)}  # moves ahead, slips


def levels() -> dict[str, Bot]:
    """The five, weakest first."""
    weak = {name: ShortSightedBot(name, *_SIGHT[name]) for name in LEVELS if name in _SIGHT}
    return {**weak, PerfectBot.name: PerfectBot()}


def others() -> dict[str, Bot]:
    """None but the levels."""
    return {}


__all__ = ["PerfectBot", "ShortSightedBot", "analyse", "compiled", "levels", "others", "reasons", "solver"]
