"""What a move is said to do is what it does: effects against the difference of the states, in games of every kind."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

import sommet
from sommet.core import questions
from sommet.core.chance import Chance
from sommet.core.kernel import Kernel
from sommet.core.position import Position

from ..support.examples import examples
from ..support.models import COLOURS, Hexagon
from ..support.setups import ON_TOP, SETUPS, Setup, course, edited
from ..support.towers import reading

SEED = st.integers(0, 2**32)


def check_babylone(before: Position, after: Position, told: dict[str, Any]) -> None:
    """Heights and colours on top as they were; who is out, as it is shown afterwards."""
    stacks = before.shown["stacks"]
    a, b = (stacks[spot] for spot in after.moves[-1].split(">"))
    why = [name for name, same in (("height", len(a) == len(b)), ("colour", a[-1] == b[-1])) if same]
    assert why
    assert told == {"seat": before.to_move, "why": why, "out": after.shown["out"]}


def check_kabaleo(before: Position, after: Position, told: dict[str, Any]) -> None:
    """The location before and afterwards; no other has changed."""
    changed = [
        (was, now) for was, now in zip(before.shown["locations"], after.shown["locations"], strict=True) if was != now
    ]
    ((was, now),) = changed
    assert abs(len(now) - len(was)) == 1
    seen_now = {"cancels": len(now) < len(was), "shows": now[-1], "height": len(now) - 1}
    assert told == {"seat": before.to_move, **seen_now}


def check_on_top(before: Position, after: Position, told: dict[str, Any]) -> None:
    """Cells, towers, pawns and scores."""
    was, now = before.shown, after.shown
    assert told["seat"] == before.to_move
    board = Hexagon(before.record.options.get("board", "hex-1-5-5"))
    for content in ("black", "void"):
        filled = [cell for cell in now["cells"] if was["cells"][cell] == "empty" and now["cells"][cell] == content]
        assert told[content] == filled
    assert len(told["black"]) == was["black_left"] - now["black_left"]
    circles = told["circles"]
    assert [circle["crossing"] for circle in circles] == sorted({c["crossing"] for c in circles}, key=reading)
    new = {name: tower for name, tower in now["towers"].items() if name not in was["towers"]}
    assert {circle["crossing"]: circle["tower"] for circle in circles if circle["tower"]} == new
    assert {name: now["towers"][name] for name in was["towers"]} == was["towers"]
    used = Counter(colour for circle in circles for colour in circle["tower"])
    assert {colour: was["pawns"][colour] - used[colour] for colour in COLOURS} == now["pawns"]
    scores, seats = list(was["scores"]), before.record.setup["colours"]
    for circle in circles:
        counts = Counter(circle["sixths"])
        around = board.around[board.crossings[circle["crossing"]]]
        assert list(circle["sixths"]) == COLOURS
        assert circle["gold"] == (len(around) < 6)
        assert sum(counts.values()) <= len(around)
        assert all(now["cells"][cell] != "empty" for cell in around)
        (lead, most), (_, next_most), *_ = counts.most_common()
        assert circle["tied"] == (most == next_most > 0)
        assert circle["leader"] == (None if most == next_most else lead)
        if circle["points"]:
            assert circle["tower"][-1] == circle["leader"]
            scores[seats.index(circle["leader"])] += circle["points"]
    assert scores == now["scores"]
    out = [colour for colour in COLOURS if was["pawns"][colour] and not now["pawns"][colour]]
    assert told["last_pawn"] in out if out else told["last_pawn"] is None
    if after.result is not None and after.result.reason == "last_pawn":
        assert told["last_pawn"] in seats


CHECKS = {"babylone": check_babylone, "kabaleo": check_kabaleo, "on_top": check_on_top}


def follow(positions: list[Position]) -> None:
    """Check every move of a game."""
    for before, after in pairwise(positions):
        CHECKS[before.game.name](before, after, before.effects(after.moves[-1]))


@examples(60)
@given(st.sampled_from(SETUPS), SEED)
def test_effects_are_what_changed(setup: Setup, seed: int) -> None:
    """Over whole games, every option."""
    follow(course(setup.deal(seed), seed))


@examples(40)
@given(SEED, st.integers(2, 4), st.lists(st.integers(1, 7), min_size=4, max_size=4), st.booleans())
def test_effects_when_pawns_run_out(seed: int, players: int, pawns: list[int], teams: bool) -> None:
    """T23, T24: nothing is said of circles that are not scored any more."""
    start = sommet.new("on_top", players, seed, options={"teams": teams and players == 4})
    end = course(edited(start, pawns=pawns), seed)
    follow(end)
    told = end[-2].effects(end[-1].moves[-1])
    if end[-1].result and end[-1].result.reason == "last_pawn":
        assert told["circles"][-1]["tower"][-1] == told["last_pawn"]


@examples(25)
@given(st.sampled_from(SETUPS), SEED)
def test_effects_can_be_foreseen(setup: Setup, seed: int) -> None:
    """For every legal move, and without changing the position."""
    positions = course(setup.deal(seed), seed)
    position = positions[Chance(seed).below(len(positions))]
    for move in position.legal[:12]:
        CHECKS[setup.game](position, position.play(move), position.effects(move))


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_no_effects_of_what_is_not_legal(setup: Setup) -> None:
    """The same error as for playing it."""
    positions = course(setup.deal(1), 1)
    wrong = ["nonsense", "", "1>1", "red@1", "A1-A1", *(positions[-1].moves[-1:])]
    for position in (positions[0], positions[-1]):
        for move in wrong:
            if move in position.legal:
                continue
            with pytest.raises(sommet.SommetError) as played:
                position.play(move)
            with pytest.raises(sommet.SommetError) as asked:
                position.effects(move)
            assert (played.value.code, played.value.key, played.value.at) == (
                asked.value.code,
                asked.value.key,
                asked.value.at,
            )


@contextmanager
def only(way: str, of: Any) -> Iterator[None]:
    """Run a small kernel in one way."""
    function = getattr(of, way)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Kernel, "__call__", lambda self, *args: (function if self is of else self.compiled)(*args))
        yield


@pytest.mark.parametrize("setup", [*SETUPS[::2], ON_TOP[5], ON_TOP[7]], ids=str)
def test_effects_are_the_same_interpreted_and_compiled(setup: Setup) -> None:
    """Whole games."""
    positions = course(setup.deal(5), 5)
    found = []
    for way in ("interpreted", "compiled"):
        with only(way, cast(Any, questions.tell)):
            found.append([before.effects(after.moves[-1]) for before, after in pairwise(positions)])
    assert found[0] == found[1]
