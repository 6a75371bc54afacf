"""Every lesson: its records are legal, its answers too, and what it says is short, complete and in every language."""

import re

import pytest

from sommet.core.learn import Step, lesson
from sommet.core.registry import players
from sommet.core.rule_pages import rule_page, rule_text
from sommet.core.words import LANGUAGES, catalogue

from ..support.refusals import move_refusal
from .reading import steps, wanted

ALL = {f"{game}-{step.id}": step for game in players() for step in lesson(game, "en")}
STEPS = [pytest.param(step, id=name) for name, step in ALL.items()]
REFUSING = [pytest.param(step, id=name) for name, step in ALL.items() if step.refused]
PARTS = ("title", "text", "task", "after", "otherwise")
LONGEST = {"title": 40, "text": 150, "task": 110, "after": 110, "otherwise": 150}


@pytest.mark.parametrize("game", players())
def test_a_lesson_has_eight_to_twelve_steps(game: str) -> None:
    """Each with a name of its own; the first takes any move, or shows at once what to do."""
    found = lesson(game, "en")
    assert 8 <= len(found) <= 12
    assert len(steps(game)) == len(found)
    assert found[0].record.moves == ()


@pytest.mark.parametrize("step", STEPS)
def test_a_step_can_be_played(step: Step) -> None:
    """Its seat is to move; its answers are legal, each once, and something else is legal too."""
    position, answers, others = wanted(step)
    assert position.to_move == step.view
    assert set(answers) <= set(position.legal)
    assert len(set(answers)) == len(answers) > 0
    assert (others == []) == (step.answers is None)


@pytest.mark.parametrize("step", STEPS)
def test_a_step_can_be_played_from_what_its_seat_may_see(step: Step) -> None:
    """The page shows that seat's view only."""
    position, answers, _ = wanted(step)
    assert set(answers) <= set(position.view(step.view).legal)


@pytest.mark.parametrize("step", REFUSING)
def test_a_refused_try_is_refused_by_its_clause(step: Step) -> None:
    """As the step says."""
    assert step.refused is not None
    assert move_refusal(wanted(step)[0], step.refused.move) == ("illegal_move", step.refused.clause)


@pytest.mark.parametrize("game", players())
def test_a_step_names_a_clause_of_its_game(game: str) -> None:
    """The page links to it."""
    clauses = {clause.id for clause in rule_page(game, "en").clauses}
    assert {step.clause for step in lesson(game, "en")} <= clauses


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_lessons_say(language: str) -> None:
    """Nothing is missing, nothing is left over, nothing shouts; hardly any reading."""
    texts = {key: text for key, text in catalogue(language).items() if ".lesson." in key}
    expected = {
        f"{game}.lesson.{step.id}.{part}" for game in players() for step in lesson(game, "en") for part in PARTS
    }
    assert set(texts) == expected
    for key, text in texts.items():
        longest = LONGEST[key.rpartition(".")[2]]
        assert len(text) <= (longest if language == "en" else longest * 1.25), key
        assert "!" not in text, key


def test_a_lesson_is_the_same_in_every_language() -> None:
    """But for its words."""
    for game in players():
        moves = [[(step.id, step.record, step.answers) for step in lesson(game, language)] for language in LANGUAGES]
        assert moves[0] == moves[1] == moves[2]


@pytest.mark.parametrize(
    ("language", "familiar"), [("fr", r"\b(tu|te|toi|ton|tes)\b|\bt’"), ("nl", r"\b(u|uw|uzelf)\b")]
)
def test_the_reader_is_addressed_in_one_way(language: str, familiar: str) -> None:
    """French says vous, Dutch says je, everywhere."""
    said = [*catalogue(language).items(), *((game, rule_text(game, language)) for game in players())]
    assert [key for key, text in said if re.search(familiar, text, re.IGNORECASE)] == []


def test_an_unknown_game_has_no_lesson() -> None:
    """It is the caller's mistake."""
    with pytest.raises(KeyError):
        lesson("chess", "en")
    assert "chess" not in players()
