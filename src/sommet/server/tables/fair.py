"""Fair deals, scheme sommet-fair/2: commit, open, reveal. Nobody chooses the deal, neither the server nor a player.

1. When a table is made the server draws a secret of 32 bytes and publishes SHA-256("sommet-fair/2" ‖ table ‖ secret),
   its commitment.
2. Every player's device draws 32 bytes, keeps them, and says only SHA-256("sommet-seal/2" ‖ table ‖ bytes), its seal.
3. When all have sealed (or declined) the seals are published. Only now do the devices open: they send their bytes,
   which must fit the seals. Whoever does not open in time is dealt without.
4. Round n (from 1) is dealt with the seed SHA-256("sommet-deal/2" ‖ table ‖ n ‖ secret ‖ seat:bytes ‖ …), a number
   of 256 bits, most significant byte first.
5. When the match is over everything is published, and anybody can do the same sums; `proof` does.

Parts are texts in UTF-8, each followed by a zero byte; bytes and hashes are hexadecimal texts in lower case. Scheme 1,
which older tables were dealt by, had neither seals nor openings.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Sequence
from typing import Any

from ...core.chance import Chance
from ...core.record import Record
from ...core.registry import game
from ..wire.fair import Facts, FirstFacts

NEWEST = 2


def _digest(*parts: str) -> bytes:
    return hashlib.sha256(b"".join(part.encode() + b"\0" for part in parts)).digest()


def new_bytes() -> str:
    """A device's part, that nobody could foresee."""
    return secrets.token_hex(32)


def commitment(table: str, secret: str, scheme: int = NEWEST) -> str:
    """What is published when the table is made."""
    return _digest(f"sommet-fair/{scheme}", table, secret).hex()


def seal(table: str, opened: str) -> str:
    """What a device says of its bytes before it opens them."""
    return _digest("sommet-seal/2", table, opened).hex()


def seed(table: str, secret: str, opened: Sequence[str | None], round_number: int, scheme: int = NEWEST) -> int:
    """The seed of a round's deal."""
    added = [f"{seat}:{text or ''}" for seat, text in enumerate(opened)]
    return int.from_bytes(_digest(f"sommet-deal/{scheme}", table, str(round_number), secret, *added), "big")


def deal(name: str, players: int, options: dict[str, Any], facts: Facts | FirstFacts) -> Record:
    """The round that these facts give."""
    if isinstance(facts, FirstFacts):
        number = seed(facts.table, facts.secret, facts.entropy, facts.round, 1)
    else:
        number = seed(facts.table, facts.secret, facts.opened, facts.round)
    return game(name).deal(players, options, Chance(number), facts.first, **facts.choices)
