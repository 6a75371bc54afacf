"""The rules as the games' folders have them, and single clauses of them."""

import re
from collections.abc import Sequence
from pathlib import Path

from ...core.errors import BAD_REQUEST, SommetError

_GAMES = Path(__file__).resolve().parents[2] / "games"
_CLAUSE = re.compile(r"\*\*([A-Z]\d+) · ")


def rules(game: str, language: str) -> str:
    """The whole text, in Markdown."""
    return (_GAMES / game / "rules" / f"{language}.md").read_text(encoding="utf-8")


def clauses(game: str, wanted: Sequence[str], language: str) -> str:
    """These clauses, in Markdown; raises SommetError for one that the game does not have."""
    found = {m[1]: part for part in rules(game, language).split("\n\n") if (m := _CLAUSE.match(part))}
    names = [name.upper() for name in wanted]
    for name in names:
        if name not in found:
            first, *_, last = found
            raise SommetError(
                BAD_REQUEST, "cli.error.clause", given=name[:20], game=f"@{game}.name", first=first, last=last
            )
    return "\n\n".join(found[name] for name in names)
