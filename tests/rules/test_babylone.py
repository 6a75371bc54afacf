"""Babylone, clause by clause."""

from collections import Counter

import pytest

import sommet
from sommet.core.position import Position
from sommet.core.record import Viewer

from ..support.refusals import move_refusal
from ..support.setups import STANDARD, babylone, course


def at(*tokens: str, moves: tuple[str, ...] = (), players: int = 2, first: int = 0, **options: str) -> Position:
    """A position with these tokens, after these moves."""
    return sommet.load(babylone(tokens, moves, players, first, **options))


def winners(position: Position) -> tuple[int, ...] | None:
    """Who has won."""
    assert position.result is not None
    return position.result.winners


def test_b1_twelve_pyramids_three_in_each_of_four_colours() -> None:
    """The standard set is what is dealt."""
    tokens = sommet.new("babylone", seed=1).record.setup["tokens"]
    assert Counter(tokens) == {"red": 3, "yellow": 3, "green": 3, "blue": 3}


def test_b2_all_stand_apart() -> None:
    """Twelve stacks of height 1 on spots 1 to 12, in the record's order."""
    position = at(*STANDARD)
    assert position.shown == {"stacks": {str(n + 1): [colour] for n, colour in enumerate(STANDARD)}, "out": []}


def test_b2_there_is_no_thirteenth_spot() -> None:
    """The move says so."""
    assert move_refusal(at(*STANDARD), "13>1") == ("illegal_move", "B2")
    assert move_refusal(at(*STANDARD), "1>99") == ("illegal_move", "B2")


@pytest.mark.parametrize("first", range(4))
def test_b3_the_first_player_is_said_or_drawn(first: int) -> None:
    """Any seat may start."""
    assert sommet.new("babylone", 4, seed=1, first=first).to_move == first
    assert {sommet.new("babylone", 4, seed=seed).to_move for seed in range(40)} == {0, 1, 2, 3}


def test_b4_the_same_height() -> None:
    """Different colours, both of height 1: either way."""
    assert at("red", "blue").legal == ("1>2", "2>1")


def test_b4_the_same_colour_on_top() -> None:
    """Heights 2 and 1, both red on top."""
    assert at("red", "blue", "red", moves=("1>2",)).legal == ("2>3", "3>2")


def test_b4_both() -> None:
    """The same height and the same colour."""
    assert at("red", "red").legal == ("1>2", "2>1")


def test_b4_neither() -> None:
    """Heights 2 and 1, red and green on top."""
    position = at("red", "blue", "green", "green", moves=("1>2",))
    assert position.legal == ("3>4", "4>3")
    assert move_refusal(position, "2>3") == ("illegal_move", "B4")
    assert move_refusal(position, "3>2") == ("illegal_move", "B4")


def test_b4_another_stack() -> None:
    """Not on itself."""
    assert move_refusal(at("red", "red"), "1>1") == ("illegal_move", "B4")


@pytest.mark.parametrize(
    "text", ["", "1", "1-2", "1>2 ", " 1>2", "1>2\n", "01>2", "1>2>1", "0>1", "１>2", "a>b", "100>1", "-1>2", "1>"]
)
def test_b4_a_move_is_written_like_3_7(text: str) -> None:
    """In no other way."""
    assert move_refusal(at(*STANDARD), text) == ("illegal_move", "B4")


def test_b5_only_the_top_counts() -> None:
    """Red under blue is no red: 2 (blue on top) may not join red, but joins blue."""
    position = at("red", "blue", "red", "blue", "green", moves=("2>1",))
    assert position.shown["stacks"]["1"] == ["red", "blue"]
    assert "1>4" in position.legal
    assert "4>1" in position.legal
    assert "1>3" not in position.legal


def test_b5_the_moved_stack_goes_on_top() -> None:
    """Bottom to top, as they were laid."""
    position = at("red", "blue", "green", "yellow", moves=("1>2", "3>4", "2>4"))
    assert position.shown["stacks"] == {"4": ["yellow", "green", "blue", "red"]}


def test_b6_a_stack_is_never_divided() -> None:
    """All of it moves, and its spot stays empty."""
    position = at("red", "red", "red", "blue", moves=("1>2", "2>3"))
    assert position.shown["stacks"] == {"3": ["red", "red", "red"], "4": ["blue"]}
    assert move_refusal(at("red", "red", "red", moves=("1>2",)), "1>3") == ("illegal_move", "B6")
    assert move_refusal(at("red", "red", "red", moves=("1>2",)), "3>1") == ("illegal_move", "B6")


@pytest.mark.parametrize("first", [0, 1])
def test_b7_who_cannot_move_loses(first: int) -> None:
    """After one move of two tokens the other is blocked."""
    position = at("red", "blue", moves=("1>2",), first=first)
    assert (position.over, position.to_move, position.legal) == (True, None, ())
    assert position.result is not None
    scores = [0, 0]
    scores[first] = 1
    assert position.result.as_dict() == {"winners": [first], "reason": "blocked", "scores": scores}
    assert position.shown["out"] == [1 - first]


def test_b7_nothing_comes_after_the_end() -> None:
    """Not even nonsense."""
    position = at("red", "blue", moves=("1>2",))
    for text in ("2>1", "nonsense", "@colour.red", "{0}", "%s"):
        assert move_refusal(position, text) == ("game_over", None)


@pytest.mark.parametrize("players", range(2, 7))
def test_b9_the_last_to_move_wins(players: int) -> None:
    """Over whole games: everybody else is out, in turn, beginning with the one who could not move."""
    for seed in range(5):
        *_, before, end = course(sommet.new("babylone", players, seed=seed), seed)
        last = before.to_move
        assert last is not None
        assert winners(end) == (last,)
        assert end.shown["out"] == [(last + turn) % players for turn in range(1, players)]
        assert before.shown["out"] == []


def test_b9_direction() -> None:
    """Clockwise 1, 2, 3, 0; counter-clockwise 1, 0, 3, 2."""
    moves = ("1>2", "3>4", "5>6")
    for options, seats in ({"direction": "clockwise"}, [1, 2, 3, 0]), ({"direction": "counterclockwise"}, [1, 0, 3, 2]):
        found = [at(*STANDARD, moves=moves[:n], players=4, first=1, **options).to_move for n in range(4)]
        assert found == seats
    assert at(*STANDARD, moves=moves, players=4, first=1).to_move == 0  # clockwise unless it is said


def test_b9_out_counter_clockwise() -> None:
    """Seat 1 moves, then 0, 2 (of three) are found out in that order."""
    position = at("red", "blue", moves=("1>2",), players=3, first=1, direction="counterclockwise")
    assert position.shown["out"] == [0, 2]
    assert winners(position) == (1,)


def test_b10_one_token() -> None:
    """Nobody can ever move: the first player is out at once, and so on; the one before them is left."""
    assert winners(at("red")) == (1,)
    assert winners(at("red", players=5, first=2)) == (1,)
    assert winners(at("red", players=5, first=2, direction="counterclockwise")) == (3,)
    assert at("red", players=3, first=2).shown["out"] == [2, 0]


def test_b10_sixty_four_tokens() -> None:
    """Of one colour: 63 moves, whatever is played."""
    positions = course(at(*["red"] * 64), 5)
    assert len(positions) == 64
    assert len(positions[0].legal) == 64 * 63
    assert winners(positions[-1]) == (0,)
    assert list(positions[-1].shown["stacks"].values()) == [["red"] * 64]


def test_b10_sixty_four_colours() -> None:
    """All different, so only heights join."""
    position = sommet.new("babylone", seed=3, tokens=(1,) * 64)
    assert len(set(position.record.setup["tokens"])) == 64
    assert {"red", "yellow", "green", "blue", "c5", "c64"} <= set(position.record.setup["tokens"])
    after = position.play("1>2")
    assert len(after.legal) == 62 * 61


def test_b10_thirteen_tokens_are_played_like_twelve() -> None:
    """The large record follows the same rules as the small one."""
    twelve, thirteen = at(*STANDARD), at(*STANDARD, "c13")
    for move in ("1>2", "4>5", "2>5", "7>8"):
        twelve, thirteen = twelve.play(move), thirteen.play(move)
        assert set(twelve.legal) == {text for text in thirteen.legal if "13" not in text}


def test_b10_two_colours_named_at_will() -> None:
    """c1 and c7 are as good as red and blue."""
    assert at("c1", "c7", "c1").legal == at("red", "blue", "red").legal


@pytest.mark.parametrize("viewer", [0, 1, "spectator"])
def test_nothing_is_hidden(viewer: Viewer) -> None:
    """Everybody sees everything; only the mover is told their moves."""
    position = at(*STANDARD, moves=("1>2",))
    view = position.view(viewer)
    assert view.shown == position.shown
    assert view.legal == (position.legal if viewer == 1 else ())
    assert view.knowledge.setup == position.record.setup
