"""HTTP: lessons and rules, in the reader's language. They change with the program only, so they may be kept a while."""

from __future__ import annotations

from typing import Annotated, Any

from litestar import Request, Router, get
from litestar.datastructures import CacheControlHeader
from litestar.openapi.spec import Example
from litestar.params import PathParameter, QueryParameter

from ...core.registry import players
from ...site import answers
from ...site.bodies import Lesson, Rules
from ...site.described import described
from ..wire.examples import GAME
from ..wire.languages import Language
from ..wire.refusals import Refusal
from .answers import ERRORS
from .answers import language as preferred

Req = Request[Any, Any, Any]
GameName = Annotated[str, PathParameter(max_length=20, examples=[Example(value=GAME)])]
Asked = Annotated[Language | None, QueryParameter(description="Instead of what Accept-Language says")]
AN_HOUR = CacheControlHeader(max_age=3600, public=True)
BY_LANGUAGE = {"vary": "accept-language"}


@get(
    "/lessons/{name:str}",
    responses=ERRORS(404),
    summary="A game's lesson",
    cache_control=AN_HOUR,
    response_headers=BY_LANGUAGE,
)
async def lesson(request: Req, name: GameName, language: Asked = None) -> Lesson:
    """Step by step, one move each on a real board: what to do, which moves are wanted, what to say afterwards."""
    return answers.lesson(_having(name, "lessons"), language or preferred(request))


@get(
    "/rules/{name:str}",
    responses=ERRORS(404),
    summary="A game's rules",
    cache_control=AN_HOUR,
    response_headers=BY_LANGUAGE,
)
async def rules(request: Req, name: GameName, language: Asked = None) -> Rules:
    """Clause by clause, with a picture wherever there is something to show."""
    return answers.rules(_having(name, "rules"), language or preferred(request))


def _having(name: str, what: str) -> str:
    if name not in players() or not getattr(described(name, "en"), what):
        raise Refusal("not_found", 404)
    return name


LEARN = Router("/", route_handlers=[lesson, rules], tags=["learn"])
