"""Kabaleo, clause by clause."""

from collections import Counter
from typing import Any

import pytest

import sommet
from sommet.core.position import Position

from ..support.refusals import move_refusal, refusal
from ..support.setups import IN_PLAY, course, edited, kabaleo

# With two players: pink bases on 1 to 4, orange on 5 to 8, green on 9 to 12, blue on 13 to 16.


def at(*moves: str, players: int = 2, first: int = 0, **changes: Any) -> Position:
    """A position after these moves."""
    return sommet.load(kabaleo(moves, players, first, **changes))


def ended(*piles: tuple[int, ...], objectives: tuple[int, ...] = (0, 1), **agreed: Any) -> dict[str, Any]:
    """The result when these are the piles (colours from the base up) and everything else is a bare green base.

    Colours: 0 pink, 1 orange, 2 green, 3 blue.
    """
    start = at(players=len(objectives), **agreed)
    locations = len(start.record.setup["bases"])
    top, colour, below, node = list(range(24)), [2] * 60, [0] * 60, 24
    for location, pile in enumerate(piles):
        colour[location] = pile[0]
        for piece in pile[1:]:
            colour[node], below[node], top[location] = piece, top[location], node
            node += 1
    objective = [*objectives, -1, -1, -1][:4]
    end = edited(start, top=top, colour=colour, below=below, objective=objective, ply=start.setting["pieces"][0])
    assert len(piles) <= locations
    assert end.result is not None
    return end.result.as_dict()


def test_k1_pieces() -> None:
    """Six pieces and four bases of each colour in play, and no more than one objective."""
    setup = sommet.new("kabaleo", 4, seed=5).record.setup
    assert sorted(setup["colours"]) == sorted(IN_PLAY)
    assert Counter(setup["bases"]) == dict.fromkeys(IN_PLAY, 4)
    assert sum(map(Counter, setup["stocks"]), Counter()) == dict.fromkeys(IN_PLAY, 6)
    assert len(set(setup["objectives"])) == 4


@pytest.mark.parametrize("players", [2, 3, 4])
def test_k2_two_more_colours_than_players(players: int) -> None:
    """Drawn, or chosen."""
    drawn = {tuple(sorted(sommet.new("kabaleo", players, seed=n).record.setup["colours"])) for n in range(60)}
    assert {len(colours) for colours in drawn} == {players + 2}
    assert len(drawn) == {2: 15, 3: 6, 4: 1}[players]
    chosen = IN_PLAY[6 - players - 2 :]
    assert sommet.new("kabaleo", players, seed=1, colours=chosen).record.setup["colours"] == chosen


def test_k2_a_colour_in_the_box_is_not_played() -> None:
    """The move says so."""
    assert move_refusal(at(), "violet@1") == ("illegal_move", "K2")


def test_k3_an_objective_each_secret_until_the_end() -> None:
    """Each sees their own, nobody the two left over."""
    position = at(players=3)
    for seat in range(3):
        view = position.view(seat)
        assert view.shown["objective"] == position.record.setup["objectives"][seat]
        assert [o is not None for o in view.knowledge.setup["objectives"]] == [s == seat for s in range(3)]
    assert position.view("spectator").shown["objective"] is None
    assert "objectives" not in position.view(0).shown
    end = course(position, 1)[-1]
    assert end.view("spectator").shown["objectives"] == ["pink", "orange", "green"]


@pytest.mark.parametrize(("players", "locations"), [(2, 16), (3, 20), (4, 24)])
def test_k4_every_base_is_a_location(players: int, locations: int) -> None:
    """16, 20 or 24; there is none beyond."""
    position = at(players=players)
    assert [len(pile) for pile in position.shown["locations"]] == [1] * locations
    last = position.record.setup["colours"][-1]
    assert f"pink@{locations}" in position.legal
    assert move_refusal(position, f"pink@{locations + 1}") == ("illegal_move", "K4")
    assert position.shown["locations"][-1] == [last]


def test_k4_bases_never_move() -> None:
    """Whatever is played, every location keeps its base."""
    for position in course(sommet.new("kabaleo", 3, seed=2), 2):
        assert [pile[0] for pile in position.shown["locations"]] == position.record.setup["bases"]


def test_k5_stocks_are_visible_to_all() -> None:
    """In every view, zero included."""
    position = at("pink@5", "pink@6", "pink@7", "pink@8", "pink@9", "pink@10")
    for viewer in (0, 1):
        stocks = position.view(viewer).shown["stocks"]
        assert stocks == [{"pink": 0, "orange": 3, "green": 3, "blue": 3}] * 2
    assert position.view("spectator").shown["stocks"] == position.shown["stocks"]


@pytest.mark.parametrize(("players", "each"), [(2, 12), (3, 10), (4, 9)])
def test_k6_random_deal(players: int, each: int) -> None:
    """12, 10 or 9 each, and not always the same."""
    stocks = [sommet.new("kabaleo", players, seed=seed).record.setup["stocks"] for seed in range(20)]
    assert {sum(stock.values()) for deal in stocks for stock in deal} == {each}
    assert len({str(deal) for deal in stocks}) == 20


@pytest.mark.parametrize(("players", "share"), [(2, 3), (3, 2)])
def test_k7_equal_deal(players: int, share: int) -> None:
    """3 of each of 4 colours, 2 of each of 5."""
    position = sommet.new("kabaleo", players, seed=1, options={"deal": "equal"})
    assert all(set(stock.values()) == {share} for stock in position.record.setup["stocks"])


def test_k7_not_with_four() -> None:
    """An error, dealt or given."""
    assert refusal(kabaleo(players=4, options={"deal": "equal"})) == ("bad_record", "K7")
    with pytest.raises(sommet.SommetError) as caught:
        sommet.new("kabaleo", 4, options={"deal": "equal"})
    assert caught.value.clause == "K7"


def test_k8_turns_go_clockwise() -> None:
    """Seat 2, 0, 1 of three."""
    moves = ["pink@5", "pink@6", "pink@7"]
    assert [at(*moves[:n], players=3, first=2).to_move for n in range(4)] == [2, 0, 1, 2]
    assert {sommet.new("kabaleo", 3, seed=seed).to_move for seed in range(30)} == {0, 1, 2}


def test_k8_a_piece_of_ones_own_stock() -> None:
    """When one's pink is used up, pink cannot be put, though the other has some."""
    position = at("pink@5", "green@1", "pink@6", "green@2", "pink@7", "green@3")
    assert not [move for move in position.legal if move.startswith("pink")]
    assert move_refusal(position, "pink@8") == ("illegal_move", "K8")
    assert [move for move in position.play("blue@1").legal if move.startswith("pink")]


@pytest.mark.parametrize(
    "text", ["", "pass", "pink", "pink@", "pink@0", "pink@01", "Pink@5", "red@5", "pink@5 ", "pink@100"]
)
def test_k8_nobody_may_pass(text: str) -> None:
    """Nor write a move in another way."""
    assert move_refusal(at(), text) == ("illegal_move", "K8")


def test_k9_on_a_bare_base() -> None:
    """Another colour may be put; its own may not."""
    position = at()
    assert "pink@5" in position.legal
    assert "pink@1" not in position.legal
    assert move_refusal(position, "pink@1") == ("illegal_move", "K9")
    assert len(position.legal) == 4 * 12


def test_k10_on_a_pile() -> None:
    """Any colour; the pile then has the new one, even the base's own."""
    position = at("orange@1", "pink@1")
    assert position.shown["locations"][0] == ["pink", "orange", "pink"]
    assert {"pink@1", "orange@1", "green@1", "blue@1"} <= set(position.legal)


def test_k11_cancelling() -> None:
    """The same colour as the top piece: both leave, and what lies under them shows again."""
    position = at("orange@1", "green@1", "green@1")
    assert position.shown["locations"][0] == ["pink", "orange"]
    assert position.shown["stocks"] == [
        {"pink": 3, "orange": 2, "green": 2, "blue": 3},
        {"pink": 3, "orange": 3, "green": 2, "blue": 3},
    ]


def test_k11_a_base_laid_bare() -> None:
    """K9 holds again."""
    position = at("orange@1", "orange@1")
    assert position.shown["locations"][0] == ["pink"]
    assert "pink@1" not in position.legal
    assert "orange@1" in position.legal


def test_k11_only_one_pair_leaves() -> None:
    """Orange, green, orange: after green goes away, a third orange cancels the second, not the first."""
    position = at("orange@1", "green@1", "orange@1", "orange@1")
    assert position.shown["locations"][0] == ["pink", "orange", "green"]


def test_k12_no_limit_to_height() -> None:
    """All 24 pieces may lie on one location."""
    mine, yours = ["orange", "blue", "green", "pink"] * 3, ["green", "pink", "orange", "blue"] * 3
    *moves, last = [f"{colour}@1" for both in zip(mine, yours, strict=True) for colour in both]
    position = at(*moves)
    assert len(position.shown["locations"][0]) == 24
    assert position.play(last).over


def test_k13_the_end() -> None:
    """When every piece has been put, and not before."""
    for players, pieces in ((2, 24), (3, 30), (4, 36)):
        positions = course(sommet.new("kabaleo", players, seed=players), 1)
        assert len(positions) == pieces + 1
        assert [position.over for position in positions] == [False] * pieces + [True]
        assert move_refusal(positions[-1], "pink@1") == ("game_over", None)


def test_k13_a_location_has_its_tops_colour_or_its_bare_bases() -> None:
    """Two bare pink bases and a pink top: 3."""
    assert ended((0,), (0,), (1, 2, 0), (1,))["scores"] == [3, 1]


def test_k14_most_locations_win() -> None:
    """Whatever lies under them."""
    assert ended((0,), (0,), (1, 0), (1,), (1,)) == {"winners": [0], "reason": "majority", "scores": [3, 2]}


def test_k14_a_colour_that_nobody_holds_wins_nothing() -> None:
    """Green, on all other locations, is nobody's."""
    assert ended((0,)) == {"winners": [0], "reason": "majority", "scores": [1, 0]}


def test_k15_most_piles() -> None:
    """Two locations each; orange tops two piles, pink one."""
    assert ended((0,), (2, 0), (2, 1), (2, 1)) == {"winners": [1], "reason": "piles", "scores": [2, 2]}


def test_k15_among_the_tied_only() -> None:
    """Green has the most piles but fewer locations: it does not come into it."""
    piles = ((0,), (0,), (2, 0), (1,), (1, 2, 1), (2, 1), (1, 2), (0, 2))
    rest = tuple((3,) for _ in range(12))
    found = ended(*piles, *rest, objectives=(0, 1, 2))
    assert found == {"winners": [1], "reason": "piles", "scores": [3, 3, 2]}


def test_k16_the_highest_pile() -> None:
    """One location and one pile each; pink's is higher."""
    assert ended((2, 1, 0), (2, 1)) == {"winners": [0], "reason": "highest", "scores": [1, 1]}


def test_k16_his_highest_pile_counts_not_his_sum() -> None:
    """Heights 1 and 3 beat 2 and 2."""
    piles = ((2, 0), (2, 1, 2, 0), (2, 0, 1), (2, 3, 1))
    assert ended(*piles) == {"winners": [0], "reason": "highest", "scores": [2, 2]}


def test_k16_topped_by_his_colour() -> None:
    """A higher pile with a player's colour below its top is not theirs."""
    piles = ((2, 0), (2, 1), (2, 1, 0, 1, 3))
    assert ended(*piles)["reason"] == "shared"


def test_k17_shared() -> None:
    """Tied in all three: they share the victory."""
    assert ended((2, 0), (2, 1)) == {"winners": [0, 1], "reason": "shared", "scores": [1, 1]}
    assert ended() == {"winners": [0, 1], "reason": "shared", "scores": [0, 0]}


def test_k17_two_of_three_share() -> None:
    """The third had fewer piles."""
    rest = tuple((2,) for _ in range(14))
    found = ended((2, 0), (2, 1), (3,), *rest, objectives=(0, 1, 3))
    assert found == {"winners": [0, 1], "reason": "shared", "scores": [1, 1, 1]}


def test_k18_golden_rule() -> None:
    """Not where the move just before was; the one before that does not matter."""
    position = at("orange@1", options={"golden_rule": True})
    assert not [move for move in position.legal if move.endswith("@1")]
    assert move_refusal(position, "green@1") == ("illegal_move", "K18")
    later = position.play("pink@5")
    assert "green@1" in later.legal
    assert move_refusal(later, "blue@5") == ("illegal_move", "K18")


def test_k18_cancelling_counts_as_using_the_location() -> None:
    """After a cancellation the location is barred as well."""
    position = at("orange@1", "pink@5", "orange@2", "orange@1", options={"golden_rule": True})
    assert position.shown["locations"][0] == ["pink"]
    assert not [move for move in position.legal if move.endswith("@1")]


def test_k18_off_by_default() -> None:
    """Without it the same location may be used again."""
    assert "green@1" in at("orange@1").legal
    assert "green@1" in at("orange@1", options={"golden_rule": False}).legal


@pytest.mark.parametrize("first", [0, 1])
def test_k19_whoever_begins_counts_one_pile_more(first: int) -> None:
    """It wins a tie and loses by two; one location behind it is level, and its pile counts there too."""
    ahead: dict[str, Any] = {"options": {"head_start": True}, "first": first}
    pink, orange = (0,), (1,)
    begins, follows = (pink, orange) if first == 0 else (orange, pink)
    scores = [2, 1] if first == 0 else [1, 2]
    assert ended(begins, follows, **ahead) == {"winners": [first], "reason": "majority", "scores": scores}
    three = ended(begins, follows, follows, follows, **ahead)
    assert (three["winners"], three["reason"]) == ([1 - first], "majority")
    bare = ended(begins, follows, follows, **ahead)
    assert bare == {"winners": [first], "reason": "piles", "scores": [2, 2]}
    one_pile = ended(begins, follows, (2, *follows), **ahead)
    assert one_pile == {"winners": [1 - first], "reason": "highest", "scores": [2, 2]}
    two_piles = ended(begins, (2, *follows), (2, *follows), **ahead)
    assert two_piles == {"winners": [1 - first], "reason": "piles", "scores": [2, 2]}


def test_k19_is_for_two_and_off_by_default() -> None:
    """As every record without it says."""
    assert ended((0,), (1,))["reason"] == "shared"
    assert ended((0,), (1,), options={"head_start": False})["reason"] == "shared"
    assert refusal(kabaleo(players=3, options={"head_start": True})) == ("bad_record", "K19")


def test_k19_links_carry_it_and_others_stay_as_they_were() -> None:
    """A link without the option is of the first version; one with it is read back with it."""
    plain, ahead = at("orange@1"), at("orange@1", options={"head_start": True})
    assert sommet.read_link(sommet.link(ahead)) == ahead
    assert sommet.read_link(sommet.link(plain)) == plain
    assert sommet.link(plain) != sommet.link(ahead)


@pytest.mark.parametrize(
    ("reason", "players"), [(r, n) for r in ("majority", "piles", "highest", "shared") for n in (2, 3, 4)]
)
def test_k14_to_k17_happen_in_play(reason: str, players: int) -> None:
    """Each ending is found among random games, so none of the tie-breaks is dead code."""
    for seed in range(400):
        end = course(sommet.new("kabaleo", players, seed=seed), seed)[-1]
        assert end.result is not None
        if end.result.reason == reason:
            assert (len(end.result.winners or ()) > 1) == (reason == "shared")
            return
    pytest.fail("no such ending")
