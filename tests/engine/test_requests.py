"""Requests of the protocol, and how each wrong one is refused."""

import json
from typing import Any

import pytest

import sommet
from sommet.engine import protocol

from ..support.engine import ask, error
from ..support.setups import STANDARD, babylone, course, kabaleo, on_top

REFUSED: dict[str, tuple[Any, tuple[str, str | None, int | None]]] = {
    "no record": ({"view": 0}, ("bad_request", None, None)),
    "unknown key": ({"record": babylone(["red"]), "wish": 1}, ("bad_request", None, None)),
    "legal is a text": ({"record": babylone(["red"]), "legal": "1>2"}, ("bad_request", None, None)),
    "legal holds a number": ({"record": babylone(["red"]), "legal": [1]}, ("bad_request", None, None)),
    "record is null": ({"record": None}, ("bad_record", None, None)),
    "record is a list": ({"record": []}, ("bad_record", None, None)),
    "illegal move": ({"record": babylone(["red", "red", "blue", "blue"], ["1>2", "3>2"])}, ("illegal_move", "B4", 1)),
    "after the end": ({"record": babylone(["red", "blue"], ["1>2", "2>1"])}, ("game_over", None, 1)),
    "garbage after the end": ({"record": babylone(["red"], ["@x"])}, ("game_over", None, 0)),
    "no move": ({"record": babylone(["red", "red"], ["@x"])}, ("illegal_move", "B4", 0)),
    "a colour's key": ({"record": kabaleo(["@colour.red"])}, ("illegal_move", "K8", 0)),
    "no cell": ({"record": on_top(["Z1-Z2"])}, ("illegal_move", "T4", 0)),
    "a number as move": ({"record": babylone(["red", "red"], [1])}, ("bad_record", None, None)),  # type: ignore[list-item]
    "moves is a text": ({"record": {**kabaleo(), "moves": "pink@5"}}, ("bad_record", None, None)),
    "view of seat 2": ({"record": kabaleo(), "view": 2}, ("bad_request", None, None)),
    "view of seat -1": ({"record": kabaleo(), "view": -1}, ("bad_request", None, None)),
    "view of true": ({"record": kabaleo(), "view": True}, ("bad_request", None, None)),
    "view of null": ({"record": kabaleo(), "view": None}, ("bad_request", None, None)),
    "view of a name": ({"record": kabaleo(), "view": "everybody"}, ("bad_request", None, None)),
    "viewer 2": ({"record": {**kabaleo(), "viewer": 2}}, ("bad_record", None, None)),
    "viewer null": ({"record": {**kabaleo(), "viewer": None}}, ("bad_record", None, None)),
}


@pytest.fixture(scope="module")
def replies() -> dict[str, Any]:
    """All of them asked in one process."""
    return dict(zip(REFUSED, ask(request for request, _ in REFUSED.values()), strict=True))


@pytest.mark.parametrize("name", REFUSED)
def test_refused(name: str, replies: dict[str, Any]) -> None:
    """With its code, its clause and its move."""
    assert error(replies[name]) == REFUSED[name][1]


BUDGETS: list[Any] = [
    None,
    1,
    [],
    {},
    {"seed": 1},
    {"seconds": 0},
    {"seconds": -1},
    {"seconds": "1"},
    {"seconds": True},
    {"seconds": None},
    {"seconds": 601},
    {"seconds": 10**30},
    {"simulations": 0},
    {"simulations": -5},
    {"simulations": 1.0},
    {"simulations": True},
    {"simulations": 10**9},
    {"simulations": 1, "seed": "x"},
    {"simulations": 1, "seed": None},
    {"simulations": 1, "seed": 0.5},
    {"simulations": 1, "depth": 3},
    {"simulations": None},
]


def test_bad_budgets() -> None:
    """Each is refused, with or without a legal move to think about."""
    requests = [
        {"record": record, "analyse": budget} for record in (babylone(["red"]), kabaleo()) for budget in BUDGETS
    ]
    assert [error(reply) for reply in ask(requests)] == [("bad_request", None, None)] * len(requests)


def test_any_whole_number_is_a_seed() -> None:
    """Negative and large ones too."""
    requests = [
        {"record": record, "analyse": {"simulations": 1, "seed": seed}}
        for record in (babylone(STANDARD), kabaleo(), on_top())
        for seed in (0, -1, 2**63, 2**64, -(10**30))
    ]
    assert all(reply["ok"] for reply in ask(requests))


def test_legal_moves_in_a_request_change_nothing() -> None:
    """They are for programs that know no rules; the engine finds them itself."""
    asked = {"record": babylone(STANDARD, ["1>2"]), "analyse": {"simulations": 1, "seed": 1}}
    plain, *others = ask([asked, {**asked, "legal": []}, {**asked, "legal": ["1>2", "nonsense"]}])
    assert plain["ok"]
    assert others == [plain, plain]


def test_a_mistake_of_ours_is_logged(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    """With its traceback; the answer is an error like any other, and the engine goes on."""

    def broken(record: object) -> None:
        raise ZeroDivisionError("deep inside")

    monkeypatch.setattr(protocol, "load", broken)
    reply = json.loads(protocol.answer(json.dumps({"id": 7, "record": {}}).encode()))
    assert (reply["id"], reply["ok"], reply["error"]["code"]) == (7, False, "bad_request")
    assert "ZeroDivisionError" in reply["error"]["message"]
    assert "deep inside" not in reply["error"]["message"]
    assert "deep inside" in caplog.text
    assert "Traceback" in caplog.text


VIEWERS = (0, 1, "spectator")


@pytest.mark.parametrize("record", [babylone(STANDARD, ["1>2"]), kabaleo(["pink@5"]), on_top(["D4-D3"])])
def test_a_view_shows_legal_moves_to_the_mover_only(record: Any) -> None:
    """And it comes with their knowledge record, which the engine takes in turn."""
    whole, *views = ask([{"record": record}, *({"record": record, "view": v} for v in VIEWERS)])
    assert whole["to_move"] == 1
    assert "knowledge" not in whole
    assert [view["legal"] for view in views] == [[], whole["legal"], []]
    known = [view["knowledge"] for view in views]
    assert [record["viewer"] for record in known] == list(VIEWERS)
    assert ask({"record": k, "view": v} for k, v in zip(known, VIEWERS, strict=True)) == views
    assert [reply["legal"] for reply in ask({"record": k} for k in known)] == [whole["legal"]] * 3


def test_kabaleo_views() -> None:
    """K3: one's own objective; after the end all of them, and the whole record."""
    record = kabaleo(["pink@5"])
    views = ask({"record": record, "view": v} for v in (0, 1, "spectator"))
    assert [view["state"]["objective"] for view in views] == ["pink", "orange", None]
    assert [view["knowledge"]["setup"]["objectives"] for view in views] == [
        ["pink", None],
        [None, "orange"],
        [None, None],
    ]
    assert not any("objectives" in view["state"] for view in views)
    end = course(sommet.load(kabaleo()), 1)[-1].record.as_dict()
    for view, viewer in zip(ask({"record": end, "view": v} for v in (1, "spectator")), (1, "spectator"), strict=True):
        assert view["state"]["objectives"] == ["pink", "orange"]
        assert view["knowledge"] == {**end, "viewer": viewer}
        assert view["result"]["winners"] is not None


def test_what_a_knowledge_record_does_not_tell_is_null() -> None:
    """The result of a finished Kabaleo game whose objectives are not given."""
    end = course(sommet.load(kabaleo()), 1)[-1].record.as_dict()
    hidden = {**end, "setup": {**end["setup"], "objectives": [None, "orange"]}, "viewer": 1}
    (reply,) = ask([{"record": hidden}])
    assert reply["result"] == {"winners": None, "reason": None, "scores": None}
    assert (reply["to_move"], reply["legal"]) == (None, [])


def test_impossible_knowledge() -> None:
    """K3, T3, T11: what no viewer can know is refused as in a record."""
    tiles = on_top()["setup"]["tiles"]
    bad = [
        ({**kabaleo(objectives=[None]), "viewer": 0}, "K3"),
        ({**kabaleo(objectives=["pink", "pink"]), "viewer": 0}, "K3"),
        ({**kabaleo(objectives=[None, "violet"]), "viewer": 1}, "K3"),
        (kabaleo(objectives=[None, "pink"]), "K3"),
        ({**_tiles([]), "viewer": 0}, "T11"),
        ({**_tiles(tiles[:1], ["D4-D3"]), "viewer": 0}, "T11"),
        ({**_tiles(tiles[:1], ["D4-D3", "D2-D1"]), "viewer": 0}, "T11"),
        ({**_tiles(["RBYW"] * 3), "viewer": 0}, "T3"),
        ({**_tiles([None]), "viewer": 0}, "T3"),
        (_tiles(tiles[:33]), "T3"),
    ]
    replies = ask({"record": record} for record, _ in bad)
    assert [error(reply)[:2] for reply in replies] == [("bad_record", clause) for _, clause in bad]


def _tiles(tiles: list[Any], moves: list[str] | None = None) -> Any:
    record = on_top(moves or [])
    return {**record, "setup": {**record["setup"], "tiles": tiles}}
