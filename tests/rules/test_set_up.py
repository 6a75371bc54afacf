"""Positions set up by hand: all that play can reach, and nothing else; refusals come with their clause."""

from collections.abc import Iterator
from itertools import pairwise, permutations
from random import Random
from typing import Any

import pytest

import sommet
from sommet import SommetError
from sommet.core.arranging import arranging

from ..support.arrangements import seen, told

TABLES = [
    ("babylone", 2, {}),
    ("babylone", 3, {"direction": "counterclockwise"}),
    ("kabaleo", 2, {}),
    ("kabaleo", 2, {"golden_rule": True, "head_start": True}),
    ("kabaleo", 3, {"deal": "equal"}),
    ("kabaleo", 4, {"golden_rule": True}),
    ("on_top", 2, {}),
    ("on_top", 4, {"board": "hex-5-3-3", "teams": True}),
]


@pytest.fixture(autouse=True)
def interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Compiling would take longer than all these questions."""
    monkeypatch.setattr("sommet.core.kernel.WORTH_COMPILING", -1)


@pytest.mark.parametrize(("name", "players", "options"), TABLES)
def test_whatever_play_reaches_can_be_set_up(name: str, players: int, options: dict[str, Any]) -> None:
    """Of games played at random: the same is shown, the same seat moves; how they were dealt is forgotten."""
    random = Random(players)
    for seed in range(2):
        position = sommet.new(name, players, seed=seed, options=options)
        while True:
            found = sommet.set_up(name, told(position), players, seed, options=options)
            assert seen(found) == seen(position)
            assert found.to_move == position.to_move
            assert found.legal == position.legal
            if position.over:
                break
            for _ in range(random.randrange(1, 8)):
                position = position if position.over else position.play(random.choice(position.legal))


def arranged_stacks(tokens: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], ...]]:
    """Every way to make stacks of these, whatever the spots."""
    found = set()
    for order in set(permutations(tokens)):
        for cuts in range(1 << len(order) - 1):
            stacks, stack = [], [order[0]]
            for place, token in enumerate(order[1:]):
                if cuts >> place & 1:
                    stacks.append(tuple(stack))
                    stack = []
                stack.append(token)
            found.add(tuple(sorted([*stacks, tuple(stack)])))
    yield from found


def stacks_of(position: sommet.Position) -> tuple[tuple[str, ...], ...]:
    """The stacks of a position, whatever the spots."""
    return tuple(sorted(tuple(stack) for stack in position.shown["stacks"].values()))


def test_exactly_what_play_reaches_can_be() -> None:
    """Babylone with five tokens: every arrangement is judged as a walk through all games does."""
    tokens = ("red", "red", "yellow", "yellow", "green")
    start = sommet.set_up(
        "babylone", {"stacks": {str(spot): [token] for spot, token in enumerate(tokens, 1)}, "to_move": 0}
    )
    reached, new = {stacks_of(start)}, [start]
    while new:
        after = [position.play(move) for position in new for move in position.legal]
        new = list({stacks_of(each): each for each in after if stacks_of(each) not in reached}.values())
        reached |= {stacks_of(each) for each in new}
    possible, refused = set(), set()
    for stacks in arranged_stacks(tokens):
        try:
            placed = {str(spot): list(stack) for spot, stack in enumerate(stacks, 1)}
            sommet.set_up("babylone", {"stacks": placed, "to_move": 1})
            possible.add(stacks)
        except SommetError as error:
            refused.add(error.clause)
    assert possible == reached
    assert refused == {"B4"}


def kabaleo(**piles: list[str]) -> dict[str, Any]:
    """A table for two with these pieces on locations l1, l2 …; a pink base is the first, an orange one the fifth."""
    colours = ["pink", "orange", "green", "blue"]
    locations = [[colour] for colour in colours for _ in range(4)]
    for name, pieces in piles.items():
        locations[int(name[1:]) - 1] += pieces
    return {
        "colours": colours,
        "locations": locations,
        "stocks": None,
        "objectives": ["pink", None],
        "to_move": 0,
        "last": None,
    }


def stocks(pink: int, others: int) -> list[dict[str, int]]:
    """As many of each for both."""
    return [{"pink": pink, "orange": others, "green": others, "blue": others}] * 2


ON_TOP: dict[str, Any] = {"colours": ["red", "blue"], "tile": None, "to_move": 1}
REFUSED: list[tuple[str, dict[str, Any], dict[str, Any], str]] = [
    ("babylone", {}, {"stacks": {}, "to_move": 0}, "B10"),
    ("babylone", {}, {"stacks": {"1": ["red", "green", "blue"]}, "to_move": 0}, "B4"),
    ("babylone", {}, {"stacks": {"1": ["red"] * 65}, "to_move": 0}, "B10"),
    ("kabaleo", {}, kabaleo(l1=["pink"]), "K9"),
    ("kabaleo", {}, kabaleo(l1=["green", "green"]), "K11"),
    ("kabaleo", {}, kabaleo(**{f"l{n}": ["pink"] for n in range(5, 12)}), "K1"),
    ("kabaleo", {}, {**kabaleo(), "locations": [["pink"]] * 16}, "K4"),
    ("kabaleo", {}, {**kabaleo(), "locations": [[]] * 16}, "K4"),
    ("kabaleo", {}, {**kabaleo(l1=["green"]), "stocks": stocks(3, 3)}, "K1"),
    ("kabaleo", {}, {**kabaleo(l5=["pink"]), "stocks": stocks(2, 3)}, "K11"),
    ("kabaleo", {}, {**kabaleo(), "stocks": [{"pink": 1}, {"pink": 3}]}, "K8"),
    ("kabaleo", {}, {**kabaleo(), "objectives": ["pink", "pink"]}, "K3"),
    ("kabaleo", {"golden_rule": True}, kabaleo(l1=["green", "blue"]), "K18"),
    ("kabaleo", {"golden_rule": True}, {**kabaleo(), "stocks": stocks(2, 3)}, "K18"),
    ("kabaleo", {"golden_rule": True}, {**kabaleo(l1=["green"]), "last": "2"}, "K18"),
    ("on_top", {}, {**ON_TOP, "laid": ["RBYW"], "first_cells": ["D4"], "third_cells": []}, "T2"),
    ("on_top", {}, {**ON_TOP, "laid": ["RBYW"], "first_cells": ["D4"], "third_cells": ["D6"]}, "T2"),
    ("on_top", {}, {**ON_TOP, "laid": ["RBYW"], "first_cells": ["D4"], "third_cells": ["D5"]}, "T11"),
    ("on_top", {}, {**ON_TOP, "laid": ["RBYW"], "first_cells": ["A1"], "third_cells": ["A2"]}, "T12"),
    (
        "on_top",
        {},
        {**ON_TOP, "laid": ["RBYW", "YWRB"], "first_cells": ["D4", "D6"], "third_cells": ["D3", "D7"], "tile": "RBYW"},
        "T3",
    ),
]


@pytest.mark.parametrize(("name", "options", "asked", "clause"), REFUSED)
def test_what_cannot_be_is_refused_with_its_clause(
    name: str, options: dict[str, Any], asked: dict[str, Any], clause: str
) -> None:
    """And with a sentence in every language."""
    with pytest.raises(SommetError) as refused:
        sommet.set_up(name, asked, options=options)
    assert refused.value.clause == clause, str(refused.value)
    for language in ("en", "fr", "nl", "de"):
        assert "{" not in refused.value.say(language)


def test_the_golden_rule_is_kept_where_it_can_be() -> None:
    """Two on one location, with something between: they can have come about, and so can two that cancelled."""
    for asked in (kabaleo(l1=["green", "blue"], l2=["orange"]), {**kabaleo(l5=["green", "blue"]), "to_move": 1}):
        rest = [{"pink": 2, "orange": 3, "green": 2, "blue": 3}, {"pink": 2, "orange": 3, "green": 3, "blue": 2}]
        asked = asked if asked["to_move"] == 0 else {**asked, "stocks": rest, "to_move": 0}
        found = sommet.set_up("kabaleo", asked, options={"golden_rule": True})
        places = [move.split("@")[1] for move in found.moves]
        assert all(one != other for one, other in pairwise(places))


def test_what_is_left_open_is_drawn() -> None:
    """By the seed: objectives and stocks, the tile to lay and those after it."""
    asked = {**kabaleo(l1=["green", "blue"], l5=["pink"]), "objectives": [None, "blue"]}
    drawn = {seed: sommet.set_up("kabaleo", asked, seed=seed) for seed in range(8)}
    assert {found.record.setup["objectives"][1] for found in drawn.values()} == {"blue"}
    assert len({found.record.setup["objectives"][0] for found in drawn.values()}) > 1
    assert len({str(found.shown["stocks"]) for found in drawn.values()}) > 1
    assert drawn[3] == sommet.set_up("kabaleo", asked, seed=3)
    laid = {**ON_TOP, "laid": ["RBYW"], "first_cells": ["D4"], "third_cells": ["D3"]}
    tiles = {str(sommet.set_up("on_top", laid, seed=seed).shown["tile"]) for seed in range(8)}
    assert len(tiles) > 1
    assert sommet.set_up("on_top", {**laid, "tile": "BRWY"}).shown["tile"] == "BRWY"


def test_the_tile_that_ended_a_game_was_the_last() -> None:
    """T24: a neutral colour's last pawn ended this one; wherever the tile that brought it stands in what is told.

    Another tile may have been the last, and other circles left uncounted then.
    """
    random = Random(3)
    position = sommet.new("on_top", 2, seed=3)
    while not position.over:
        position = position.play(random.choice(position.legal))
    assert min(position.shown["pawns"].values()) == 0
    asked = told(position)
    for turn in (0, 7, len(position.moves) - 1):
        turned = {key: [*asked[key][turn:], *asked[key][:turn]] for key in ("laid", "first_cells", "third_cells")}
        found = sommet.set_up("on_top", {**asked, **turned})
        assert found.over
        assert found.shown["cells"] == position.shown["cells"]


def test_only_games_that_say_how() -> None:
    """A relative for study cannot be set up, and says so."""
    assert arranging("kabaleo.mini") is None
    with pytest.raises(SommetError, match="can’t be set up"):
        sommet.set_up("kabaleo.mini", {})
