"""Requests and replies, as docs/protocol.md describes them."""

import logging
from typing import Any

import msgspec

from ..bots import analyse
from ..core import calls, compiling
from ..core.errors import BAD_JSON, BAD_REQUEST, SommetError, shown
from ..core.kernel import INTERPRETED
from ..core.position import Position, View
from ..core.record import is_number
from ..core.registry import load
from ..search.advice import Budget

log = logging.getLogger("sommet.engine")
MOST_BYTES = 1 << 20
MOST_DEPTH = 500
"""Lists and objects inside one another; Python's own limits differ from version to version."""

MOST_SECONDS = 600.0
MOST_SIMULATIONS = 100_000_000
_KEYS = ("id", "record", "view", "analyse", "legal")
_encode = msgspec.json.Encoder().encode
_prepared: set[Any] = set()


def answer(line: bytes) -> bytes:
    """The reply to one line."""
    identity: dict[str, Any] = {}
    try:
        request = _decode(line)
        if "id" in request:
            identity = {"id": request["id"]}
        return _encode(identity | _reply(request))
    except SommetError as error:
        return _encode(identity | _refusal(error))
    except Exception as error:  # a mistake of ours, not the asker's; the engine goes on
        log.exception("a request failed")
        return _encode(identity | _refusal(SommetError(BAD_REQUEST, "error.internal", why=type(error).__name__)))


def refuse_long_line() -> bytes:
    """The reply to a line that is too long to read."""
    return _encode(_refusal(SommetError(BAD_REQUEST, "error.line_too_long", most=MOST_BYTES)))


def _decode(line: bytes) -> dict[str, Any]:
    try:
        request = msgspec.json.decode(line)
    except (msgspec.DecodeError, ValueError, RecursionError) as error:
        raise SommetError(BAD_JSON, "error.bad_json", why=str(error)[:80]) from error
    if line.count(b"[") + line.count(b"{") > MOST_DEPTH and _deeper(request, MOST_DEPTH):
        raise SommetError(BAD_JSON, "error.too_deep", most=MOST_DEPTH)
    if not isinstance(request, dict):
        raise SommetError(BAD_REQUEST, "error.bad_request")
    return request


def _deeper(data: object, most: int) -> bool:
    """Whether lists and objects are nested deeper than that; level by level, without recursion."""
    level = [data]
    for _ in range(most):
        inside = [each.values() if isinstance(each, dict) else each for each in level if isinstance(each, dict | list)]
        level = [one for each in inside for one in each]
    return any(isinstance(each, dict | list) for each in level)


def _reply(request: dict[str, Any]) -> dict[str, Any]:
    for key in request:
        if key not in _KEYS:
            raise SommetError(BAD_REQUEST, "error.unknown_request_key", given=shown(key))
    if "record" not in request:
        raise SommetError(BAD_REQUEST, "error.bad_request")
    _check_legal(request.get("legal", []))
    budget, seed = _budget(request["analyse"]) if "analyse" in request else (None, None)
    position = load(request["record"])
    _prepare(position)
    asked: Position | View = position.view(request["view"]) if "view" in request else position
    result = asked.result
    reply: dict[str, Any] = {
        "ok": True,
        "to_move": asked.to_move,
        "legal": list(asked.legal),
        "state": asked.shown,
        "result": None if result is None else result.as_dict(),
    }
    if isinstance(asked, View):
        reply["knowledge"] = asked.knowledge.as_dict()
    if budget is not None:
        reply |= _advice(position, budget, seed) if asked.legal else {"best": None, "moves": []}
    return reply


def _check_legal(moves: object) -> None:
    """`legal` is there for programs that know no rules; this one does, so it only has to be a list of texts."""
    if not isinstance(moves, list) or not all(isinstance(move, str) for move in moves):
        raise SommetError(BAD_REQUEST, "error.bad_request")


def _prepare(position: Position) -> None:
    """Fetch the compiled rules once per type of state: an engine is asked many questions."""
    if position.state.dtype not in _prepared:
        calls.prepare(position.setting, position.state)
        _prepared.add(position.state.dtype)
        if not INTERPRETED:
            compiling.start(f"engine-{position.game.name}-{position.state.dtype.itemsize}", position.prepare)


def _advice(position: Position, budget: Budget, seed: int | None) -> dict[str, Any]:
    """Advice for the mover, from what they know."""
    seat = position.to_move
    assert seat is not None
    advice = analyse(position.view(seat), budget, seed)
    found: dict[str, Any] = {"best": advice.best, "moves": [move.as_dict() for move in advice.moves]}
    if advice.exact:
        found["exact"] = True
    return found | advice.more


def _budget(asked: object) -> tuple[Budget, int | None]:
    """How long to think, and the seed."""
    wrong = SommetError(BAD_REQUEST, "error.analyse", seconds=MOST_SECONDS, simulations=MOST_SIMULATIONS)
    if not isinstance(asked, dict) or not asked.keys() <= {"seconds", "simulations", "seed"}:
        raise wrong
    seconds, simulations, seed = asked.get("seconds"), asked.get("simulations"), asked.get("seed")
    if "seconds" in asked and not (isinstance(seconds, int | float) and 0 < seconds <= MOST_SECONDS):
        raise wrong
    if "simulations" in asked and not is_number(simulations, 1, MOST_SIMULATIONS):
        raise wrong
    if ("seed" in asked and type(seed) is not int) or (seconds is None and simulations is None):
        raise wrong
    if isinstance(seconds, bool):
        raise wrong
    return Budget(seconds, simulations), seed


def _refusal(error: SommetError) -> dict[str, Any]:
    """An error as the protocol shows it."""
    told: dict[str, Any] = {"code": error.code}
    if error.clause is not None:
        told["clause"] = error.clause
    if error.at is not None:
        told["at"] = error.at
    told["message"] = error.say()
    return {"ok": False, "error": told}
