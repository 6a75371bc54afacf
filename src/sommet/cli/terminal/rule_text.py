"""Single clauses of the rules."""

from collections.abc import Sequence

from ...core.errors import BAD_REQUEST, SommetError
from ...core.rule_pages import rule_page


def clauses(game: str, wanted: Sequence[str], language: str) -> str:
    """These clauses, in Markdown; raises SommetError for one that the game does not have."""
    found = {clause.id: clause.whole for clause in rule_page(game, language).clauses}
    names = [name.upper() for name in wanted]
    for name in names:
        if name not in found:
            first, *_, last = found
            raise SommetError(
                BAD_REQUEST, "cli.error.clause", given=name[:20], game=f"@{game}.name", first=first, last=last
            )
    return "\n\n".join(found[name] for name in names)
