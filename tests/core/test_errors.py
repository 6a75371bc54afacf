"""What is wrong is said three ways: a code, a clause, a sentence; and the sentence in every language."""

import pickle
import re
import string
from collections.abc import Iterator
from contextlib import suppress
from copy import copy
from importlib import import_module
from pkgutil import walk_packages

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
    """For a player, in their language."""
    with pytest.raises(IllegalMove) as caught:
        sommet.load(kabaleo(["pink@1"]))
    error = caught.value
    assert str(error) == "Location 1 is a bare pink base: no pink piece may go there. (K9)"
    assert (error.code, error.clause, error.at) == ("illegal_move", "K9", 0)
    assert len({error.say(language) for language in LANGUAGES}) == len(LANGUAGES)
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


def family(kind: type[SommetError]) -> Iterator[type[SommetError]]:
    """A kind of error and all that derive from it, in the whole package."""
    yield kind
    for derived in kind.__subclasses__():
        yield from family(derived)


def test_errors_are_value_errors_and_travel_between_processes() -> None:
    """Unpickled, or copied, each has the same type, sentence, code, key, clause, values and place."""
    for module in walk_packages(sommet.__path__, "sommet."):
        if not module.name.endswith(("__main__", "openspiel", "cuda", "gpu")) and ".migrations" not in module.name:
            with suppress(ImportError):  # an extra that is not installed
                import_module(module.name)
    kinds = set(family(SommetError))
    assert {BadRecord, IllegalMove} <= kinds
    for kind in kinds:
        error = kind.__new__(kind)
        SommetError.__init__(error, "bad_record", "error.players", "K1", given="9", least=2, most=4)
        error.at = 3
        assert isinstance(error, ValueError)
        for again in (pickle.loads(pickle.dumps(error)), copy(error)):
            assert type(again) is kind
            assert vars(again) == vars(error)
            assert (str(again), again.args, again.at) == (str(error), error.args, 3)


def test_an_error_raised_by_a_rule_travels_too() -> None:
    """As a worker process raises it: made by its own constructor."""
    for wrong in (lambda: sommet.load(kabaleo(["pink@1"])), lambda: sommet.game("chess")):
        with pytest.raises(SommetError) as caught:
            wrong()
        error = caught.value
        again = pickle.loads(pickle.dumps(error))
        assert type(again) is type(error)
        assert (vars(again), str(again)) == (vars(error), str(error))
