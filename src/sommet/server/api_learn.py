"""HTTP: lessons and rules, in the reader's language. They change with the program only, so they may be kept a while."""

from __future__ import annotations

from functools import cache
from typing import Annotated, Any, Literal

from litestar import Request, Router, get
from litestar.datastructures import CacheControlHeader
from litestar.openapi.spec import Example
from litestar.params import PathParameter, QueryParameter

from ..core import learn
from ..core.registry import players
from ..core.rule_pages import rule_page
from .answers import ERRORS
from .answers import language as preferred
from .bodies_learn import ClausePicture, Lesson, LessonStep, RefusedTry, RuleClause, RuleNote, Rules
from .described import described
from .examples import GAME
from .refusals import Refusal
from .rule_html import html

Req = Request[Any, Any, Any]
GameName = Annotated[str, PathParameter(max_length=20, examples=[Example(value=GAME)])]
Language = Annotated[
    Literal["en", "fr", "nl"] | None, QueryParameter(description="Instead of what Accept-Language says")
]
AN_HOUR = CacheControlHeader(max_age=3600, public=True)
BY_LANGUAGE = {"vary": "accept-language"}


@get(
    "/lessons/{name:str}",
    responses=ERRORS(404),
    summary="A game's lesson",
    cache_control=AN_HOUR,
    response_headers=BY_LANGUAGE,
)
async def lesson(request: Req, name: GameName, language: Language = None) -> Lesson:
    """Step by step, one move each on a real board: what to do, which moves are wanted, what to say afterwards."""
    return _lesson(_having(name, "lessons"), language or preferred(request))


@get(
    "/rules/{name:str}",
    responses=ERRORS(404),
    summary="A game's rules",
    cache_control=AN_HOUR,
    response_headers=BY_LANGUAGE,
)
async def rules(request: Req, name: GameName, language: Language = None) -> Rules:
    """Clause by clause, with a picture wherever there is something to show."""
    return _rules(_having(name, "rules"), language or preferred(request))


def _having(name: str, what: str) -> str:
    if name not in players() or not described(name, "en")[what]:
        raise Refusal("not_found", 404)
    return name


def _refused(found: learn.Refused | None) -> RefusedTry | None:
    return None if found is None else RefusedTry(found.move, found.clause)


@cache
def _lesson(game: str, language: str) -> Lesson:
    return Lesson(
        [
            LessonStep(
                id=step.id,
                title=step.title,
                text=step.text,
                task=step.task,
                after=step.after,
                otherwise=step.otherwise,
                clause=step.clause,
                record=step.record.as_dict(),
                view=step.view,
                answers=None if step.answers is None else list(step.answers),
                refused=_refused(step.refused),
            )
            for step in learn.lesson(game, language)
        ]
    )


@cache
def _rules(game: str, language: str) -> Rules:
    page, pictures = rule_page(game, language), learn.pictures(game)
    ids = [clause.id for clause in page.clauses]

    def picture(clause: str) -> ClausePicture | None:
        found = pictures.get(clause)
        return None if found is None else ClausePicture(found.record.as_dict(), found.start, _refused(found.refused))

    return Rules(
        page.title,
        html(page.welcome),
        [RuleClause(c.id, c.title, c.section, html(c.text, ids), picture(c.id)) for c in page.clauses],
        [RuleNote(note.title, html(note.text, ids)) for note in page.notes],
    )


LEARN = Router("/", route_handlers=[lesson, rules], tags=["learn"])
