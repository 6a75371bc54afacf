"""The words a player can type besides moves: in English and in the language spoken now."""

from ...core.words import catalogue
from ...drawing.reading import plain
from .language import current

COMMANDS = ("hint", "undo", "rules", "save", "quit", "help", "moves")


def command(typed: str) -> tuple[str, list[str]] | None:
    """The command that was typed, and what stands after it; None when it is none."""
    if typed.strip() == "?":
        return "moves", []
    parts = typed.split()
    if not parts:
        return None
    for name in COMMANDS:
        if plain(parts[0]) in {plain(word) for language in ("en", current()) for word in spoken(name, language)}:
            return name, parts[1:]
    return None


def spoken(name: str, language: str) -> list[str]:
    """The words for a command, the usual one first."""
    return [word.strip() for word in catalogue(language)[f"cli.word.{name}"].split(",")]


def yes(typed: str) -> bool:
    """Whether that means yes."""
    return plain(typed.strip()) in {plain(word) for lang in ("en", current()) for word in spoken("yes", lang)}
