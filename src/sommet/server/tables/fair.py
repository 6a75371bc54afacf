"""Fair deals, scheme sommet-fair/1: nobody, the server included, can choose the deal.

1. When a table is made the server draws a secret of 32 bytes and publishes SHA-256("sommet-fair/1" ‖ table ‖ secret).
2. Every human's program then adds bytes of its own (hexadecimal text, up to 64 bytes; it may decline).
3. Round n (from 1) is dealt with the seed SHA-256("sommet-deal/1" ‖ table ‖ n ‖ secret ‖ seat:bytes ‖ …), a number
   of 256 bits, most significant byte first. Parts are texts in UTF-8, each followed by a zero byte.
4. When the match is over everything is published, and anybody can do the same sums.
"""

from __future__ import annotations

import hashlib
from typing import Any

import msgspec

from ...core.chance import Chance
from ...core.errors import SommetError
from ...core.position import Position
from ...core.record import Record
from ...core.registry import game, load
from ..wire.fair import SCHEME as SCHEME
from ..wire.fair import Fair as Fair
from ..wire.reasons import Reason

MOST_BYTES = 64


class Unfair(Reason):
    """A deal that is not the one committed to."""


def _digest(*parts: str) -> bytes:
    return hashlib.sha256(b"".join(part.encode() + b"\0" for part in parts)).digest()


def commitment(table: str, secret: str) -> str:
    """What is published before the first move."""
    return _digest(SCHEME, table, secret).hex()


def seed(table: str, secret: str, entropy: list[str | None], round_number: int) -> int:
    """The seed of a round's deal."""
    added = [f"{seat}:{text or ''}" for seat, text in enumerate(entropy)]
    return int.from_bytes(_digest("sommet-deal/1", table, str(round_number), secret, *added), "big")


def deal(name: str, players: int, options: dict[str, Any], fair: Fair) -> Record:
    """The round that these facts give."""
    chance = Chance(seed(fair.table, fair.secret, fair.entropy, fair.round))
    return game(name).deal(players, options, chance, fair.first, **fair.choices)


def verify(record: Record, fair: Fair) -> None:
    """Raise Unfair when the record's deal is not what was committed to."""
    if fair.scheme != SCHEME:
        raise Unfair("server.unfair.scheme", scheme=SCHEME)
    if fair.commitment != commitment(fair.table, fair.secret):
        raise Unfair("server.unfair.secret")
    if len(fair.entropy) != record.players:
        raise Unfair("server.unfair.bytes")
    try:
        dealt = deal(record.game, record.players, dict(record.options), fair)
        Position.of(game(record.game), dealt)
    except (SommetError, TypeError, ValueError) as error:
        raise Unfair("server.unfair.choices") from error
    if dict(dealt.setup) != dict(record.setup):
        raise Unfair("server.unfair.deal")


def verify_file(data: object) -> Position:
    """Check an exported game, ``{"record": …, "fair": …}``; raises Unfair or SommetError."""
    if not isinstance(data, dict) or set(data) != {"record", "fair"}:
        raise Unfair("server.unfair.file")
    try:
        fair = msgspec.convert(data["fair"], Fair)
    except msgspec.ValidationError as error:
        raise Unfair("server.unfair.damaged", why=error) from error
    position = load(data["record"])
    if position.record.viewer is not None:
        raise Unfair("server.unfair.viewer")
    verify(position.record, fair)
    return position
