"""Pebbles once more, slowly and plainly. Clauses P1 to P12."""

from collections.abc import Mapping
from typing import Any


class Model:
    """Played with the same texts as a `Position`."""

    def __init__(self, record: Mapping[str, Any]) -> None:
        options, setup = record["options"], record["setup"]
        self.heaps: dict[str, list[str]] = {name: [] for name in ("ABCD" if options.get("heaps") == "four" else "ABC")}
        self.pebbles, self.buried, self.secrets = list(setup["pebbles"]), setup["buried"], setup["secrets"]
        self.turn, self.players = setup["first"], record["players"]
        self.rest, self.last = bool(options.get("rest")), ""

    def legal(self) -> list[str]:
        """P6, P7, P11."""
        if not self.pebbles:
            return []
        free = [name for name in self.heaps if not (self.rest and name == self.last)]
        return sorted([f"on:{name}" for name in free] + [f"under:{name}" for name in free if self.heaps[name]])

    def play(self, move: str) -> None:
        """P5."""
        way, self.last = move.split(":")
        heap = self.heaps[self.last]
        heap.insert(len(heap) if way == "on" else 0, self.pebbles.pop(0))
        self.turn = (self.turn + 1) % self.players

    def to_move(self) -> int | None:
        """P5, P8."""
        return self.turn if self.pebbles else None

    def shown(self) -> dict[str, Any]:
        """As everybody sees it."""
        heaps = {name: heap for name, heap in self.heaps.items() if heap}
        if not self.pebbles:
            return {"heaps": heaps, "pebble": None, "left": 0, "resting": None, "buried": self.buried}
        resting = (self.last or None) if self.rest else None
        return {"heaps": heaps, "pebble": self.pebbles[0], "left": len(self.pebbles) - 1, "resting": resting}

    def result(self) -> dict[str, Any] | None:
        """P8 to P10."""
        if self.pebbles:
            return None
        scores = [self._points(colour) * (1 + (colour == self.buried)) for colour in self.secrets]
        winners = [seat for seat, score in enumerate(scores) if score == max(scores)]
        return {"winners": winners, "reason": "points" if len(winners) == 1 else "shared", "scores": scores}

    def _points(self, colour: str) -> int:
        return sum(len(heap) for heap in self.heaps.values() if heap[-1:] == [colour])
