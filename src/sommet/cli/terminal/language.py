"""The language this process speaks."""

from collections.abc import Mapping, Sequence

from ...core.errors import SommetError
from ...core.words import LANGUAGES, catalogue, say

DEFAULT = "en"
_chosen = [DEFAULT]


def choose(language: str) -> None:
    """From now on, speak this language."""
    _chosen[0] = language


def current() -> str:
    """The language spoken now."""
    return _chosen[0]


def asked(arguments: Sequence[str]) -> str | None:
    """The language named by `--lang`, wherever it stands: help must know it before the arguments are read."""
    for word, following in zip(arguments, [*arguments[1:], ""], strict=False):
        name, _, value = word.partition("=")
        given = value or following
        if name == "--lang" and given in LANGUAGES:
            return given
    return None


def of_locale(environment: Mapping[str, str]) -> str:
    """The language of the locale, as far as Sommet speaks it."""
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if environment.get(variable):
            spoken = environment[variable][:2].lower()
            return spoken if spoken in LANGUAGES else DEFAULT
    return DEFAULT


def tell(key: str, /, **values: object) -> str:
    """The text of that key in the language spoken now."""
    return say(current(), key, **values)


def game_name(game: str) -> str:
    """What a game is called; one from another package without words keeps its own name."""
    return catalogue(current()).get(f"{game}.name", game)


def sentence(error: SommetError) -> str:
    """What is wrong, for a person: the sentence, and the clause or else the code."""
    return f"{error.say(current())} ({error.clause or error.code})"
