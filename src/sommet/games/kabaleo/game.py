"""Kabaleo as a `Game`."""

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from ...core.chance import Chance
from ...core.digits import Digits
from ...core.errors import IllegalMove, SommetError
from ...core.game import Game, Notation
from ...core.position import Position
from ...core.record import Record, Viewer, shown
from ...core.records import Records
from . import PLAYERS, setup
from .effects import seen
from .options import OPTIONS
from .rules import MOST_LOCATIONS, MOST_MOVES, REASONS


@lru_cache(maxsize=256)
def _notation(colours: tuple[str, ...]) -> Notation:
    texts = [f"{colour}@{location}" for colour in colours for location in range(1, MOST_LOCATIONS + 1)]
    return Notation(texts, {text: number for number, text in enumerate(texts)})


class Kabaleo(Game):
    """Two to four players, a secret objective each."""

    name = "kabaleo"
    players = PLAYERS
    options = OPTIONS
    reasons = REASONS
    most_moves = MOST_MOVES
    learning = False

    def deal(
        self, players: int, options: Mapping[str, Any], chance: Chance, first: int | None = None, **choices: Any
    ) -> Record:
        """K2 to K8; `colours` chooses those in play."""
        return setup.deal(players, options, chance, first, **choices)

    def begin(self, record: Record) -> tuple[Records, Records]:
        """K2 to K8."""
        return setup.begin(record)

    def notation(self, record: Record) -> Notation:
        """``blue@5``: a blue piece of mine on location 5."""
        return _notation(tuple(record.setup["colours"]))

    def why_not(self, position: Position, move: str) -> SommetError:
        """K5, K8, K9, K18."""
        match = re.fullmatch(r"([a-z]+)@([1-9][0-9]?)", move, re.ASCII)
        if not match or match[1] not in setup.COLOURS:
            return IllegalMove("kabaleo.error.notation", "K8", move=shown(move))
        colour, location = match[1], int(match[2])
        colours, seat = list(position.record.setup["colours"]), position.to_move
        if colour not in colours:
            return IllegalMove("kabaleo.error.not_in_play", "K2", colour=f"@colour.{colour}")
        if location > len(position.record.setup["bases"]):
            return IllegalMove("kabaleo.error.no_location", "K4", location=location)
        if position.state["stock"][0, seat, colours.index(colour)] == 0:
            return IllegalMove("kabaleo.error.not_in_stock", "K8", colour=f"@colour.{colour}")
        if position.setting["golden"][0] and position.state["last"][0] == location - 1:
            return IllegalMove("kabaleo.error.golden", "K18", location=location)
        return IllegalMove("kabaleo.error.bare_base", "K9", colour=f"@colour.{colour}", location=location)

    def piles(self, position: Position) -> list[list[str]]:
        """Every location's colours, base first."""
        colours, state = position.record.setup["colours"], position.state
        colour, below = state["colour"][0].tolist(), state["below"][0].tolist()
        piles: list[list[str]] = []
        for node in state["top"][0, : len(position.record.setup["bases"])].tolist():
            pile: list[str] = []
            while node >= MOST_LOCATIONS:
                pile.append(colours[colour[node]])
                node = below[node]
            piles.append([colours[colour[node]], *reversed(pile)])
        return piles

    def stocks(self, position: Position) -> list[dict[str, int]]:
        """K5: everybody's pieces, zero included."""
        colours = position.record.setup["colours"]
        rows = position.state["stock"][0, : position.players, : len(colours)].tolist()
        return [dict(zip(colours, row, strict=True)) for row in rows]

    def show(self, position: Position) -> dict[str, Any]:
        """Locations and stocks: no objective."""
        return {"locations": self.piles(position), "stocks": self.stocks(position)}

    def effects(self, before: Position, move: str) -> dict[str, Any]:
        """K10, K11: whether it `cancels` a piece; the colour the location then `shows`, the `height` of its pile."""
        after = before.play(move)
        location = int(after.state["last"][0])
        was, now = (int(seen(one.setting, one.state, location)) for one in (before, after))
        return {
            "cancels": now >> 8 < was >> 8,
            "shows": before.record.setup["colours"][now & 255],
            "height": now >> 8,
        }

    def show_viewer(self, position: Position, viewer: Viewer) -> dict[str, Any]:
        """His own objective; after the end, everybody's."""
        objectives = position.record.setup["objectives"]
        more = {"objective": objectives[viewer] if isinstance(viewer, int) else None}
        return more | {"objectives": list(objectives)} if position.over else more

    def known(self, record: Record, viewer: Viewer) -> Mapping[str, Any]:
        """All but the others' objectives."""
        found = record.setup
        own = [objective if seat == viewer else None for seat, objective in enumerate(found["objectives"])]
        return {
            "colours": found["colours"],
            "objectives": own,
            "bases": found["bases"],
            "stocks": found["stocks"],
            "first": found["first"],
        }

    def guess(self, position: Position) -> Mapping[str, Any]:
        """With the objectives that the redeal drew."""
        colours = position.record.setup["colours"]
        drawn = position.state["objective"][0, : position.players].tolist()
        return {**position.record.setup, "objectives": [colours[number] for number in drawn]}

    def pack(self, record: Record, digits: Digits) -> None:
        """For links."""
        setup.pack(record, digits)

    def unpack(self, players: int, digits: Digits) -> tuple[dict[str, Any], dict[str, Any]]:
        """From links."""
        return setup.unpack(players, digits)


GAME = Kabaleo()
