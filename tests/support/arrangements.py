"""Positions as their games have them told, to be set up by hand."""

from typing import Any

from sommet import Position


def told(position: Position) -> dict[str, Any]:
    """What somebody would write down who sees it all."""
    record, shown = position.record, position.shown
    return {**TOLD[record.game](position, record.setup, shown), "to_move": position.next_seats()[0]}


def _babylone(position: Position, setup: dict[str, Any], shown: dict[str, Any]) -> dict[str, Any]:
    return {"stacks": shown["stacks"]}


def _kabaleo(position: Position, setup: dict[str, Any], shown: dict[str, Any]) -> dict[str, Any]:
    hidden = {"colours": setup["colours"], "objectives": setup["objectives"]}
    last = position.moves[-1].split("@")[1] if position.moves else None
    return {**hidden, "locations": shown["locations"], "stocks": shown["stocks"], "last": last}


def _on_top(position: Position, setup: dict[str, Any], shown: dict[str, Any]) -> dict[str, Any]:
    cells = [move.split("-") for move in position.moves]
    return {
        "colours": setup["colours"],
        "laid": setup["tiles"][: len(cells)],
        "first_cells": [first for first, _ in cells],
        "third_cells": [third for _, third in cells],
        "tile": shown["tile"],
    }


TOLD = {"babylone": _babylone, "kabaleo": _kabaleo, "on_top": _on_top}


def seen(position: Position) -> dict[str, Any]:
    """What is shown of it, but for the order in which seconds lie in a tower: it tells who finished it (T17)."""
    shown = position.shown
    towers = shown.get("towers", {})
    return {**shown, "towers": {crossing: [*sorted(tower[:-1]), tower[-1]] for crossing, tower in towers.items()}}
