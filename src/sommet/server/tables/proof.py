"""Was a game dealt fairly? What the server revealed, compared with the game and with what a player's device kept.

*Fair* is said only where everything was compared, the player's own part included. What differs makes it *not fair*;
what could not be compared, without anything that differs, leaves it *cannot be checked*. The page has the same sums.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from ...core.errors import SommetError
from ...core.position import Position
from ...core.record import Record
from ...core.registry import game, load
from ...core.words import say
from ..wire.fair import Check, Facts, FirstFacts, Kept, Verdict
from .fair import commitment, deal, seal


def sentence(check: Check, language: str) -> str:
    """What was compared, in words."""
    return say(language, f"fair.{check.what}.{check.why or check.found}")


def notes(verdict: Verdict, language: str) -> list[str]:
    """What is not wrong, but worth knowing."""
    found = []
    if verdict.absent:
        found.append(say(language, "fair.absent", seats=", ".join(str(seat + 1) for seat in verdict.absent)))
    if verdict.again:
        found.append(say(language, "fair.again", count=verdict.again))
    return found


def judge(data: object, mine: Kept | None = None, promised: str | None = None) -> Verdict:
    """Of an exported game, ``{"record": …, "fair": …}``, or of a record alone; SommetError for what is neither.

    `mine` is what the player's device kept, `promised` a commitment that they wrote down.
    """
    exported = isinstance(data, dict) and "record" in data
    record = load(data["record"] if exported and isinstance(data, dict) else data).record
    if record.viewer is not None:
        return _verdict([Check("facts", "not_compared", "viewer")])
    if not (isinstance(data, dict) and exported and "fair" in data):
        return _verdict([Check("facts", "not_compared", "none")])
    try:
        facts = msgspec.convert(data["fair"], Facts | FirstFacts)
    except msgspec.ValidationError:
        # whoever took part in this deal was promised readable facts
        return _verdict([Check("facts", "differs" if mine is not None else "not_compared", "damaged")])
    return compare(record, facts, mine, promised)


def compare(record: Record, facts: Facts | FirstFacts, mine: Kept | None, promised: str | None) -> Verdict:
    """Everything that can be compared."""
    scheme = 1 if isinstance(facts, FirstFacts) else 2
    kept = mine if mine is not None and mine.table == facts.table else None
    lacking = "no_part" if mine is None else "other_table"
    checks = [
        _check("secret", commitment(facts.table, facts.secret, scheme) == facts.commitment),
        _seals(facts, record.players),
        _check("deal", _same_deal(record, facts)),
        _promise(facts, kept, promised),
    ]
    if isinstance(facts, FirstFacts):
        return _verdict([*checks, Check("mine", "not_compared", "first_scheme")])
    checks.append(_mine(facts, kept) if kept is not None else Check("mine", "not_compared", lacking))
    checks.append(_others(facts, kept) if kept is not None else Check("others", "not_compared", lacking))
    checks.append(_shown(record, facts, kept) if kept is not None else Check("shown", "not_compared", lacking))
    both = enumerate(zip(facts.seals, facts.opened, strict=False))
    absent = [seat for seat, (sealed, opened) in both if sealed is not None and opened is None]
    return _verdict(checks, absent, kept.again if kept is not None else 0)


def _verdict(checks: list[Check], absent: list[int] | None = None, again: int = 0) -> Verdict:
    found = {check.found for check in checks}
    if "differs" in found:
        return Verdict("not_fair", checks, absent or [], again)
    return Verdict("cannot_be_checked" if "not_compared" in found else "fair", checks, absent or [], again)


def _check(what: Literal["secret", "seals", "deal", "promise", "others", "shown"], same: bool) -> Check:
    return Check(what, "same" if same else "differs")


def _seals(facts: Facts | FirstFacts, players: int) -> Check:
    """Whether everybody's bytes fit what they had said of them."""
    if isinstance(facts, FirstFacts):
        if len(facts.entropy) != players:
            return Check("seals", "differs")
        return Check("seals", "not_compared", "first_scheme")
    fit = len(facts.seals) == len(facts.opened) == players and all(
        opened is None or seal(facts.table, opened) == sealed
        for sealed, opened in zip(facts.seals, facts.opened, strict=True)
    )
    return _check("seals", fit)


def _same_deal(record: Record, facts: Facts | FirstFacts) -> bool:
    try:
        dealt = deal(record.game, record.players, dict(record.options), facts)
        Position.of(game(record.game), dealt)
    except (SommetError, TypeError, ValueError):
        return False
    return dict(dealt.setup) == dict(record.setup)


def _promise(facts: Facts | FirstFacts, kept: Kept | None, promised: str | None) -> Check:
    """Whether the commitment is the one that was published before."""
    seen = [promised.lower()] if promised is not None else []
    if kept is not None and kept.commitment is not None:
        seen.append(kept.commitment)
    if not seen:
        return Check("promise", "not_compared", "no_commitment")
    return _check("promise", all(one == facts.commitment for one in seen))


def _mine(facts: Facts, kept: Kept) -> Check:
    """Whether my bytes are in the deal."""
    if kept.seat is None or kept.opened == "no":
        return Check("mine", "not_compared", "not_opened")
    used = facts.opened[kept.seat] if kept.seat < len(facts.opened) else None
    if used == kept.bytes:
        return Check("mine", "same")
    if used is not None:
        return Check("mine", "differs", "swapped")
    if kept.opened == "sent":
        return Check("mine", "not_compared", "unacknowledged")
    return Check("mine", "differs", "denied")


def _others(facts: Facts, kept: Kept) -> Check:
    """Whether everybody's seals are those that were published before I opened."""
    if kept.seals is None or kept.opened == "no":
        return Check("others", "not_compared", "not_opened")
    return _check("others", kept.seals == facts.seals)


def _shown(record: Record, facts: Facts, kept: Kept) -> Check:
    """Whether the record's set-up is the one that my device was shown when the round began."""
    seen = kept.shown.get(str(facts.round))
    if seen is None:
        return Check("shown", "not_compared", "not_kept")
    return _check("shown", set(seen) <= set(record.setup) and agrees(seen, dict(record.setup)))


def agrees(seen: Any, whole: Any) -> bool:
    """Whether what somebody knew of a set-up is so: null is what they did not know, a list may have gone on."""
    if seen is None:
        return True
    if isinstance(seen, dict):
        return isinstance(whole, dict) and all(agrees(part, whole.get(name)) for name, part in seen.items())
    if isinstance(seen, list):
        return isinstance(whole, list) and len(seen) <= len(whole) and all(map(agrees, seen, whole))
    return bool(seen == whole and type(seen) is type(whole))
