"""What is wrong is said three ways: a code, a clause, a sentence; and the sentence in three languages."""

import re
import string

import pytest

import sommet
from sommet.core.errors import BadRecord, IllegalMove, SommetError
from sommet.core.words import LANGUAGES, catalogue, say

from ..support.setups import babylone, kabaleo


def gaps(text: str) -> set[str]:
    """The names to be filled in."""
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


ERRORS = sorted(key for key in catalogue("en") if ".error." in f".{key}" and not key.startswith("cli."))


@pytest.mark.parametrize("key", ERRORS)
def test_every_error_can_be_said_in_every_language(key: str) -> None:
    """With the same gaps."""
    texts = [catalogue(language)[key] for language in LANGUAGES]
    assert len(set(texts)) == len(texts)
    assert len({frozenset(gaps(text)) for text in texts}) == 1
    values = dict.fromkeys(gaps(texts[0]), "5")
    for language in LANGUAGES:
        assert "{" not in say(language, key, **values)


def test_an_error_reads_as_a_sentence_with_its_clause() -> None:
    """For a player, in his language."""
    with pytest.raises(IllegalMove) as caught:
        sommet.load(kabaleo(["pink@1"]))
    error = caught.value
    assert str(error) == "Location 1 is a bare pink base: a pink piece may not go there. (K9)"
    assert (error.code, error.clause, error.at) == ("illegal_move", "K9", 0)
    assert len({error.say(language) for language in LANGUAGES}) == 3
    assert "rose" in error.say("fr") or "roze" in error.say("nl")


def test_colours_are_named_in_the_language() -> None:
    """A value that begins with @ is itself a key."""
    assert [say(language, "kabaleo.error.not_in_stock", colour="@colour.blue") for language in LANGUAGES] == [
        say(language, "kabaleo.error.not_in_stock", colour=catalogue(language)["colour.blue"]) for language in LANGUAGES
    ]


@pytest.mark.parametrize("text", ["@colour.red", "@", "@nothing", "{move}", "{0.__class__}", "%s", "\\", "x" * 10_000])
def test_a_text_from_outside_is_only_shown(text: str) -> None:
    """Never taken for a key or a gap, and cut short."""
    for position in (sommet.load(babylone(["red", "red"])), sommet.load(babylone(["red"]))):
        with pytest.raises(SommetError) as caught:
            position.play(text)
        for language in LANGUAGES:
            said = caught.value.say(language)
            assert repr(text)[:39] in said
            assert len(said) < 300


def test_nothing_is_wrong_with_a_bare_error() -> None:
    """Kinds of errors are one family."""
    assert issubclass(BadRecord, SommetError)
    assert str(BadRecord("error.moves")) == catalogue("en")["error.moves"]
    assert re.fullmatch(r".* \(K7\)", str(BadRecord("kabaleo.error.equal_deal", "K7")))
