"""Understanding what is typed: words in any of the languages, whole or begun."""

import unicodedata
from collections.abc import Sequence

from ..core.words import LANGUAGES, catalogue


def plain(word: str) -> str:
    """A word in small letters without accents, as it may be typed."""
    return "".join(c for c in unicodedata.normalize("NFKD", word.lower()) if not unicodedata.combining(c))


def named(word: str, among: Sequence[str], kind: str) -> list[str]:
    """Those of some members (of the kind "colour", say) that a word or the beginning of one may mean."""
    called = {
        member: {plain(catalogue(language).get(f"{kind}.{member}", member)) for language in LANGUAGES} | {plain(member)}
        for member in among
    }
    meant = plain(word)
    whole = [member for member, words in called.items() if meant in words]
    return whole or [member for member, words in called.items() if any(name.startswith(meant) for name in words)]


def begun(typed: str, possible: Sequence[str]) -> list[str]:
    """The texts that what was typed is, but for capital letters and spaces; else those that it begins."""
    meant = plain("".join(typed.split()))
    fitting = {text: plain("".join(text.split())) for text in possible}
    whole = [text for text, known in fitting.items() if known == meant]
    return whole or [text for text, known in fitting.items() if meant and known.startswith(meant)]
