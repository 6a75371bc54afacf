"""Kabaleo's set-up. Clauses K1 to K8."""

from collections.abc import Mapping, Sequence
from typing import Any

from ...core.chance import Chance
from ...core.checks import check_first, check_options, colour_list
from ...core.digits import Digits
from ...core.errors import BadRecord
from ...core.record import Record, check_keys, is_number, shown
from ...core.records import Records, one
from .rules import MOST_LOCATIONS, NOWHERE, SETTING, STATE, UNKNOWN

COLOURS = ("pink", "orange", "green", "blue", "yellow", "violet")
BASES_A_COLOUR = 4
PIECES_A_COLOUR = 6
OPTIONS: Mapping[str, tuple[Any, ...]] = {"deal": ("random", "equal"), "golden_rule": (False, True)}
KEYS = ("colours", "objectives", "bases", "stocks", "first")


def pieces_each(players: int) -> int:
    """K6: 12, 10 or 9."""
    return PIECES_A_COLOUR * (players + 2) // players


def equal_share(players: int) -> int | None:
    """K7: 3 or 2 of each colour; None with four players."""
    return {2: 3, 3: 2}.get(players)


def deal(
    players: int,
    options: Mapping[str, Any],
    chance: Chance,
    first: int | None,
    colours: Sequence[str] | None = None,
) -> Record:
    """K2 to K8: what the players did not choose is drawn."""
    chosen = chance.shuffled(COLOURS)[: players + 2] if colours is None else list(colours)
    objectives = chance.shuffled(chosen)[:players]
    bases = chance.shuffled([colour for colour in chosen for _ in range(BASES_A_COLOUR)])
    share = equal_share(players)
    if options.get("deal") == "equal":
        stocks = [dict.fromkeys(chosen, share) for _ in range(players)]
    else:
        bag = chance.shuffled([colour for colour in chosen for _ in range(PIECES_A_COLOUR)])
        each = pieces_each(players)
        hands = [bag[seat * each : (seat + 1) * each] for seat in range(players)]
        stocks = [{colour: hand.count(colour) for colour in chosen} for hand in hands]
    start = chance.below(players) if first is None else first
    setup = {"colours": chosen, "objectives": objectives, "bases": bases, "stocks": stocks, "first": start}
    return Record("kabaleo", players, dict(options), setup)


def _objectives(record: Record, colours: tuple[str, ...]) -> list[int]:
    """K3: one each, no colour twice; in a knowledge record those not seen are null."""
    objectives = record.setup["objectives"]
    if not isinstance(objectives, list | tuple) or len(objectives) != record.players:
        raise BadRecord("kabaleo.error.objectives", "K3", players=record.players)
    seen = [colour for colour in objectives if colour is not None]
    if len(seen) < len(objectives) and record.viewer is None:
        raise BadRecord("kabaleo.error.objective_missing", "K3")
    colour_list(seen, "objectives", colours, "K3")
    if len(set(seen)) < len(seen):
        raise BadRecord("kabaleo.error.objective_twice", "K3")
    return [UNKNOWN if colour is None else colours.index(colour) for colour in objectives]


def _stocks(record: Record, colours: tuple[str, ...]) -> list[list[int]]:
    """K1, K6, K7: all pieces in play are dealt, as many to each."""
    stocks = record.setup["stocks"]
    if not isinstance(stocks, list | tuple) or len(stocks) != record.players:
        raise BadRecord("kabaleo.error.stocks", "K6", players=record.players)
    rows: list[list[int]] = []
    for stock in stocks:
        check_keys(stock, colours, "stocks")
        for count in stock.values():
            if not is_number(count, 0, PIECES_A_COLOUR):
                raise BadRecord("kabaleo.error.count", "K6", given=shown(count))
        rows.append([stock.get(colour, 0) for colour in colours])
    each, share = pieces_each(record.players), equal_share(record.players)
    if any(sum(row) != each for row in rows):
        raise BadRecord("kabaleo.error.pieces_each", "K6", each=each)
    if any(sum(column) != PIECES_A_COLOUR for column in zip(*rows, strict=True)):
        raise BadRecord("kabaleo.error.pieces_a_colour", "K1", pieces=PIECES_A_COLOUR)
    if record.options.get("deal") == "equal" and any(count != share for row in rows for count in row):
        raise BadRecord("kabaleo.error.equal_share", "K7", share=share)
    return rows


def begin(record: Record) -> tuple[Records, Records]:
    """K2 to K8."""
    check_options(record, OPTIONS)
    if record.options.get("deal") == "equal" and equal_share(record.players) is None:
        raise BadRecord("kabaleo.error.equal_deal", "K7")
    found = check_keys(dict(record.setup), KEYS, "setup", KEYS)
    colours = tuple(colour_list(found["colours"], "colours", COLOURS, "K2"))
    if len(colours) != record.players + 2 or len(set(colours)) != len(colours):
        raise BadRecord("kabaleo.error.colours", "K2", count=record.players + 2)
    bases = colour_list(found["bases"], "bases", colours, "K4")
    if any(bases.count(colour) != BASES_A_COLOUR for colour in colours):
        raise BadRecord("kabaleo.error.bases", "K4", bases=BASES_A_COLOUR)
    setting, state = one(SETTING), one(STATE)
    setting["players"], setting["first"], setting["colours"] = record.players, check_first(record, "K8"), len(colours)
    setting["locations"], setting["pieces"] = len(bases), PIECES_A_COLOUR * len(colours)
    setting["golden"] = bool(record.options.get("golden_rule", False))
    stocks = _stocks(record, colours)
    state["top"][0] = range(MOST_LOCATIONS)
    state["colour"][0, : len(bases)] = [colours.index(colour) for colour in bases]
    state["stock"][0, : record.players, : len(colours)] = stocks
    state["holds"][0, : record.players] = [sum((count > 0) << c for c, count in enumerate(row)) for row in stocks]
    state["objective"][0] = UNKNOWN
    state["objective"][0, : record.players] = _objectives(record, colours)
    state["last"] = NOWHERE
    return setting, state


def pack(record: Record, digits: Digits) -> None:
    """Options, colours, objectives (null when not known), bases, stocks, first player."""
    setup, colours = record.setup, list(record.setup["colours"])
    for key, values in OPTIONS.items():
        digits.put_one(record.options.get(key), (None, *values))
    for colour in colours:
        digits.put_one(colour, COLOURS)
    for objective in setup["objectives"]:
        digits.put_one(objective, (None, *colours))
    for base in setup["bases"]:
        digits.put_one(base, colours)
    for stock in setup["stocks"]:
        for colour in colours:
            digits.put(stock.get(colour, 0), PIECES_A_COLOUR + 1)
    digits.put(setup["first"], record.players)


def unpack(players: int, digits: Digits) -> tuple[dict[str, Any], dict[str, Any]]:
    """The same, read back."""
    options = {key: digits.take_one((None, *values)) for key, values in OPTIONS.items()}
    colours = [digits.take_one(COLOURS) for _ in range(players + 2)]
    setup = {
        "colours": colours,
        "objectives": [digits.take_one((None, *colours)) for _ in range(players)],
        "bases": [digits.take_one(colours) for _ in range(BASES_A_COLOUR * len(colours))],
        "stocks": [{colour: digits.take(PIECES_A_COLOUR + 1) for colour in colours} for _ in range(players)],
        "first": digits.take(players),
    }
    return {key: value for key, value in options.items() if value is not None}, setup
