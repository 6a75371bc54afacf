"""HTTP: positions, analyses, verification. Nothing here knows a running table."""

from __future__ import annotations

from typing import Annotated, Any

from litestar import Request, Router, delete, get, post
from litestar.params import JSONBody, PathParameter

from ..bots import LEVELS
from ..core.errors import SommetError
from ..core.links import link
from ..core.position import Position, View
from ..games import load, players, read_link
from ..search.advice import Budget
from .answers import ERRORS, hub_of, known, signed_in
from .api_tables import finished
from .bodies import AnalysisRequest, AnalysisState, PositionRequest, Verified, VerifyRequest
from .fair import Unfair, verify_file
from .refusals import Refusal

Req = Request[Any, Any, Any]
AnalysisId = Annotated[str, PathParameter(max_length=40)]


def _position(record: dict[str, Any] | None, text: str | None) -> Position:
    if (record is None) == (text is None):
        raise Refusal("bad_request", 400, why="record, link")
    return read_link(text) if text is not None else load(record)


@get("/games", summary="The games and the computer players")
async def games() -> dict[str, Any]:
    """Names, how many may play, levels."""
    return {"games": {name: list(counts) for name, counts in players().items()}, "levels": list(LEVELS)}


@post("/positions", status_code=200, responses=ERRORS(), summary="A position")
async def position(request: Req, data: JSONBody[PositionRequest]) -> dict[str, Any]:
    """What the engine protocol answers to a record: legal moves, state, result; or one viewer's view of it."""
    found = _position(data.record, data.link)
    asked: Position | View = found if data.view is None else found.view(data.view)
    result = asked.result
    return {
        "to_move": asked.to_move,
        "legal": list(asked.legal),
        "state": asked.shown,
        "result": None if result is None else result.as_dict(),
        "link": link(found if isinstance(asked, Position) else asked.known),
        "record": (asked.record if isinstance(asked, Position) else asked.knowledge).as_dict(),
    }


@post("/verify", status_code=200, responses=ERRORS(), summary="Was it dealt fairly?")
async def verify(request: Req, data: JSONBody[VerifyRequest]) -> Verified:
    """The same sums as `sommet verify`."""
    try:
        verify_file({"record": data.record, "fair": data.fair})
    except Unfair as unfair:
        return Verified(False, str(unfair))
    return Verified(True)


@post("/analyses", status_code=201, responses=ERRORS(401, 404, 409), summary="Ask for an analysis")
async def analyse(request: Req, data: JSONBody[AnalysisRequest]) -> AnalysisState:
    """Of a finished table, or of a record or link; each position from its mover's knowledge. Queued."""
    hub, user = hub_of(request), await signed_in(request)
    if data.table is not None:
        if data.record is not None or data.link is not None:
            raise Refusal("bad_request", 400, why="table, record, link")
        _, last = await finished(hub, await known(request), data.table, data.round)
    else:
        last = _position(data.record, data.link)
    record = last.record
    positions = [last]
    if data.whole:
        try:
            positions = [
                Position.of(last.game, record.with_moves(record.moves[:ply])) for ply in range(len(record.moves) + 1)
            ]
        except SommetError as error:
            raise Refusal("bad_request", 400, why="whole") from error
    added = hub.analyses.add(user.id, positions, data.level, Budget(seconds=data.seconds))
    return AnalysisState(**added.shown())


@get("/analyses/{analysis_id:str}", responses=ERRORS(401, 404), summary="How far is it?")
async def analysis(request: Req, analysis_id: AnalysisId) -> AnalysisState:
    """Status, progress from 0 to 1, and what is done so far."""
    hub, user = hub_of(request), await signed_in(request)
    return AnalysisState(**hub.analyses.find(user.id, analysis_id).shown())


@delete("/analyses/{analysis_id:str}", status_code=204, responses=ERRORS(401, 404), summary="Cancel an analysis")
async def cancel(request: Req, analysis_id: AnalysisId) -> None:
    """It stops soon."""
    hub, user = hub_of(request), await signed_in(request)
    hub.analyses.cancel(user.id, analysis_id)


STUDY = Router("/", route_handlers=[games, position, verify, analyse, analysis, cancel], tags=["study"])
