"""Which of our languages a client speaks."""

from typing import TYPE_CHECKING, Literal

from ...core.words import LANGUAGES

if TYPE_CHECKING:
    Language = str
else:
    Language = Literal[LANGUAGES]


def preferred(accept_language: str) -> str:
    """The first of an Accept-Language header that we speak; English where there is none."""
    for part in accept_language.lower().split(","):
        if part.strip()[:2] in LANGUAGES:
            return part.strip()[:2]
    return "en"
