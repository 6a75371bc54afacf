"""What is agreed at a table: a game's options as its record has them, and the choices about its deal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from msgspec import Meta

from ...core.errors import BadRecord, shown
from ...core.game import Game
from ...core.names import Terms

Chosen = bool | int | Annotated[str, Meta(max_length=40)] | Annotated[list[str | int], Meta(max_length=64)]


def check_agreed(playing: Game, players: int, options: Mapping[str, Any], choices: Mapping[str, Any]) -> None:
    """Raise BadRecord, with the clause, for what the game does not offer or does not offer so."""
    if players not in playing.players:
        least, most = min(playing.players), max(playing.players)
        raise BadRecord("error.players", given=shown(players), least=least, most=most)
    terms = Terms(players, options, {})
    playing.options.check(options, terms)
    offered = {option.name: option for option in playing.options.choices}
    for name, value in choices.items():
        if name not in offered:
            raise BadRecord("error.no_option", given=shown(name), options=", ".join(offered))
        offered[name].check(value, terms)
