"""A deal as it should be: what everybody's devices kept of it, and what the server reveals."""

import random
from typing import Any

import msgspec

from sommet.client.api import Api
from sommet.core.position import Position
from sommet.core.record import Record
from sommet.core.registry import game
from sommet.server.tables import fair
from sommet.server.wire.fair import Facts, Kept

TABLE = "a_table-1"


def dealt(
    name: str, players: int = 2, number: int = 1, absent: tuple[int, ...] = (), **more: Any
) -> tuple[dict[str, Any], list[Kept]]:
    """An exported game, and the kept part of each player."""
    chance = random.Random(more.get("seed"))
    secret = chance.randbytes(32).hex()
    parts = [Kept(table=TABLE, bytes=chance.randbytes(32).hex()) for _ in range(players)]
    seals: list[str | None] = [fair.seal(TABLE, part.bytes) for part in parts]
    bound = fair.commitment(TABLE, secret)
    opened = [None if seat in absent else part.bytes for seat, part in enumerate(parts)]
    facts = Facts(
        table=TABLE, commitment=bound, secret=secret, seals=seals, opened=opened, round=number, first=more.get("first")
    )
    record = fair.deal(name, players, {}, facts)
    for seat, part in enumerate(parts):
        part.seat, part.commitment, part.seals = seat, bound, seals
        part.opened = "no" if seat in absent else "taken"
        part.shown = {str(number): shown(record, seat)}
    return {"record": record.as_dict(), "fair": msgspec.to_builtins(facts)}, parts


def shown(record: Record, seat: int) -> dict[str, Any]:
    """What that seat knows of the set-up when the round begins."""
    setup: dict[str, Any] = Position.of(game(record.game), record).view(seat).knowledge.as_dict()["setup"]
    return setup


def not_unfair(api: Api, found: dict[str, Any]) -> bool:
    """Whether nothing that the server revealed differs, as far as that can be told without one's own part."""
    told = api.call("POST", "/verify", {"record": found["record"], "fair": found["fair"]})
    assert {one["what"] for one in told["checks"] if one["found"] == "same"} == {"secret", "seals", "deal"}
    return bool(told["outcome"] == "cannot_be_checked")
