"""HTTP: puzzles, without end, of the games that have some. A solution stays here until it is found or given up."""

from __future__ import annotations

import secrets
from functools import lru_cache
from typing import Annotated, Any

from litestar import Request, Router, get, post
from litestar.params import JSONBody, PathParameter, QueryParameter

from ...core.composed import Composer, Puzzle
from ...core.links import link
from ...core.puzzles import LEVELS, puzzles_of
from ...site.records import GameRecord
from ..wire.bodies import PuzzleAnswer
from ..wire.games import PuzzleInfo, PuzzleVerdict
from ..wire.refusals import Refusal
from ..work.scheduler import Cost
from .answers import ERRORS
from .learn import GameName
from .working import worked

Req = Request[Any, Any, Any]
MOST_SEED = 1 << 53  # beyond that, numbers are not exact in every language
Level = Annotated[int, PathParameter(ge=0, le=100)]
Seed = Annotated[int, PathParameter(ge=0, lt=MOST_SEED)]


@lru_cache(maxsize=1024)
def puzzle_of(name: str, level: int, seed: int) -> Puzzle:
    """A puzzle is asked for again when it is answered."""
    return _having(name).puzzle(level, seed)


def _having(name: str) -> Composer:
    found = puzzles_of(name)
    if found is None:
        raise Refusal("not_found", 404)
    return found


async def asked_puzzle(request: Req, name: str, level: int, seed: int | None) -> Puzzle:
    """That puzzle, or some puzzle.

    In a thread: until what solves it is compiled, on a machine's very first start, it takes seconds.
    """
    made = _having(name)
    if level not in LEVELS:
        raise Refusal("bad_request", 400, why="level")
    if seed is None:
        seed = secrets.randbelow(made.puzzling.seeds)
    elif seed >= made.puzzling.seeds:
        raise Refusal("bad_request", 400, why="seed")
    return await worked(request, Cost(f"puzzle {name} {level}", 0.5), puzzle_of, name, level, seed)


@get("/games/{name:str}/puzzles/{level:int}", responses=ERRORS(404), summary="A puzzle")
async def puzzle(
    request: Req, name: GameName, level: Level, seed: Annotated[int | None, QueryParameter(ge=0, lt=MOST_SEED)] = None
) -> PuzzleInfo:
    """One kind of move is better than all others: which? The same level and seed give the same puzzle, everywhere."""
    found = await asked_puzzle(request, name, level, seed)
    position, kinds = found.position, found.kinds
    record = GameRecord.of(position.record)
    return PuzzleInfo(found.level, found.seed, link(position), record, found.moves_to_end, kinds)


@post(
    "/games/{name:str}/puzzles/{level:int}/{seed:int}",
    status_code=200,
    responses=ERRORS(404),
    summary="Answer a puzzle",
)
async def answer(request: Req, name: GameName, level: Level, seed: Seed, data: JSONBody[PuzzleAnswer]) -> PuzzleVerdict:
    """Whether it is the right move, what it brings and tells, and what the right one does; the solutions when it is,

    or to whoever gives up.
    """
    found = await asked_puzzle(request, name, level, seed)
    if data.move is None and not data.give_up:
        raise Refusal("bad_request", 400, why="move, give_up")
    best = found.best
    told = PuzzleVerdict(False, None, found.moves_to_end, None, best.share, None, best.told)
    if data.move is not None:
        verdict = await worked(request, Cost(f"judge {name} {level}", 0.1), found.judge, data.move)
        told = PuzzleVerdict(
            verdict.wins,
            verdict.refutation,
            verdict.moves_to_end,
            verdict.share,
            best.share,
            verdict.told,
            best.told,
        )
    if told.wins or data.give_up:
        told.solutions = list(found.solutions)
    return told


PUZZLES = Router("/", route_handlers=[puzzle, answer], tags=["study"])
