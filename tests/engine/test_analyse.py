"""Advice: every legal move, best first, from the mover's knowledge alone."""

from typing import Any

import pytest

import sommet

from ..support.engine import COMPILED, ask
from ..support.setups import STANDARD, babylone, course, kabaleo, on_top

BUDGET = {"simulations": 400, "seed": 11}
RECORDS: dict[str, Any] = {
    "babylone": babylone(STANDARD, ["1>2", "4>5", "7>8"]),
    "babylone for three": babylone(STANDARD, ["1>2", "4>5", "7>8"], players=3),
    "babylone, many": babylone(["red"] * 20 + ["yellow"] * 20 + ["green"] * 20, ["1>2"]),
    "kabaleo": kabaleo(["pink@5", "orange@1"]),
    "kabaleo for four": kabaleo(["pink@5"], players=4),
    "kabaleo, golden rule": kabaleo(["pink@5"], players=3, options={"golden_rule": True}),
    "on_top": on_top(["D4-D3"]),
    "on_top in teams": on_top(["D4-D3"], players=4, teams=True),
    "on_top, small": on_top(board="hex-1-1-1", black=["A1", "A2"]),
}


@pytest.fixture(scope="module")
def replies() -> dict[str, list[Any]]:
    """Each asked twice, then as the mover's knowledge record, then as another's view; all in one process."""
    requests = []
    for record in RECORDS.values():
        position = sommet.load(record)
        mover = position.to_move
        assert mover is not None
        known = position.view(mover).knowledge.as_dict()
        requests += [
            {"record": record, "analyse": BUDGET},
            {"record": record, "analyse": BUDGET},
            {"record": known, "analyse": BUDGET},
            {"record": record, "analyse": BUDGET, "view": mover},
            {"record": record, "analyse": BUDGET, "view": (mover + 1) % position.players},
            {"record": record, "analyse": BUDGET, "view": "spectator"},
        ]
    answers = ask(requests, COMPILED)
    return {name: answers[6 * number : 6 * number + 6] for number, name in enumerate(RECORDS)}


@pytest.mark.parametrize("name", RECORDS)
def test_every_legal_move_is_listed(name: str, replies: dict[str, list[Any]]) -> None:
    """Best first; a value is a share of a win, and whatever was tried or is proved has one, nothing else."""
    reply = replies[name][0]
    assert sorted(move["move"] for move in reply["moves"]) == reply["legal"]
    assert reply["best"] == reply["moves"][0]["move"]
    assert all(0 <= move["value"] <= 1 for move in reply["moves"] if "value" in move)
    assert all(("value" in move) == (move["visits"] > 0 or "exact" in reply) for move in reply["moves"])
    assert reply["moves"][0]["value"] > 0 or reply.get("exact")


@pytest.mark.parametrize("name", RECORDS)
def test_the_same_seed_gives_the_same_advice(name: str, replies: dict[str, list[Any]]) -> None:
    """To the last digit."""
    assert replies[name][0] == replies[name][1]


@pytest.mark.parametrize("name", RECORDS)
def test_advice_uses_the_movers_knowledge_only(name: str, replies: dict[str, list[Any]]) -> None:
    """A full record gives no better advice than what the mover knows of it."""
    full, _, known, view = replies[name][:4]
    for other in (known, view):
        assert (other["best"], other["moves"]) == (full["best"], full["moves"])


@pytest.mark.parametrize("name", RECORDS)
def test_others_get_no_advice(name: str, replies: dict[str, list[Any]]) -> None:
    """Not in the next seat's view, and not in the spectator's."""
    for view in replies[name][4:]:
        assert (view["best"], view["moves"], view["legal"]) == (None, [], [])


@pytest.mark.parametrize("name", RECORDS)
def test_what_is_proved_is_exact(name: str, replies: dict[str, list[Any]]) -> None:
    """Where the answer is proved, it says so."""
    assert replies[name][0].get("exact", False) == (name in ("babylone", "babylone for three", "on_top, small"))


def test_babylone_is_a_win_for_the_second_player() -> None:
    """The standard set: every first move loses, every answer knows it."""
    start, after = ask(
        ({"record": babylone(STANDARD, moves), "analyse": {"simulations": 50, "seed": 1}} for moves in ([], ["1>2"])),
        COMPILED,
    )
    assert {move["value"] for move in start["moves"]} == {0}
    assert after["moves"][0]["value"] == 1


def test_hidden_objectives_do_not_change_the_advice() -> None:
    """K3: whatever the other's secret is."""
    records = [kabaleo(["pink@5"], objectives=[other, "orange"]) for other in ("pink", "green", "blue")]
    advice = ask(({"record": record, "analyse": BUDGET} for record in records), COMPILED)
    assert advice[0] == advice[1] == advice[2]


def test_tiles_to_come_do_not_change_the_advice() -> None:
    """T10: whatever their order is."""
    record = on_top()
    tiles = record["setup"]["tiles"]
    turned = {**record, "setup": {**record["setup"], "tiles": tiles[:1] + tiles[:0:-1]}}
    first, second = ask(({"record": one, "analyse": BUDGET} for one in (record, turned)), COMPILED)
    assert first == second


def test_after_the_end_there_is_nothing_to_advise() -> None:
    """Neither a best move nor any."""
    ends = [course(sommet.load(record), 3)[-1].record.as_dict() for record in (kabaleo(), on_top())]
    for reply in ask({"record": end, "analyse": BUDGET} for end in [*ends, babylone(["red"])]):
        assert (reply["best"], reply["moves"], reply["to_move"]) == (None, [], None)


def test_a_time_is_kept() -> None:
    """Seconds may be a fraction."""
    (reply,) = ask([{"record": kabaleo(), "analyse": {"seconds": 0.05}}])
    assert sorted(move["move"] for move in reply["moves"]) == reply["legal"]
