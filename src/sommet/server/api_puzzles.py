"""HTTP: Babylone puzzles, without end. The solution stays here until it is found or given up."""

from __future__ import annotations

import asyncio
import secrets
from functools import lru_cache
from typing import Annotated, Any

from litestar import Request, Router, get, post
from litestar.params import JSONBody, PathParameter, QueryParameter

from ..games.babylone.puzzles import LEVELS, SEEDS, Puzzle
from ..games.babylone.puzzles import puzzle as make
from .answers import ERRORS, hub_of
from .bodies import PuzzleAnswer
from .refusals import Refusal

Req = Request[Any, Any, Any]
Level = Annotated[int, PathParameter(ge=min(LEVELS), le=max(LEVELS))]
Seed = Annotated[int, PathParameter(ge=0, lt=SEEDS)]

puzzle_of = lru_cache(maxsize=1024)(make)  # a puzzle is asked for again when it is answered


async def _puzzle(request: Req, level: int, seed: int) -> Puzzle:
    """In a thread: until the solver is compiled, on a machine's very first start, it takes seconds."""
    return await asyncio.get_running_loop().run_in_executor(hub_of(request).slow, puzzle_of, level, seed)


@get("/puzzles/{level:int}", responses=ERRORS(), summary="A puzzle")
async def puzzle(
    request: Req, level: Level, seed: Annotated[int | None, QueryParameter(ge=0, lt=SEEDS)] = None
) -> dict[str, Any]:
    """One kind of move wins: which? The same level and seed give the same puzzle, everywhere."""
    found = (await _puzzle(request, level, secrets.randbelow(SEEDS) if seed is None else seed)).as_dict()
    del found["solutions"]
    return found


@post("/puzzles/{level:int}/{seed:int}", status_code=200, responses=ERRORS(), summary="Answer a puzzle")
async def answer(request: Req, level: Level, seed: Seed, data: JSONBody[PuzzleAnswer]) -> dict[str, Any]:
    """Whether the move wins, and if not what refutes it; the solutions when it does, or to whoever gives up."""
    found = await _puzzle(request, level, seed)
    if data.move is None and not data.give_up:
        raise Refusal("bad_request", 400, why="move, give_up")
    told: dict[str, Any] = {"wins": False, "refutation": None, "moves_to_end": found.moves_to_end}
    if data.move is not None:
        verdict = await hub_of(request).soon(found.judge, data.move)
        told = {"wins": verdict.wins, "refutation": verdict.refutation, "moves_to_end": verdict.moves_to_end}
    if told["wins"] or data.give_up:
        told["solutions"] = list(found.solutions)
    return told


PUZZLES = Router("/", route_handlers=[puzzle, answer], tags=["study"])
