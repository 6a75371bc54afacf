"""The answers, by game and language: as the server gives them, and as the page's files hold them."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

import msgspec

from ..bots import LEVELS
from ..core import learn
from ..core.registry import players
from ..core.rule_pages import rule_page
from .bodies import ClausePicture, Games, Lesson, LessonStep, Level, RefusedTry, RuleClause, RuleNote, Rules
from .described import described
from .records import GameRecord
from .rule_html import html


def games(language: str, names: Iterable[str]) -> Games:
    """These games: names, how many may play, levels; `about` each what may be agreed and what else there is."""
    wanted = list(names)
    numbers = {name: list(players()[name]) for name in wanted}
    levels = msgspec.convert(LEVELS, list[Level])
    return Games(numbers, levels, {name: described(name, language) for name in wanted})


def _refused(found: learn.Refused | None) -> RefusedTry | None:
    return None if found is None else RefusedTry(found.move, found.clause)


@cache
def lesson(game: str, language: str) -> Lesson:
    """Step by step, one move each on a real board."""
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
                record=GameRecord.of(step.record),
                view=step.view,
                answers=None if step.answers is None else list(step.answers),
                refused=_refused(step.refused),
            )
            for step in learn.lesson(game, language)
        ]
    )


@cache
def rules(game: str, language: str) -> Rules:
    """Clause by clause, with a picture wherever there is something to show."""
    page, pictures = rule_page(game, language), learn.pictures(game)
    ids = [clause.id for clause in page.clauses]

    def picture(clause: str) -> ClausePicture | None:
        found = pictures.get(clause)
        return (
            None if found is None else ClausePicture(GameRecord.of(found.record), found.start, _refused(found.refused))
        )

    return Rules(
        page.title,
        html(page.welcome),
        [RuleClause(c.id, c.title, c.section, html(c.text, ids), picture(c.id)) for c in page.clauses],
        [RuleNote(note.title, html(note.text, ids)) for note in page.notes],
    )
