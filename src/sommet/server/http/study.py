"""HTTP: positions, deals, verification. Nothing here knows a running table."""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated, Any

import msgspec
from litestar import Request, Router, get, post
from litestar.datastructures import CacheControlHeader
from litestar.params import JSONBody, PathParameter

from ...core.arranging import set_up
from ...core.errors import BadRecord, shown
from ...core.game import Game
from ...core.links import link
from ...core.position import Position, View
from ...core.registry import game, load, new, players, read_link
from ...site import answers
from ...site.bodies import Games
from ...site.game_modules import layouts
from ...site.records import Effects, GameRecord, GivenRecord, Layout
from ..tables.effects import MOST_FORESEEN, effects_so_far, foreseen
from ..tables.fair_play import refuse, running
from ..tables.proof import judge, notes, sentence
from ..tables.replays import steps
from ..wire.agreements import check_agreed
from ..wire.bodies import AskedPosition, DealRequest, PositionRequest, Sentence, Verified, VerifyRequest
from ..wire.games import PositionAnswer
from ..wire.refusals import Refusal
from ..work.scheduler import Cost
from .answers import ERRORS, hub_of
from .answers import known as asker
from .answers import language as preferred
from .learn import BY_LANGUAGE, Asked, GameName
from .working import worked

Req = Request[Any, Any, Any]
BoardName = Annotated[str, PathParameter(max_length=40)]
A_DAY = CacheControlHeader(max_age=86_400, public=True)


def given(record: GivenRecord | None, text: str | None) -> Position:
    """The position that came as a record or as a link."""
    if (record is None) == (text is None):
        raise Refusal("bad_request", 400, why="record, link")
    return read_link(text) if text is not None else load(record)


@get("/games", summary="The games and the computer players", response_headers=BY_LANGUAGE)
async def games(request: Req, language: Asked = None) -> Games:
    """Names, how many may play, levels; `about` each game what may be agreed and what else there is, in words."""
    return answers.games(language or preferred(request), players())


@get("/games/{name:str}/layouts/{board:str}", responses=ERRORS(404), summary="A board to draw", cache_control=A_DAY)
async def layout(name: GameName, board: BoardName) -> Layout:
    """Where the things of that board are, as its game tells; only games whose boards differ have any."""
    told = layouts(name)
    found = None if told is None else told.layout(board)
    if found is None:
        raise Refusal("not_found", 404)
    return found


@post("/positions", status_code=200, responses=ERRORS(413), summary="A position")
async def position(request: Req, data: JSONBody[PositionRequest]) -> PositionAnswer:
    """What the engine protocol answers to a record: legal moves, state, result; or one viewer's view of it.

    On demand also what its moves did, what each legal move would do, and every position that led here; but not of a
    rated game that one plays oneself, until it is over (`rated_running`).
    """
    kind, mine = "position", frozenset[bytes]()
    if data.effects or data.foresee or data.steps:
        kind, mine = "preview", await running(hub_of(request).tables, await asker(request))
    return await worked(request, Cost(kind, 0.02), _answer, data, mine)


def _set_up(data: AskedPosition) -> Position:
    """The position that is asked for, with moves that lead to it."""
    check_agreed(_named(data.game), data.players, data.options, {})
    return set_up(data.game, data.position, data.players, data.seed, options=data.options)


def _named(name: str) -> Game:
    if name not in players():
        raise BadRecord("error.game", given=shown(name), games=", ".join(players()))
    return game(name)


def _answer(data: PositionRequest, mine: frozenset[bytes] = frozenset()) -> PositionAnswer:
    """In a thread. What each legal move would do is told only where they are not too many."""
    found = given(data.record, data.link) if data.asked is None else _set_up(data.asked)
    if data.moves:
        found = found.after(data.moves)
    refuse(found, mine)
    asked: Position | View = found if data.view is None else found.view(data.view)
    known = asked if isinstance(asked, Position) else asked.known
    record = GameRecord.of(known.record)
    answer = PositionAnswer(asked.to_move, list(asked.legal), asked.shown, asked.result, link(known), record)
    if data.effects:
        answer.effects = effects_so_far(known)
    if data.foresee:
        if len(asked.legal) > MOST_FORESEEN:
            raise Refusal("too_large", 413)
        answer.foreseen = _foreseen(answer.link) if asked.legal else {}
    if data.steps:
        answer.steps = steps(found, "all" if data.view is None else data.view)
    return answer


@lru_cache(maxsize=64)
def _foreseen(text: str) -> dict[str, Effects]:
    """Made once for a position."""
    return foreseen(read_link(text))


@post("/deals", status_code=200, responses=ERRORS(), summary="Deal a game")
async def deal(request: Req, data: JSONBody[DealRequest]) -> GameRecord:
    """A full record to study, belonging to no table."""
    return await worked(request, Cost("deal", 0.01), _dealt, data)


def _dealt(data: DealRequest) -> GameRecord:
    check_agreed(_named(data.game), data.players, data.options, data.choices)
    dealt = new(data.game, data.players, data.seed, data.first, options=data.options, **data.choices)
    return GameRecord.of(dealt.record)


@post("/verify", status_code=200, responses=ERRORS(), summary="Was it dealt fairly?")
async def verify(request: Req, data: JSONBody[VerifyRequest]) -> Verified:
    """The same sums as `sommet verify`. The server says it of itself: a device that kept its part asks nobody."""
    given = {"record": data.record} if data.fair is msgspec.UNSET else {"record": data.record, "fair": data.fair}
    found = await worked(request, Cost("verify", 0.01), judge, given, data.mine, data.commitment)
    language = preferred(request)
    checks = [Sentence(one.what, one.found, one.why, text=sentence(one, language)) for one in found.checks]
    return Verified(found.outcome, checks, notes(found, language))


STUDY = Router("/", route_handlers=[games, layout, position, deal, verify], tags=["study"])
