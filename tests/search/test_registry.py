"""Which bots a game has: its own, found beside it, or those that know only its rules."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

import sommet
from sommet.bots import LEVELS, Level, Minds, bot, names, registry
from sommet.bots.contract import RANDOM
from sommet.bots.mind import PLAIN, Mind
from sommet.core.errors import BAD_REQUEST
from sommet.core.position import Position
from sommet.core.registry import players
from sommet.core.words import LANGUAGES
from sommet.games.babylone.game import GAME
from sommet.search.advice import Budget

# A game whose package has no module `bots`.
ELSEWHERE = replace(GAME, name="elsewhere", package="sommet.core")


@pytest.fixture
def elsewhere(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Known to the registry by its name."""
    monkeypatch.setattr(registry, "game_named", lambda name: ELSEWHERE)
    yield ELSEWHERE.name
    for cached in (registry.game_bots, registry._bots, registry.opponent):
        cached.cache_clear()


@pytest.mark.parametrize("game", sorted(players()))
def test_an_unknown_bot_is_refused_by_name(game: str) -> None:
    """With the names of those there are, in every language."""
    with pytest.raises(sommet.SommetError) as refused:
        bot(game, "grandmaster")
    assert refused.value.code == BAD_REQUEST
    for language in LANGUAGES:
        said = refused.value.say(language)
        assert "grandmaster" in said
        assert all(name in said for name in names(game))


def test_a_game_without_bots_of_its_own_has_all_five_levels(elsewhere: str) -> None:
    """Plain search, with a stand-in until it is compiled, and all that is told about an advice besides."""
    assert names(elsewhere)[:5] == LEVELS
    minds = [bot(elsewhere, name) for name in LEVELS]
    assert all(isinstance(mind, Mind) and mind.kind is PLAIN for mind in minds)
    assert registry.game_bots(elsewhere).stand_in(minds[3]) is RANDOM
    dealt = sommet.new("babylone", 2, seed=1)
    position = Position.of(ELSEWHERE, dealt.record)
    view = position.view(position.to_move or 0)
    advice = bot(elsewhere, "easy").think(view, Budget(simulations=20_000), seed=1)
    assert sorted(move.move for move in advice.moves) == sorted(position.legal)
    assert registry.explain(view, advice) == advice
    assert registry.beliefs(position) is None
    assert "%" in registry.reasons(view, advice, "en")


def test_the_levels_are_five() -> None:
    """Weakest first; anything else is refused when the package is loaded."""
    with pytest.raises(ValueError, match="beginner, easy"):
        Minds(PLAIN, [Level("easy")])


def test_bots_that_keep_no_contract_are_refused(elsewhere: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Before any of them is asked."""

    class Wrong:
        BOTS = LEVELS

    monkeypatch.setattr(registry, "find_spec", lambda name: name == "sommet.core.bots")
    monkeypatch.setattr(registry, "import_module", lambda name: Wrong)
    with pytest.raises(TypeError, match=r"sommet\.core\.bots\.BOTS"):
        names(elsewhere)
