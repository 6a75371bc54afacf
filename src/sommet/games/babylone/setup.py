"""Babylone's set-up. Clauses B1 to B3, B10."""

from collections.abc import Mapping, Sequence
from typing import Any

from ...core.chance import Chance
from ...core.checks import check_first, check_options, colour_list
from ...core.digits import Digits
from ...core.errors import BadRecord
from ...core.record import Record, check_keys
from ...core.records import Records, one
from .rules import LARGE_STATE, MOST_TOKENS, SETTING, STATE

COLOURS = ("red", "yellow", "green", "blue")
ALL_COLOURS = (*COLOURS, *(f"c{number}" for number in range(1, MOST_TOKENS + 1)))
OPTIONS: Mapping[str, tuple[Any, ...]] = {"direction": ("clockwise", "counterclockwise")}
STANDARD = (3, 3, 3, 3)


def colour_names(count: int) -> tuple[str, ...]:
    """B10: the four, then c5, c6 …"""
    return tuple(COLOURS[n] if n < 4 else f"c{n + 1}" for n in range(count))


def deal(
    players: int, options: Mapping[str, Any], chance: Chance, first: int | None, tokens: Sequence[int] = STANDARD
) -> Record:
    """B2, B3, B10: the tokens of each colour, laid out at random; who starts is drawn unless it is said."""
    if not tokens or any(count < 0 for count in tokens) or not 1 <= sum(tokens) <= MOST_TOKENS:
        raise BadRecord("babylone.error.tokens", "B10")
    names = colour_names(len(tokens))
    laid = chance.shuffled([name for name, count in zip(names, tokens, strict=True) for _ in range(count)])
    start = chance.below(players) if first is None else first
    return Record("babylone", players, dict(options), {"tokens": laid, "first": start})


def begin(record: Record) -> tuple[Records, Records]:
    """B2: every token is a stack of height 1 on its own spot."""
    check_options(record, OPTIONS)
    check_keys(dict(record.setup), ("tokens", "first"), "setup", ("tokens", "first"))
    tokens = colour_list(record.setup["tokens"], "tokens", ALL_COLOURS, "B10")
    if not 1 <= len(tokens) <= MOST_TOKENS:
        raise BadRecord("babylone.error.tokens", "B10")
    setting, state = one(SETTING), one(STATE if len(tokens) <= STATE["stack"].shape[0] else LARGE_STATE)
    setting["players"], setting["first"], setting["tokens"] = record.players, check_first(record, "B3"), len(tokens)
    setting["step"] = -1 if record.options.get("direction") == "counterclockwise" else 1
    numbers = {colour: number for number, colour in enumerate(dict.fromkeys(tokens))}
    spots = range(len(tokens))
    state["stack"][0, : len(tokens)] = [1 | numbers[colour] << 8 for colour in tokens]
    state["spot"][0, : len(tokens)] = spots
    state["place"][0, : len(tokens)] = spots
    state["stacks"] = len(tokens)
    return setting, state


def pack(record: Record, digits: Digits) -> None:
    """Direction, tokens, first player."""
    tokens = record.setup["tokens"]
    palette = COLOURS if set(tokens) <= set(COLOURS) else ALL_COLOURS
    digits.put_one(record.options.get("direction"), (None, *OPTIONS["direction"]))
    digits.put(record.setup["first"], record.players)
    digits.put(palette is COLOURS, 2)
    digits.put(len(tokens) - 1, MOST_TOKENS)
    for colour in tokens:
        digits.put_one(colour, palette)


def unpack(players: int, digits: Digits) -> tuple[dict[str, Any], dict[str, Any]]:
    """The same, read back."""
    direction = digits.take_one((None, *OPTIONS["direction"]))
    first = digits.take(players)
    palette = COLOURS if digits.take(2) else ALL_COLOURS
    tokens = [digits.take_one(palette) for _ in range(digits.take(MOST_TOKENS) + 1)]
    return {} if direction is None else {"direction": direction}, {"tokens": tokens, "first": first}
