"""On Top, clause by clause: material, set-up, laying tiles, scoring. (The ways it ends: test_on_top_endings.py.)"""

from collections import Counter
from itertools import pairwise
from typing import Any

import pytest

import sommet
from sommet.core.position import Position
from sommet.games.on_top.shape import board

from ..support.models import Hexagon
from ..support.refusals import move_refusal, refusal
from ..support.setups import COLOURS, Setup, course, on_top, tiles_from
from ..support.towers import scored

# The smallest board, a ring of six cells around the crossing b2:
#     a1  a2          A1 A2 A3  point up, down, up
#   b1  b2  b3
#     c1  c2          B1 B2 B3  point down, up, down
RING: dict[str, Any] = {"board": "hex-1-1-1", "black": ["A1", "A2"]}


def at(*moves: str, tiles: tuple[str, ...] = ("RBYW", "RBYW"), **more: Any) -> Position:
    """A position after these moves, with these tiles first."""
    return sommet.load(on_top(moves, tiles, **more))


def test_t1_material() -> None:
    """34 tiles, 21 pawns a colour (one of a player's marks the track), 10 black triangles, 2 of them laid."""
    shown = sommet.new("on_top", 2, seed=1, colours=["red", "yellow"]).shown
    assert shown["tiles_left"] == 33
    assert shown["tile"] is not None
    assert shown["pawns"] == {"red": 20, "yellow": 20, "blue": 21, "white": 21}
    assert shown["black_left"] == 8
    assert shown["scores"] == [0, 0]


def test_t2_a_tile_gives_one_sixth_at_its_acute_and_two_at_its_obtuse_corners() -> None:
    """RBYW as A3-B3: red at a2, then clockwise blue at b3, yellow at c2, white at b2.

    a2 (A2 black, A3) is finished with one red sixth, b3 with two blue ones. Laid on B2-B1 a second such tile puts
    red at c2, blue at c1, yellow at b1, white at b2: c2 has one yellow and one red, b2 four white.
    """
    first = at("A3-B3", **RING)
    assert first.shown["towers"] == {"a2": ["red"], "b3": ["blue"]}
    second = at("A3-B3", "B2-B1", **RING)
    assert second.shown["towers"] == {"a2": ["red"], "b1": ["yellow"], "b2": ["white"], "b3": ["blue"], "c1": ["blue"]}


def test_t2_the_other_way_round() -> None:
    """B3-A3 is half a turn: red at c2, blue at b2, yellow at a2, white at b3."""
    assert at("B3-A3", **RING).shown["towers"] == {"a2": ["yellow"], "b3": ["white"]}


def test_t3_the_tile_set() -> None:
    """Twelve kinds; three of each, two of BRWY and of RBYW; each colour 17 times obtuse and 17 times acute."""
    tiles = sommet.new("on_top", seed=1).record.setup["tiles"]
    kinds = Counter(min(tile, tile[2:] + tile[:2]) for tile in tiles)
    assert len(kinds) == 12
    assert kinds["BRWY"] == kinds["RBYW"] == 2
    assert sum(kinds.values()) == 34
    assert sorted(kinds.values()) == [2, 2] + [3] * 10
    assert Counter("".join(tile[::2] for tile in tiles)) == dict.fromkeys("RYBW", 17)


def test_t3_two_ways_to_write_a_tile() -> None:
    """YWRB laid as A3-B3 is RBYW laid as B3-A3."""
    assert at("A3-B3", tiles=("YWRB",), **RING).shown["towers"] == at("B3-A3", **RING).shown["towers"]
    assert at(tiles=("YWRB",), **RING).shown["tile"] == "YWRB"


@pytest.mark.parametrize(
    ("name", "rows"),
    [
        ("hex-1-5-5", [3, 5, 7, 9, 11, 11, 9, 7, 5, 3]),
        ("hex-5-3-3", [11, 13, 15, 15, 13, 11]),
        ("hex-1-1-1", [3, 3]),
        ("hex-2-1-3", [5, 6, 6, 5]),
    ],
)
def test_t4_boards(name: str, rows: list[int]) -> None:
    """Cells in each row, from the top."""
    cells = sommet.load(on_top(board=name, black=["A1", "B1"])).shown["cells"]
    assert list(Counter(cell[0] for cell in cells).values()) == rows
    assert list(cells)[: rows[0]] == [f"A{n}" for n in range(1, rows[0] + 1)]


def test_t4_the_default_board() -> None:
    """hex-1-5-5, as if it were named."""
    assert at().shown == at(board="hex-1-5-5").shown


@pytest.mark.parametrize("name", ["hex-1-1-49", "hex-49-1-1", "hex-1-49-1", "hex-2-2-24", "hex-5-6-6", "hex-6-6-5"])
def test_t4_up_to_200_cells(name: str) -> None:
    """As large as may be, in every direction, and playable to the end."""
    start = sommet.new("on_top", 3, seed=1, options={"board": name, "black": ["A1", "B3"]})
    a, b, c = map(int, name.split("-")[1:])
    assert len(start.shown["cells"]) == 2 * (a * b + b * c + c * a) <= 200
    assert course(start, 1)[-1].result is not None


@pytest.mark.parametrize(
    "name",
    [
        *(
            "hex-1-1-50",
            "hex-9-9-9",
            "hex-0-5-5",
            "hex-99999999-1-1",
            "hex-01-5-5",
            "hex-1-5",
            "hex-1-5-5-5",
            "hex-1-5-5 ",
        ),
        *(
            "",
            "hex",
            "HEX-1-5-5",
            "hex-１-5-5",
            "hex--1-5-5",
            "hex-1.0-5-5",
            "hex-1-5-5\n",
            "hex-1e1-1-1",
            None,
            5,
            True,
        ),
        *(["hex-1-5-5"], {}),
    ],
)
def test_t4_no_board(name: Any) -> None:
    """Beyond 200 cells, or not a board's name at all."""
    assert refusal(on_top(board=name, black=["A1", "A2"])) == ("bad_record", "T4")


def test_t4_rows_beyond_z() -> None:
    """AA, AB … for cells, aa, ab … for crossings."""
    start = sommet.new("on_top", 2, seed=1, options={"board": "hex-1-1-49", "black": ["A1", "AX3"]})
    cells = list(start.shown["cells"])
    assert cells[-1] == "AX3"
    assert {"Z1", "AA1", "AB1"} <= set(cells)
    assert start.play("AX2-AX1").shown["towers"].keys() <= {"ay1", "ay2", "ax1", "ax2", "aw1", "aw2"}
    assert board("hex-1-1-49").crossing_names[-1] == "ay2"


@pytest.mark.parametrize("name", ["hex-1-5-5", "hex-5-3-3", "hex-2-1-3", "hex-5-6-6", "hex-1-1-49"])
def test_t5_every_vertex_is_a_crossing(name: str) -> None:
    """2 or 3 cells around one on the border, 6 around an inner one; names and cells as a plain model has them."""
    plain, found = Hexagon(name), board(name)
    assert list(plain.crossings) == list(found.crossing_names)
    assert list(plain.cells) == list(found.cell_names)
    assert {len(cells) for cells in plain.around.values()} <= {2, 3, 6}
    assert {plain.cells[n] for n in plain.cells} == {frozenset(cell) for cell in found.cells}


def test_t6_border_crossings_are_golden() -> None:
    """a2 and b3 lie on the border: one pawn is worth two points. The inner b2: one."""
    position = at("A3-B3", colours=["red", "blue"], **RING)
    assert position.shown["scores"] == [2, 2]
    after = at("A3-B3", "B2-B1", colours=["white", "red"], **RING)
    assert after.shown["towers"]["b2"] == ["white"]
    assert after.shown["scores"] == [1, 2]


@pytest.mark.parametrize(("name", "cells"), [("hex-1-5-5", {"D5", "G5"}), ("hex-5-3-3", {"B7", "E7"})])
def test_t7_the_red_cells(name: str, cells: set[str]) -> None:
    """A black triangle on each; 8 left."""
    shown = at(board=name).shown
    assert {cell for cell, content in shown["cells"].items() if content == "black"} == cells
    assert shown["black_left"] == 8


def test_t7_other_boards_must_name_theirs() -> None:
    """There is no default for them."""
    assert refusal(on_top(board="hex-2-2-2")) == ("bad_record", "T7")


@pytest.mark.parametrize("count", range(2, 11))
def test_t8_other_starts(count: int) -> None:
    """2 to 10 triangles on other cells."""
    black = [f"F{n}" for n in range(1, count + 1)]
    shown = at(black=black).shown
    assert [cell for cell, content in shown["cells"].items() if content == "black"] == black
    assert shown["black_left"] == 10 - count


def test_t8_no_other_starts() -> None:
    """1 and 11 cells, a cell twice, cells off the board, and what is no cell."""
    rows = [f"F{n}" for n in range(1, 12)]
    wrong: list[Any] = [
        ["A1"],
        rows,
        [],
        ["A1", "A1"],
        ["A1", "Z1"],
        ["A1", "a2"],
        ["A1", 2],
        ["A1", None],
        "A1",
        None,
        {},
    ]
    for black in wrong:
        assert refusal(on_top(black=black)) == ("bad_record", "T8")


@pytest.mark.parametrize(("players", "pawns"), [(2, [20, 20, 21, 21]), (3, [20, 20, 20, 21]), (4, [20, 20, 20, 20])])
def test_t9_pawns(players: int, pawns: list[int]) -> None:
    """20 for a player's colour, 21 for a neutral one."""
    assert list(at(players=players).shown["pawns"].values()) == pawns
    assert at(players=2, colours=["white", "blue"]).shown["pawns"] == {"red": 21, "yellow": 21, "blue": 20, "white": 20}


def test_t10_turns_go_clockwise() -> None:
    """From the first player, said or drawn."""
    position = at(players=3, first=2)
    for seat in (2, 0, 1, 2):
        assert position.to_move == seat
        position = position.play(position.legal[0])
    assert {sommet.new("on_top", 3, seed=seed).to_move for seed in range(30)} == {0, 1, 2}


def test_t10_nobody_knows_the_order_of_the_tiles() -> None:
    """A view holds the tiles turned over, the one to lay included."""
    position = at("D4-D3")
    for viewer in (0, 1):
        assert position.view(viewer).knowledge.setup["tiles"] == position.record.setup["tiles"][:2]
    assert position.view("spectator").knowledge.setup["tiles"] == position.record.setup["tiles"][:2]


def test_t11_two_empty_cells_that_share_an_edge() -> None:
    """Either way round; nothing else."""
    position = at()
    assert {"D4-D3", "D3-D4"} <= set(position.legal)
    assert move_refusal(position, "D4-D6") == ("illegal_move", "T11")
    assert move_refusal(position, "D4-D4") == ("illegal_move", "T11")
    assert move_refusal(position, "D4-D5") == ("illegal_move", "T11")
    assert move_refusal(position.play("D4-D3"), "D3-D2") == ("illegal_move", "T11")
    assert move_refusal(position, "A9-A8") == ("illegal_move", "T4")
    assert move_refusal(position, "AA1-A1") == ("illegal_move", "T4")


@pytest.mark.parametrize("text", ["", "D4", "D4D3", "d4-d3", "D4-D3 ", "D04-D3", "D4-D3-D2", "Ｄ4-D3", "D4–D3"])
def test_t11_a_move_is_written_like_d4_d5(text: str) -> None:
    """In no other way."""
    assert move_refusal(at(), text) == ("illegal_move", "T11")


def test_t11_the_top_tile() -> None:
    """The tiles are laid in their order."""
    position = at(tiles=("RBYW", "YRBW", "BRYW"))
    for tile in ("RBYW", "YRBW", "BRYW"):
        assert position.shown["tile"] == tile
        position = position.play(position.legal[0])


def test_t12_contact_by_a_side() -> None:
    """The first tile touches a starting triangle by a side; here are all its places."""
    at_d5 = ["C3-D4", "C5-D6", "D3-D4", "D4-C3", "D4-D3", "D6-C5", "D6-D7", "D7-D6", "E5-E6", "E6-E5", "E6-E7", "E7-E6"]
    at_g5 = ["F5-F6", "F6-F5", "F6-F7", "F7-F6", "G3-G4", "G4-G3", "G4-H3", "G6-G7", "G6-H5", "G7-G6", "H3-G4", "H5-G6"]
    assert at().legal == (*at_d5, *at_g5)


def test_t12_a_corner_is_not_enough() -> None:
    """B3 and B2 touch the black A2 and A1 in b2 only; C3 and C4 touch D5 only in a corner."""
    assert move_refusal(at(**RING), "B3-B2") == ("illegal_move", "T12")
    assert move_refusal(at(), "C3-C4") == ("illegal_move", "T12")
    assert move_refusal(at(), "A1-A2") == ("illegal_move", "T12")


def test_t12_contact_with_a_tile() -> None:
    """After C3-D4, C3-C4's neighbour C4-C5 may be laid."""
    assert "C4-C5" in at("C3-D4").legal
    assert "C4-C5" not in at().legal


def test_t13_a_hole_is_filled_at_once() -> None:
    """B1-B2 leaves B3 alone."""
    position = at("B1-B2", board="hex-1-1-1", black=["A1", "A3"])
    assert position.shown["cells"]["B3"] == "black"
    assert position.shown["black_left"] == 6


def test_t13_holes_at_set_up() -> None:
    """A2 between the black A1 and A3 is filled before the first tile; a crossing finished so stays bare."""
    shown = at(board="hex-1-1-1", black=["A1", "A3"]).shown
    assert shown["cells"] == {"A1": "black", "A2": "black", "A3": "black", "B1": "empty", "B2": "empty", "B3": "empty"}
    assert (shown["black_left"], shown["towers"]) == (7, {})


def test_t13_the_supply_is_empty() -> None:
    """Ten triangles at the start: a hole stays empty, counts as black and is shown as void."""
    black = ["A1", "A3", "B1", *(f"F{n}" for n in range(1, 8))]
    shown = at(board="hex-3-3-3", black=black).shown
    assert (shown["cells"]["A2"], shown["black_left"]) == ("void", 0)


def test_t13_the_last_triangle_goes_to_the_first_hole() -> None:
    """Nine at the start, six holes: in reading order the first is filled, the others stay empty."""
    black = ["A1", "A3", "A5", "A7", "F1", "F3", "F5", "F7", "D5"]
    shown = at(board="hex-3-3-3", black=black).shown
    assert [shown["cells"][cell] for cell in ("A2", "A4", "A6", "F2", "F4", "F6")] == ["black"] + ["void"] * 5
    assert shown["black_left"] == 0


def test_t13_a_void_finishes_crossings_as_black_does() -> None:
    """Random games with no triangle to fill holes end with the board as full as any."""
    setup = Setup("on_top", 2, {"board": "hex-3-3-3", "black": ["A1", "A3", *(f"F{n}" for n in range(1, 8)), "D5"]})
    for seed in range(30):
        end = course(setup.deal(seed), seed)[-1]
        if "void" in end.shown["cells"].values():
            assert "empty" not in end.shown["cells"].values()
            return
    pytest.fail("no shortage")


def test_t14_reading_order() -> None:
    """Crossings of one tile are scored from the top, and from the left: shown by the pawns they use up (T23)."""
    for setup in (Setup("on_top", 4), Setup("on_top", 4, {"board": "hex-5-3-3"})):
        found = scored(setup, lambda towers: len({tower[-1] for _, tower in towers}) >= 3)
        for name, tower in found.towers[1:]:
            leader = found.towers[0][1][-1]
            if tower[-1] == leader:
                continue
            end = found.with_pawns({leader: 1, tower[-1]: 1}).play(found.move)
            assert end.shown["towers"].get(name) is None
            assert end.result is not None
            assert end.result.winners == (found.seat_of(leader),)


def test_t15_black_counts_for_nothing() -> None:
    """a2 has a black cell and one red sixth: red leads, alone."""
    assert at("A3-B3", **RING).shown["towers"]["a2"] == ["red"]


def test_t16_a_tie_for_the_lead() -> None:
    """c2 has one yellow and one red sixth: nobody places anything."""
    assert "c2" not in at("A3-B3", "B2-B1", **RING).shown["towers"]


def test_t16_seconds_place_nothing_either() -> None:
    """b2 with two sixths each of white and red, whatever else: bare. (RBYW, then WRYB with red at b2.)"""
    position = at("A3-B3", "B2-B1", tiles=("RBYW", "WBYR"), **RING)
    assert "b2" not in position.shown["towers"]


def test_t16_no_colour_at_all() -> None:
    """a1, between two black cells, stays bare."""
    assert "a1" not in at("A3-B3", "B2-B1", **RING).shown["towers"]


@pytest.mark.parametrize(("players", "colours"), [(4, COLOURS), (3, ["white", "blue", "red"]), (2, ["blue", "yellow"])])
def test_t17_order_of_the_seconds(players: int, colours: list[str]) -> None:
    """The active seat first, then clockwise, then neutral red, yellow, blue, white; the leader on top."""
    setup = Setup("on_top", players, {}, {"colours": colours})
    seen = 0
    for seed in range(40):
        for before, after in pairwise(course(setup.deal(seed), seed)):
            seat = before.to_move
            assert seat is not None
            order = colours[seat:] + colours[:seat] + [colour for colour in COLOURS if colour not in colours]
            for name in after.shown["towers"].keys() - before.shown["towers"].keys():
                *seconds, _leader = after.shown["towers"][name]
                assert seconds == sorted(seconds, key=order.index)
                seen += len(seconds) > 1
        if seen > 20:
            return
    pytest.fail("too few towers of three")


def test_t17_a_tower_stands_on_its_seconds() -> None:
    """Every colour in it has a pawn less to place."""
    found = scored(Setup("on_top", 2), lambda towers: any(len(tower) == 2 for _, tower in towers))
    name, tower = next(both for both in found.towers if len(both[1]) == 2)
    after = found.before.play(found.move)
    assert after.shown["towers"][name] == tower
    for colour in tower:
        used = sum(t.count(colour) for _, t in found.towers)
        assert after.shown["pawns"][colour] == found.before.shown["pawns"][colour] - used


def test_t18_only_the_leader_scores() -> None:
    """One point per pawn in the tower, doubled on gold; seconds get nothing."""
    gold = {name for name, cells in _around("hex-1-5-5").items() if cells < 6}
    for seed in range(5):
        positions = course(Setup("on_top", 4).deal(seed), seed)
        for before, after in pairwise(positions):
            points = dict.fromkeys(before.record.setup["colours"], 0)
            for name in after.shown["towers"].keys() - before.shown["towers"].keys():
                tower = after.shown["towers"][name]
                points[tower[-1]] += len(tower) * (2 if name in gold else 1)
            if after.result is None or after.result.reason != "last_pawn":
                gained = [a - b for a, b in zip(after.shown["scores"], before.shown["scores"], strict=True)]
                assert gained == list(points.values())


def _around(name: str) -> dict[str, int]:
    plain = Hexagon(name)
    return {crossing: len(plain.around[point]) for crossing, point in plain.crossings.items()}


def test_t19_neutral_colours_place_and_never_score() -> None:
    """Blue leads at b3; nobody plays blue, so nobody scores, and its pawn is gone."""
    shown = at("A3-B3", colours=["white", "yellow"], **RING).shown
    assert shown["towers"] == {"a2": ["red"], "b3": ["blue"]}
    assert shown["scores"] == [0, 0]
    assert shown["pawns"] == {"red": 20, "yellow": 20, "blue": 20, "white": 20}


def test_t3_any_order_of_the_deck_is_a_deal() -> None:
    """Written either way."""
    assert len(tiles_from("YWRB", "RBYW")) == 34
    assert sommet.load(on_top(tiles=["YWRB", "RBYW"])).shown["tile"] == "YWRB"
