"""On Top, clause by clause: how it ends, and who wins. Rare endings are made by changing the pawns left."""

from collections.abc import Sequence
from typing import Any

import pytest

import sommet
from sommet.core.position import Position
from sommet.games.on_top.shape import board

from ..support.refusals import move_refusal
from ..support.setups import COLOURS, Setup, course, edited, on_top
from ..support.towers import Scored, Towers, scored

NO_MORE = 1
SETUPS = [Setup("on_top", players, {}, {"colours": COLOURS[:players]}) for players in (2, 3, 4)]
FOUR = SETUPS[2]


def ended(scores: Sequence[int], pawns: Sequence[int], **options: Any) -> dict[str, Any]:
    """The result when no tile can be laid any more, with these scores and these pawns left (red, yellow …)."""
    position = sommet.load(on_top(players=len(scores), **options))
    end = edited(position, ended=NO_MORE, score=[*scores, 0, 0, 0][:4], pawns=[*pawns, 5, 5, 5][:4])
    assert end.result is not None
    return end.result.as_dict()


def outcome(position: Position) -> tuple[tuple[int, ...] | None, str | None]:
    """Winners and reason."""
    assert position.result is not None
    return position.result.winners, position.result.reason


def points(position: Position, name: str, pawns: int) -> int:
    """What a tower of this many pawns is worth there (T18)."""
    golden = position.setting["gold"][0][board("hex-1-5-5").crossing_names.index(name)]
    return pawns * (2 if golden else 1)


def test_t20_the_board_is_full() -> None:
    """Random games on the default board end full, or by T23 and T24."""
    for seed in range(20):
        end = course(FOUR.deal(seed), seed)[-1]
        if outcome(end)[1] != "last_pawn":
            assert set(end.shown["cells"].values()) <= {"tile", "black", "void"}
        assert (end.shown["tile"], end.to_move, end.legal) == (None, None, ())
        assert end.shown["tiles_left"] == 34 - len(end.moves)


def test_t20_the_tiles_are_used_up() -> None:
    """On a board of 192 cells."""
    setup = Setup("on_top", 2, {"board": "hex-5-6-6", "black": ["A1", "F9"]})
    ends = [course(setup.deal(seed), seed)[-1] for seed in range(5)]
    full = [end for end in ends if outcome(end)[1] != "last_pawn"]
    assert full
    for end in full:
        assert len(end.moves) == 34
        assert end.shown["tiles_left"] == 0
        assert "empty" in end.shown["cells"].values()
        assert move_refusal(end, "A2-A3") == ("game_over", None)


def test_t20_nothing_can_be_laid_from_the_start() -> None:
    """Five of six cells black: the sixth is a hole, and the game is over before it begins."""
    position = sommet.load(on_top(board="hex-1-1-1", black=["A1", "A2", "A3", "B1", "B2"]))
    assert position.over
    assert position.result is not None
    assert position.result.as_dict() == {"winners": [0, 1], "reason": "shared", "scores": [-20, -20]}


def test_t21_leftover_pawns() -> None:
    """A point off for each; a score may be negative. Neutral pawns cost nobody anything."""
    assert ended([10, 3], [4, 7])["scores"] == [6, -4]
    assert ended([0, 0], [20, 1])["scores"] == [-20, -1]


def test_t21_not_on_the_track_before_the_end() -> None:
    """The track is as it stands; the result takes the pawns off."""
    end = course(FOUR.deal(3), 3)[-1]
    assert end.result is not None
    left = [end.shown["pawns"][colour] for colour in COLOURS]
    expected = [score - pawns for score, pawns in zip(end.shown["scores"], left, strict=True)]
    assert list(end.result.scores or ()) == expected


def test_t22_the_highest_score() -> None:
    """After T21."""
    assert ended([30, 29], [5, 3]) == {"winners": [1], "reason": "points", "scores": [25, 26]}


def test_t22_the_fewest_pawns_left() -> None:
    """Among the tied."""
    assert ended([30, 28], [5, 3]) == {"winners": [1], "reason": "fewest_pawns", "scores": [25, 25]}
    found = ended([30, 28, 20], [5, 3, 0])
    assert found == {"winners": [1], "reason": "fewest_pawns", "scores": [25, 25, 20]}


def test_t22_shared() -> None:
    """Still tied: they share; the third, with as many points but more pawns, does not."""
    assert ended([30, 30], [5, 5]) == {"winners": [0, 1], "reason": "shared", "scores": [25, 25]}
    assert ended([30, 32, 30], [5, 7, 5]) == {"winners": [0, 2], "reason": "shared", "scores": [25, 25, 25]}
    assert ended([0] * 4, [3] * 4)["winners"] == [0, 1, 2, 3]


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_t23_the_leaders_last_pawn(setup: Setup) -> None:
    """It wins at once, its tower's points still count, later crossings are not scored, and T21 is not applied."""
    seats = setup.choices["colours"]
    found = scored(setup, lambda towers: len(towers) > 1 and towers[0][1][-1] in seats and len(towers[0][1]) > 1)
    (name, tower), leader = found.towers[0], found.towers[0][1][-1]
    end = found.with_pawns({leader: 1}).play(found.move)
    assert outcome(end) == ((found.seat_of(leader),), "last_pawn")
    assert end.shown["towers"][name] == tower
    assert not end.shown["towers"].keys() & {other for other, _ in found.towers[1:]}
    expected = list(found.before.shown["scores"])
    expected[found.seat_of(leader)] += points(end, name, len(tower))
    assert end.shown["scores"] == expected
    assert end.result is not None
    assert list(end.result.scores or ()) == expected


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_t23_a_seconds_last_pawn(setup: Setup) -> None:
    """Nothing more is laid: neither later seconds nor the leader, who does not score."""
    seats = setup.choices["colours"]
    found = scored(setup, lambda towers: len(towers[0][1]) > 1 and towers[0][1][0] in seats)
    (name, tower) = found.towers[0]
    end = found.with_pawns({tower[0]: 1}).play(found.move)
    assert outcome(end) == ((found.seat_of(tower[0]),), "last_pawn")
    assert end.shown["towers"][name] == tower[:1]
    assert end.shown["scores"] == found.before.shown["scores"]
    assert end.shown["pawns"][tower[-1]] == 9


def test_t23_the_pawn_laid_first_decides() -> None:
    """Two seconds and the leader all have one pawn left: the first in the tower's order wins."""
    found = scored(FOUR, lambda towers: len(towers[0][1]) > 2)
    first, *others = found.towers[0][1]
    end = found.with_pawns({first: 1, **dict.fromkeys(others, 1)}).play(found.move)
    assert outcome(end) == ((found.seat_of(first),), "last_pawn")
    second = found.with_pawns(dict.fromkeys(others, 1)).play(found.move)
    assert outcome(second) == ((found.seat_of(others[0]),), "last_pawn")
    assert second.shown["towers"][found.towers[0][0]] == found.towers[0][1][:2]


def test_t23_several_crossings() -> None:
    """In the second crossing: the first one was scored in full, the third is not."""
    found = scored(FOUR, lambda towers: len(towers) > 2 and towers[1][1][-1] not in towers[0][1])
    first, (name, tower), third = found.towers[:3]
    end = found.with_pawns({tower[-1]: 1}).play(found.move)
    assert outcome(end) == ((found.seat_of(tower[-1]),), "last_pawn")
    assert end.shown["towers"][first[0]] == first[1]
    assert end.shown["towers"][name] == tower
    assert third[0] not in end.shown["towers"]


def test_t23_whatever_the_track_says() -> None:
    """The winner may be far behind."""
    found = scored(FOUR, lambda towers: len(towers) == 1)
    leader = found.towers[0][1][-1]
    others = [0 if seat == found.seat_of(leader) else 99 for seat in range(4)]
    end = edited(found.with_pawns({leader: 1}), score=others).play(found.move)
    assert outcome(end) == ((found.seat_of(leader),), "last_pawn")


def test_t23_nothing_comes_after_it() -> None:
    """Though tiles and cells are left: no move is legal, whichever it is."""
    found = scored(FOUR, lambda towers: len(towers) == 1)
    end = found.with_pawns({found.towers[0][1][-1]: 1}).play(found.move)
    assert "empty" in end.shown["cells"].values()
    assert (end.legal, end.to_move, end.shown["tile"]) == ((), None, None)
    for move in found.before.legal:
        if move != found.move:
            assert move_refusal(end, move) == ("game_over", None)


def test_t23_in_a_whole_game() -> None:
    """Found by chance and pinned: a record that ends by a last pawn before the board is full."""
    end = course(sommet.new("on_top", 4, seed=140), 140)[-1]
    assert outcome(end) == ((3,), "last_pawn")
    assert 0 in end.shown["pawns"].values()
    record = end.record.as_dict()
    cells = end.shown["cells"]
    empty = next(m for m in end.notation.texts if all(cells[cell] == "empty" for cell in m.split("-")))
    with pytest.raises(sommet.SommetError) as caught:
        sommet.load({**record, "moves": [*record["moves"], empty]})
    assert (caught.value.code, caught.value.at) == ("game_over", len(end.moves))


def neutral_first(found: Towers, seats: Sequence[str]) -> bool:
    """A neutral second, and a player who leads, in the first of several crossings."""
    tower = found[0][1]
    return len(found) > 1 and tower[-1] in seats and any(colour not in seats for colour in tower[:-1])


def with_neutral(players: int) -> tuple[Scored, str]:
    """Such a move, and the neutral colour."""
    seats = COLOURS[:players]
    found = scored(SETUPS[players - 2], lambda towers: neutral_first(towers, seats))
    return found, next(colour for colour in found.towers[0][1] if colour not in seats)


@pytest.mark.parametrize("players", [2, 3])
def test_t24_a_neutral_colour_used_up(players: int) -> None:
    """That crossing is scored to its end, the tile's others are not; T21 and T22 say who wins."""
    found, neutral = with_neutral(players)
    (name, tower) = found.towers[0]
    end = found.with_pawns({neutral: 1}).play(found.move)
    assert end.shown["towers"][name] == tower
    assert not end.shown["towers"].keys() & {other for other, _ in found.towers[1:]}
    track = list(found.before.shown["scores"])
    track[found.seat_of(tower[-1])] += points(end, name, len(tower))
    assert end.shown["scores"] == track
    assert end.result is not None
    left = [end.shown["pawns"][colour] for colour in COLOURS[:players]]
    assert list(end.result.scores or ()) == [score - pawns for score, pawns in zip(track, left, strict=True)]
    assert end.result.reason in ("points", "fewest_pawns", "shared")
    assert (end.legal, end.to_move) == ((), None)


def test_t24_a_neutral_leader() -> None:
    """Its own tower ends the game as well, and brings nobody points."""
    found = scored(SETUPS[0], lambda towers: towers[0][1][-1] in ("blue", "white") and len(towers) > 1)
    end = found.with_pawns({found.towers[0][1][-1]: 1}).play(found.move)
    assert end.over
    assert outcome(end)[1] != "last_pawn"
    assert end.shown["scores"] == found.before.shown["scores"]
    assert found.towers[1][0] not in end.shown["towers"]


@pytest.mark.parametrize("players", [2, 3])
def test_t24_with_t23_in_the_same_tower(players: int) -> None:
    """The neutral colour's last pawn and then the leader's: the leader wins by their last pawn."""
    found, neutral = with_neutral(players)
    leader = found.towers[0][1][-1]
    end = found.with_pawns({neutral: 1, leader: 1}).play(found.move)
    assert outcome(end) == ((found.seat_of(leader),), "last_pawn")


def test_t24_before_t23_in_a_later_crossing() -> None:
    """The later crossing is not scored any more, so its leader's last pawn is not placed."""

    def wanted(towers: Towers) -> bool:
        return (
            neutral_first(towers, COLOURS[:2])
            and towers[1][1][-1] in COLOURS[:2]
            and towers[1][1][-1] not in towers[0][1]
        )

    found = scored(SETUPS[0], wanted)
    neutral = next(colour for colour in found.towers[0][1] if colour not in COLOURS[:2])
    end = found.with_pawns({neutral: 1, found.towers[1][1][-1]: 1}).play(found.move)
    assert end.over
    assert outcome(end)[1] != "last_pawn"
    assert end.shown["pawns"][found.towers[1][1][-1]] == 1


def test_t24_nothing_comes_after_it() -> None:
    """A move that could have been laid is refused."""
    found, neutral = with_neutral(2)
    end = found.with_pawns({neutral: 1}).play(found.move)
    cells = end.shown["cells"]
    empty = [move for move in end.notation.texts if all(cells[cell] == "empty" for cell in move.split("-"))]
    assert empty
    assert {move_refusal(end, move) for move in empty} == {("game_over", None)}


def test_t25_teams() -> None:
    """Points and pawns of 0 and 2 are added up against 1 and 3; each seat's own points are told."""
    found = ended([30, 10, 0, 10], [5, 1, 5, 1], teams=True)
    assert found == {"winners": [0, 2], "reason": "points", "scores": [25, 9, -5, 9]}
    assert ended([30, 10, 0, 10], [5, 1, 5, 1])["winners"] == [0]


def test_t25_tie_breaks_by_team() -> None:
    """20 points each; 1 and 3 have fewer pawns left together."""
    assert ended([20, 20, 10, 4], [5, 3, 5, 1], teams=True) == {
        "winners": [1, 3],
        "reason": "fewest_pawns",
        "scores": [15, 17, 5, 3],
    }
    shared = ended([20, 12, 0, 8], [5, 2, 0, 3], teams=True)
    assert shared == {"winners": [0, 1, 2, 3], "reason": "shared", "scores": [15, 10, 0, 5]}


def test_t25_a_last_pawn_wins_for_the_team() -> None:
    """Both partners win."""
    setup = Setup("on_top", 4, {"teams": True}, {"colours": COLOURS})
    found = scored(setup, lambda towers: len(towers) == 1)
    leader = found.towers[0][1][-1]
    end = found.with_pawns({leader: 1}).play(found.move)
    seat = found.seat_of(leader)
    assert outcome(end) == (tuple(sorted((seat, (seat + 2) % 4))), "last_pawn")


@pytest.mark.parametrize("teams", [False, True])
@pytest.mark.parametrize("reason", ["points", "fewest_pawns", "shared", "last_pawn"])
def test_t22_to_t25_happen_in_play(reason: str, teams: bool) -> None:
    """Each ending is found among random games."""
    small = {"board": "hex-2-2-3", "black": ["A1", "C3"]} if reason in ("fewest_pawns", "shared") else {}
    for seed in range(400):
        end = course(sommet.new("on_top", 4, seed=seed, options={"teams": teams, **small}), seed)[-1]
        if outcome(end)[1] == reason:
            return
    pytest.fail("no such ending")
