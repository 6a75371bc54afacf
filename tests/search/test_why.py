"""Why a move, as phrases in numbers: what kernels say, and the text that hosts make of it."""

import string
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

import sommet
from sommet.bots import analyse, registry
from sommet.bots.contract import Minds
from sommet.bots.mind import Mind
from sommet.core.chance import Chance
from sommet.core.kernel import INTERPRETED
from sommet.core.names import Fixed, Terms
from sommet.core.phrases import MEMBER, MOVE, NUMBER, PART, START, Gap, Phrase, Phrases
from sommet.core.registry import players
from sommet.core.words import LANGUAGES, catalogue
from sommet.search.advice import Budget
from sommet.search.minds import new_told, reasoned
from sommet.search.why import CERTAIN, HOPELESS, MOST_ROWS, PHRASES, chances, new_said, percent, say, tell

TERMS = Terms(2, {}, {})
COLOUR = Fixed("colour", ("red", "c7"))


def said(told: Any, besides: int = -1) -> str:
    """What is said of chances."""
    rows = new_said()
    cast(Any, chances).interpreted(told, rows, besides)
    found: str = PHRASES.text("en", rows.rows[: int(rows.size[0])].tolist(), TERMS, ("a", "b", "c"))
    return found


def told_of(*rows: tuple[float, int], exact: bool = False) -> Any:
    """Moves number 0, 1 … with these values and visits."""
    told = new_told(8)
    told.size[0], told.exact[0] = len(rows), exact
    for number, (value, visits) in enumerate(rows):
        told.moves[number], told.values[number], told.visits[number] = number, value, visits
    return told


@given(st.floats(0, 1) | st.integers(0, 400).map(lambda part: part / 400))
def test_hundredths_are_rounded_as_python_does(share: float) -> None:
    """To the nearest, and to the even one of two."""
    assert cast(Any, percent).interpreted(share) == round(100 * share)


def test_what_is_said_of_chances() -> None:
    """The best, and what comes next if that was tried as well; nothing of what is no chance."""
    assert said(told_of((0.43, 500), (0.4, 300))) == "43% to win; b comes next with 40%."
    assert said(told_of((0.43, 500), (0.43, 500), (0.434, 300))) == "43% to win; c is about as good."
    assert said(told_of((0.43, 500), (0.4, 19))) == "43% to win."
    assert said(told_of((0.43, 19), (0.4, 5))) == ""
    assert said(told_of((0.43, 1), (0.4, 1))) == "43% to win; b comes next with 40%."
    assert said(told_of((0.43, 0), (0.4, 0))) == ""
    assert said(told_of((1.0, 0), (0.0, 0), exact=True)) == "Wins for certain."
    assert said(told_of((0.0, 0), exact=True)) == "Can’t win against perfect play."
    assert said(told_of((0.5, 0), (0.25, 0), exact=True)) == "50% to win; b comes next with 25%."
    assert said(told_of((0.001, 500), (0.0, 300))) == "0% to win."


def test_text_is_made_by_the_rules() -> None:
    """Numbers, members with words and without, moves as they are written, parts, and a capital at the start."""
    phrases = Phrases(
        Phrase("", Gap("colour", COLOUR, f"colour.{MEMBER}"), Gap("count", NUMBER), text="{colour} {count}"),
        Phrase("", Gap("name", COLOUR), Gap("move", MOVE), text="{name} {move}"),
        Phrase("", Gap("text", START), Gap("more", PART), text="{text}{more}!"),
    )
    rows = [[0, 0, 0, 7], [0, 0, 1, 8], [1, 0, 0, 1], [2, 1, 0, -1], [2, 0, -1, -1], [2, 1, 1, 2]]
    assert phrases.text("fr", rows, TERMS, ("1>2", "2>1"), lambda move: f"«{move}»") == "Rouge 7! C7 8red «2>1»!"
    assert phrases.code("{text}{more}!") == 2
    for key, text, gaps in (("", "", 0), ("a", "b", 0), ("a", "", 5)):
        with pytest.raises(ValueError, match="a key or a text"):
            Phrase(key, *[Gap("x", NUMBER)] * gaps, text=text)


def test_nobody_writes_past_the_last_row() -> None:
    """What has no room is nothing, as a part and as a sentence."""
    rows = new_said()
    for number in range(MOST_ROWS + 3):
        row = cast(Any, say).interpreted(rows, CERTAIN, 0, 0, 0, 0)
        assert row == (number if number < MOST_ROWS else -1)
        cast(Any, tell).interpreted(rows, row)
    assert rows.size[0] == MOST_ROWS == rows.rows[:, 1].sum()
    assert HOPELESS not in rows.rows[:, 0]


@pytest.mark.parametrize("game", sorted(players()))
def test_phrases_have_the_gaps_of_their_texts(game: str) -> None:
    """In every language."""
    bots = registry.game_bots(game)
    phrases = bots.kind.phrases if isinstance(bots, Minds) else PHRASES
    for phrase in phrases.every:
        for language in LANGUAGES:
            text = catalogue(language)[phrase.key] if phrase.key else phrase.text
            gaps = {name for _, name, _, _ in string.Formatter().parse(text) if name}
            assert gaps == {gap.name for gap in phrase.gaps}, phrase.key
    assert phrases.every[: len(PHRASES.every)] == PHRASES.every


@pytest.mark.skipif(INTERPRETED, reason="nothing is compiled here")
@pytest.mark.parametrize("game", sorted(players()))
def test_reasons_are_the_same_interpreted_and_compiled(game: str) -> None:
    """Row by row, at the beginning, in the middle and near the end."""
    bots = registry.game_bots(game)
    mind = bots.strongest if isinstance(bots, Minds) else cast(Mind, registry.bot(game, "plain"))
    position, chance, seen = sommet.new(game, 3, seed=2), Chance(2), 0
    while not position.over:
        if len(position.moves) % 6 == 0 or len(position.legal) < 4:
            view = position.view(position.to_move or 0)
            advice, rows = analyse(view, Budget(simulations=60), 1), []
            with mind.case(view) as case:
                for way in ("interpreted", "compiled"):
                    asked = case.reasoning(advice)
                    count = getattr(reasoned, way)(*asked)
                    rows.append(asked[-1].rows[:count].tolist())
            assert rows[0] == rows[1]
            assert (rows[0][0][1] == 1) == (len(advice.moves) == 1)
            seen += 1
        position = position.play(chance.choice(position.legal))
    assert seen > 1
