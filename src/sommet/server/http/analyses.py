"""HTTP: analyses by the computer, of finished games and of positions that somebody brings along."""

from __future__ import annotations

from typing import Annotated, Any

from litestar import Request, Router, delete, get, post
from litestar.params import JSONBody, PathParameter, QueryParameter

from ...analysis.knowing import at
from ...core.errors import SommetError
from ...core.position import Position
from ..tables.fair_play import refuse, running
from ..wire.bodies import AnalysisRequest, AnalysisState
from ..wire.refusals import Refusal
from ..work.scheduler import Cost
from .answers import ERRORS, hub_of, known, signed_in
from .study import given
from .working import worked

Req = Request[Any, Any, Any]
AnalysisId = Annotated[str, PathParameter(max_length=40)]
Since = Annotated[int, QueryParameter(ge=0, le=10_000, description="Only lines from this number on")]


@post("/analyses", status_code=201, responses=ERRORS(401, 404, 409), summary="Ask for an analysis")
async def analyse(request: Req, data: JSONBody[AnalysisRequest]) -> AnalysisState:
    """Of a finished table, or of a record or link; each position from its mover's knowledge. Queued, and kept.

    Not of a rated game that one plays oneself, until it is over (`rated_running`).
    """
    hub, user = hub_of(request), await signed_in(request)
    winners: tuple[int, ...] | None = None
    if data.table is not None:
        if data.record is not None or data.link is not None:
            raise Refusal("bad_request", 400, why="table, record, link")
        room, last = await hub.tables.finished(await known(request), data.table, data.round)
        winners = room.progress.rounds[data.round - 1].result.winners
    else:
        last = await worked(request, Cost("analysis asked", 0.02), _brought, data)
        refuse(last, await running(hub.tables, user))
    return await hub.analyses.add(user.id, last, data.whole, data.level, data.seconds, winners, data.unplayed)


def _brought(data: AnalysisRequest) -> Position:
    """What somebody brings along; Refusal where a viewer's knowledge of it does not tell the earlier positions."""
    last = given(data.record, data.link)
    if data.whole and last.record.viewer is not None:
        try:
            for ply in range(len(last.moves)):
                at(last, ply)
        except SommetError as error:
            raise Refusal("bad_request", 400, why="whole") from error
    return last


@get("/analyses/{analysis_id:str}", responses=ERRORS(401, 404), summary="How far is it?")
async def analysis(request: Req, analysis_id: AnalysisId, since: Since = 0) -> AnalysisState:
    """Status, progress from 0 to 1, what is done so far; at the end the turning points."""
    hub, user = hub_of(request), await signed_in(request)
    return await hub.analyses.state(user.id, analysis_id, since)


@delete("/analyses/{analysis_id:str}", status_code=204, responses=ERRORS(401, 404), summary="Cancel an analysis")
async def cancel(request: Req, analysis_id: AnalysisId) -> None:
    """It stops soon; what is done stays."""
    hub, user = hub_of(request), await signed_in(request)
    await hub.analyses.cancel(user.id, analysis_id)


ANALYSES = Router("/", route_handlers=[analyse, analysis, cancel], tags=["study"])
