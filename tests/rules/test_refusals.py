"""Records that the rules do not allow: each refused, with its clause where there is one."""

from typing import Any

import pytest

import sommet

from ..support.refusals import Refusal, refusal
from ..support.setups import IN_PLAY, STANDARD, babylone, kabaleo, on_top, tiles_from

BAD: Refusal = ("bad_record", None)
RECORDS: dict[str, Any] = {"babylone": babylone(STANDARD), "kabaleo": kabaleo(), "on_top": on_top()}


@pytest.mark.parametrize("game", RECORDS)
@pytest.mark.parametrize("key", ["format", "game", "players", "options", "setup", "moves"])
def test_a_key_is_missing(game: str, key: str) -> None:
    """Every key of a record is needed."""
    assert refusal({name: value for name, value in RECORDS[game].items() if name != key}) == BAD


@pytest.mark.parametrize("game", RECORDS)
def test_unknown_keys(game: str) -> None:
    """In the record, in its options and in its set-up."""
    record = RECORDS[game]
    assert refusal({**record, "comment": ""}) == BAD
    assert refusal({**record, "options": {"speed": 1}}) == BAD
    assert refusal({**record, "setup": {**record["setup"], "seed": 1}}) == BAD
    for key in record["setup"]:
        assert refusal({**record, "setup": {k: v for k, v in record["setup"].items() if k != key}}) == BAD


@pytest.mark.parametrize("wrong", [None, True, 5, 1.5, "text", [], ["x"]])
@pytest.mark.parametrize("key", ["options", "setup"])
@pytest.mark.parametrize("game", RECORDS)
def test_not_an_object(game: str, key: str, wrong: Any) -> None:
    """Whatever stands there instead."""
    assert refusal({**RECORDS[game], key: wrong}) == BAD


@pytest.mark.parametrize("wrong", [None, True, 5, 1.5, "text", []])
def test_not_a_record(wrong: Any) -> None:
    """Nor is that one."""
    assert refusal(wrong) == BAD


@pytest.mark.parametrize("wrong", ["sommet-record/2", "sommet-record/1 ", "", None, 1])
def test_another_format(wrong: Any) -> None:
    """A change of meaning has another number."""
    assert refusal({**RECORDS["babylone"], "format": wrong}) == BAD


@pytest.mark.parametrize("wrong", ["chess", "Babylone", "", None, 1, [], {}, "../core", "babylone.game", "__init__"])
def test_another_game(wrong: Any) -> None:
    """There are three."""
    assert refusal({**RECORDS["babylone"], "game": wrong}) == BAD


@pytest.mark.parametrize("wrong", [0, 1, -2, 7, 10**30, 2.0, "2", True, None, [2]])
@pytest.mark.parametrize("game", RECORDS)
def test_number_of_players(game: str, wrong: Any) -> None:
    """2 to 6, or 2 to 4."""
    assert refusal({**RECORDS[game], "players": wrong}) == BAD


@pytest.mark.parametrize(("game", "most"), [("babylone", 6), ("kabaleo", 4), ("on_top", 4)])
def test_new_with_a_wrong_number_of_players(game: str, most: int) -> None:
    """Dealing refuses it as loading does."""
    assert sommet.new(game, most, seed=1).players == most
    for players in (1, most + 1):
        with pytest.raises(sommet.SommetError) as caught:
            sommet.new(game, players)
        assert caught.value.code == "bad_record"


@pytest.mark.parametrize("wrong", [None, "1>2", {}, 5, [1], [None], [["1>2"]], ["1>2", True]])
def test_moves(wrong: Any) -> None:
    """A list of texts."""
    assert refusal({**RECORDS["babylone"], "moves": wrong}) == BAD


@pytest.mark.parametrize("wrong", [2, -1, 10**20, 1.0, "0", True, False, None, [0]])
@pytest.mark.parametrize(("game", "clause"), [("babylone", "B3"), ("kabaleo", "K8"), ("on_top", "T10")])
def test_b3_k8_t10_first(game: str, clause: str, wrong: Any) -> None:
    """A seat of the game."""
    record = RECORDS[game]
    assert refusal({**record, "setup": {**record["setup"], "first": wrong}}) == ("bad_record", clause)
    if type(wrong) is int and wrong < 10:
        with pytest.raises(sommet.SommetError) as caught:
            sommet.new(game, 2, seed=1, first=wrong)
        assert caught.value.clause == clause


@pytest.mark.parametrize(
    ("game", "option", "values"),
    [
        ("babylone", "direction", ["", "left", None, True, 1, []]),
        ("kabaleo", "deal", ["", "Random", None, True, 0, {}]),
        ("kabaleo", "golden_rule", [0, 1, None, "true", []]),
        ("on_top", "teams", [0, 1, None, "false", []]),
    ],
)
def test_options_have_their_values(game: str, option: str, values: list[Any]) -> None:
    """And no others: 1 is not true."""
    for value in values:
        assert refusal({**RECORDS[game], "options": {option: value}}) == BAD


@pytest.mark.parametrize(
    "wrong",
    [
        [],
        ["red"] * 65,
        None,
        "red",
        {},
        5,
        ["purple"],
        [None],
        [1],
        ["red", ["blue"]],
        ["c0"],
        ["c65"],
        ["c01"],
        ["Red"],
    ],
)
def test_b10_tokens(wrong: Any) -> None:
    """1 to 64 of known colours."""
    record = RECORDS["babylone"]
    assert refusal({**record, "setup": {**record["setup"], "tokens": wrong}}) == ("bad_record", "B10")


@pytest.mark.parametrize("wrong", [(), (0, 0), (-1, 3), (65,), (33, 32)])
def test_b10_new_with_wrong_tokens(wrong: tuple[int, ...]) -> None:
    """Dealing refuses it as loading does."""
    with pytest.raises(sommet.SommetError) as caught:
        sommet.new("babylone", tokens=wrong)
    assert caught.value.clause == "B10"


def stocks(*changes: tuple[int, str, Any]) -> Any:
    """Two players' equal stocks, with some counts changed."""
    found = [dict.fromkeys(IN_PLAY[:4], 3) for _ in range(2)]
    for seat, colour, count in changes:
        found[seat][colour] = count
    return {"stocks": found}


KABALEO: list[tuple[str, dict[str, Any]]] = [
    ("K2", {"colours": IN_PLAY[:3]}),
    ("K2", {"colours": IN_PLAY[:5]}),
    ("K2", {"colours": ["pink", "pink", "green", "blue"]}),
    ("K2", {"colours": ["pink", "red", "green", "blue"]}),
    ("K2", {"colours": None}),
    ("K3", {"objectives": ["pink"]}),
    ("K3", {"objectives": ["pink", "orange", "green"]}),
    ("K3", {"objectives": ["pink", "pink"]}),
    ("K3", {"objectives": ["pink", "violet"]}),
    ("K3", {"objectives": ["pink", None]}),
    ("K3", {"objectives": [None, None]}),
    ("K3", {"objectives": ["pink", 1]}),
    ("K3", {"objectives": "pink"}),
    ("K4", {"bases": ["pink"] * 16}),
    ("K4", {"bases": kabaleo()["setup"]["bases"][:15]}),
    ("K4", {"bases": [*kabaleo()["setup"]["bases"], "pink"]}),
    ("K4", {"bases": ["violet", *kabaleo()["setup"]["bases"][1:]]}),
    ("K4", {"bases": [None] * 16}),
    ("K4", {"bases": {}}),
    ("K6", {"stocks": []}),
    ("K6", {"stocks": stocks()["stocks"][:1]}),
    ("K6", {"stocks": None}),
    ("K6", stocks((0, "pink", 2))),
    ("K6", stocks((0, "pink", 4), (1, "pink", 2))),
    ("K1", stocks((0, "pink", 4), (0, "blue", 2))),
    ("K6", stocks((0, "pink", -1))),
    ("K6", stocks((0, "pink", 7))),
    ("K6", stocks((0, "pink", 3.0))),
    ("K6", stocks((0, "pink", True))),
    ("K6", stocks((0, "pink", "3"))),
    ("K6", stocks((0, "pink", None))),
]


@pytest.mark.parametrize(("clause", "change"), KABALEO, ids=str)
def test_kabaleo(clause: str, change: dict[str, Any]) -> None:
    """Each with its clause."""
    assert refusal(kabaleo(**change)) == ("bad_record", clause)


def test_k6_a_colour_not_in_play_in_a_stock() -> None:
    """An unknown key; and a stock that is no object."""
    assert refusal(kabaleo(**stocks((0, "violet", 0)))) == BAD
    assert refusal(kabaleo(stocks=[None, None])) == BAD
    assert refusal(kabaleo(stocks=[[3, 3, 3, 3]] * 2)) == BAD


def test_k6_a_count_of_zero_may_be_left_out() -> None:
    """It is shown all the same."""
    mine = {"pink": 6, "orange": 6}
    position = sommet.load(kabaleo(stocks=[mine, {"green": 6, "blue": 6}]))
    assert position.shown["stocks"][0] == {"pink": 6, "orange": 6, "green": 0, "blue": 0}


def test_k7_not_an_equal_deal() -> None:
    """Stocks that differ are no equal deal."""
    changed = stocks((0, "pink", 4), (0, "blue", 2), (1, "pink", 2), (1, "blue", 4))
    assert refusal(kabaleo(options={"deal": "equal"}, **changed)) == ("bad_record", "K7")
    assert sommet.load(kabaleo(**changed)).to_move == 0


TILES = tiles_from()
ON_TOP: list[tuple[str, dict[str, Any]]] = [
    ("T9", {"colours": ["red"]}),
    ("T9", {"colours": ["red", "yellow", "blue"]}),
    ("T9", {"colours": ["red", "red"]}),
    ("T9", {"colours": ["red", "green"]}),
    ("T9", {"colours": ["red", None]}),
    ("T9", {"colours": None}),
    ("T3", {"tiles": TILES[:33]}),
    ("T3", {"tiles": [*TILES, "RBYW"]}),
    ("T3", {"tiles": []}),
    ("T3", {"tiles": [TILES[-1], *TILES[1:]]}),
    ("T3", {"tiles": ["RRYW", *TILES[1:]]}),
    ("T3", {"tiles": ["rbyw", *TILES[1:]]}),
    ("T3", {"tiles": ["RBY", *TILES[1:]]}),
    ("T3", {"tiles": [None, *TILES[1:]]}),
    ("T3", {"tiles": [["R", "B", "Y", "W"], *TILES[1:]]}),
    ("T3", {"tiles": "RBYW"}),
    ("T3", {"tiles": None}),
]


@pytest.mark.parametrize(("clause", "change"), ON_TOP, ids=lambda value: str(value)[:60])
def test_on_top(clause: str, change: dict[str, Any]) -> None:
    """Each with its clause."""
    record = on_top()
    assert refusal({**record, "setup": {**record["setup"], **change}}) == ("bad_record", clause)


@pytest.mark.parametrize("players", [2, 3])
def test_t25_teams_are_for_four(players: int) -> None:
    """Not for fewer; without teams all is well."""
    assert refusal(on_top(players=players, teams=True)) == ("bad_record", "T25")
    assert sommet.load(on_top(players=players, teams=False)).to_move == 0
