"""Playing in a room: everything a client may say, over real sockets."""

import random
import time
from collections.abc import Iterator
from typing import Any

import pytest

from sommet.client.api import Api, ApiError
from sommet.core.position import Position
from sommet.core.record import SPECTATOR
from sommet.core.registry import new
from sommet.server.store.log import Entry
from sommet.server.tables import commands
from sommet.server.tables.progress import Dealt, Progress
from sommet.server.wire.messages import Move, encode
from sommet.server.wire.settings import Settings

from .deals import not_unfair
from .inside import Inside
from .running import guest, new_table
from .talking import Talk, talking


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Inside]:
    """One server for all of these."""
    with Inside(tmp_path_factory.mktemp("server")) as inside:
        yield inside


def _pair(server: Inside, **settings: Any) -> tuple[list[Api], str]:
    apis = [guest(server.base, name) for name in ("Ana", "Bob")]
    return apis, new_table(apis, {"game": "babylone"} | settings)


def _order(here: Talk, there: Talk) -> tuple[Talk, Talk]:
    """Who is to move, and the other."""
    for talk in (here, there):
        if talk.view is None:
            talk.hear("update")
    assert here.view is not None
    return (here, there) if here.view["to_move"] == here.view["viewer"] else (there, here)


def test_a_guest_plays_within_a_few_calls(server: Inside) -> None:
    """Name, table, link: three calls for one, two for the other."""
    began = time.monotonic()
    apis, table = _pair(server)
    with talking(apis[0], table) as here, talking(apis[1], table) as there:
        mover, other = _order(here, there)
        answer = mover.move()
        assert answer["type"] == "update"
        assert answer["events"][0]["kind"] == "move"
        assert other.hear("update")["view"]["legal"]
    assert time.monotonic() - began < 10


def test_legal_moves_are_for_the_mover_alone(server: Inside) -> None:
    """And a spectator sees what is public."""
    apis, table = _pair(server, game="kabaleo")
    with talking(apis[0], table) as here, talking(apis[1], table) as there:
        mover, other = _order(here, there)
        assert mover.view
        assert mover.view["legal"]
        assert other.view
        assert other.view["legal"] == []
        assert mover.view["state"]["objective"] != other.view["state"]["objective"]
        with talking(Api(server.base), table) as watching:
            assert watching.view
            assert watching.view["viewer"] == SPECTATOR
            assert watching.view["state"]["objective"] is None
            assert watching.answer("move", move=mover.view["legal"][0], ply=0)["code"] == "not_seated"


def test_a_repeated_move_is_acknowledged_again_and_not_applied_again(server: Inside) -> None:
    """Also from another tab, and after others have moved."""
    apis, table = _pair(server)
    with talking(apis[0], table) as here, talking(apis[1], table) as there:
        mover, other = _order(here, there)
        assert mover.view
        first = mover.view["legal"][0]
        api = apis[mover.view["viewer"]]
        mover.move()
        assert mover.answer("move", move=first, ply=0)["type"] == "done"
        other.hear("update", seq=2)
        other.move()
        with talking(api, table) as tab:
            assert tab.welcome["seq"] == 3
            assert tab.answer("move", move=first, ply=0) == {"type": "done", "id": "q", "seq": 3}
            assert tab.answer("move", move="1>1", ply=0)["code"] == "stale"
            mover.hear("update", seq=3)
            mover.move()
            assert tab.hear("update")["seq"] == 4  # two tabs agree


def test_late_foreign_and_illegal_moves_are_refused(server: Inside) -> None:
    """With code, and with the clause where a rule says no."""
    apis, table = _pair(server)
    with talking(apis[0], table) as here, talking(apis[1], table) as there:
        mover, other = _order(here, there)
        assert mover.view
        assert other.answer("move", move=mover.view["legal"][0], ply=0)["code"] == "not_your_turn"
        assert mover.answer("move", move=mover.view["legal"][0], ply=7)["code"] == "stale"
        assert mover.answer("move", move=mover.view["legal"][0], ply=0, seq=0)["code"] == "stale"
        refused = mover.answer("move", move="1>1", ply=0)
        assert (refused["code"], refused["clause"]) == ("illegal_move", "B4")
        assert mover.move()["type"] == "update"


def test_reconnecting_brings_what_was_missed(server: Inside) -> None:
    """From the last entry that the client has."""
    apis, table = _pair(server)
    with talking(apis[0], table) as here, talking(apis[1], table) as there:
        mover, other = _order(here, there)
        mover.move()
        other.hear("update", seq=2)
        other.move()
    with talking(apis[0], table, seq=2) as back:
        assert [event["seq"] for event in back.welcome["events"]] == [2]
        assert back.view
        assert back.view["ply"] == 2
    with talking(apis[0], table, seq=99) as ahead:
        assert ahead.welcome["events"] == []


def test_take_back_by_consent(server: Inside) -> None:
    """Asked, declined, asked, agreed."""
    apis, table = _pair(server)
    with talking(apis[0], table) as here, talking(apis[1], table) as there:
        mover, other = _order(here, there)
        assert other.answer("ask", what="take_back")["code"] == "nothing_to_take_back"
        mover.move()
        other.hear("update", seq=2)
        other.move()
        mover.hear("update", seq=3)
        assert mover.answer("ask", what="take_back")["type"] == "done"
        assert other.hear("offer")["what"] == "take_back"
        other.answer("decline", what="take_back")
        assert mover.hear("offer")["seats"] == []
        mover.answer("ask", what="take_back")
        answer = other.answer("ask", what="take_back")
        assert answer["events"][0] | {"at": 0} == {
            "seq": 3,
            "kind": "back",
            "at": 0,
            "seat": mover.view and 0,
            "ply": 0,
        } | {"seat": answer["events"][0]["seat"]}
        mover.hear("update", seq=4)
        assert mover.view
        assert mover.view["ply"] == 0
        assert mover.move()["seq"] == 5


def test_resign_reveal_record_replay_and_rematch(server: Inside) -> None:
    """After the game everything is there; before it nothing."""
    apis, table = _pair(server, game="kabaleo")
    with talking(apis[0], table) as here, talking(apis[1], table) as there:
        mover, other = _order(here, there)
        mover.move()
        other.hear("update", seq=2)
        for path in ("/rounds/1", "/rounds/1/replay"):
            with pytest.raises(ApiError) as early:
                apis[0].call("GET", f"/tables/{table}{path}")
            assert early.value.code == "not_over"
        end = mover.answer("resign")
        assert other.view
        assert end["view"]["result"] == {"winners": [other.view["viewer"]], "reason": "resigned", "scores": None}
        other.hear("update", seq=3)
        assert mover.answer("move", move="x", ply=1)["code"] == "over"
        found = apis[0].call("GET", f"/tables/{table}/rounds/1")
        assert found["record"]["setup"]["objectives"]
        assert not_unfair(apis[0], found)
        assert apis[0].call("POST", "/positions", {"link": found["link"]})["record"] == found["record"]
        everything = apis[0].call("GET", f"/tables/{table}/rounds/1/replay")
        assert len(everything) == 2
        seen = apis[0].call("GET", f"/tables/{table}/rounds/1/replay?viewer=spectator")
        assert seen[0]["state"]["objective"] is None
        mover.answer("ask", what="rematch")
        other.answer("ask", what="rematch")
        again = mover.hear("rematch")["table"]
    with talking(apis[0], again) as here, talking(apis[1], again) as there:
        mover, other = _order(here, there)
        assert mover.move()["type"] == "update"


def test_a_match_of_babylone(server: Inside) -> None:
    """B8: first to two; the loser chooses who starts."""
    apis, table = _pair(server, rounds=2)
    chance = random.Random(5)
    with talking(apis[0], table) as here, talking(apis[1], table) as there:
        talks = [here, there]
        last = there.welcome if there.welcome["match"]["choosing"] is not None else there.hear("update")
        rounds = 0
        while last["match"]["winners"] is None:
            chooser = last["match"]["choosing"]
            if chooser is not None:
                other = talks[1 - chooser]
                assert other.answer("choose", first=0)["code"] == "not_choosing"
                last = talks[chooser].answer("choose", first=chance.randrange(2))
                rounds += 1
            else:
                mover = talks[last["view"]["to_move"]]
                while mover.view is None or not mover.view["legal"]:
                    mover.hear("update")
                last = mover.move(chance.randrange(len(mover.view["legal"])))
                if last["match"]["choosing"] is not None:
                    assert last["match"]["choosing"] not in last["view"]["result"]["winners"]
        assert max(last["match"]["won"]) == 2
        assert 2 <= rounds <= 3
    shown = apis[0].call("GET", f"/tables/{table}")
    assert shown["status"] == "over"
    for number in range(1, rounds + 1):
        found = apis[0].call("GET", f"/tables/{table}/rounds/{number}")
        assert not_unfair(apis[0], found)


def test_a_computer_player_answers(server: Inside) -> None:
    """In any seat, at a level; it plays by itself where only computers sit."""
    ana = guest(server.base)
    made = ana.call("POST", "/tables", {"settings": {"game": "kabaleo", "bots": [None, "easy"]}})
    with talking(ana, made["id"]) as here:
        while here.view is None or not here.view["legal"]:
            here.hear("update")
        here.move()
        assert here.hear("update")["events"][0]["seat"] == 1
    both = ana.call("POST", "/tables", {"settings": {"game": "babylone", "bots": ["easy", "easy"]}, "seat": None})
    deadline = time.monotonic() + 30
    while ana.call("GET", f"/tables/{both['id']}")["status"] != "over":
        assert time.monotonic() < deadline
        time.sleep(0.1)


def test_take_back_against_the_computer_is_at_once(server: Inside) -> None:
    """Nobody else has to agree."""
    ana = guest(server.base)
    made = ana.call("POST", "/tables", {"settings": {"game": "babylone", "bots": [None, "beginner"]}})
    with talking(ana, made["id"]) as here:
        while here.view is None or not here.view["legal"]:
            here.hear("update")
        ply = here.view["ply"]
        here.move()
        while here.view["to_move"] != 0:
            here.hear("update")
        answer = here.answer("ask", what="take_back")
        assert answer["view"]["ply"] == ply


def test_clocks_claim_and_late_move(server: Inside, monkeypatch: pytest.MonkeyPatch) -> None:
    """The server's clock decides."""
    apis, table = _pair(server, clock={"kind": "move", "seconds": 30})
    with talking(apis[0], table) as here, talking(apis[1], table) as there:
        mover, other = _order(here, there)
        assert other.answer("claim")["code"] == "no_time_out"
        mover.move()
        update = other.hear("update", seq=2)
        assert 29_000 < update["clock"]["left"][0] <= 30_000
        now = server.hub.now
        monkeypatch.setattr(server.hub, "now", lambda: now() + 31_000)
        assert other.view
        assert other.answer("move", move=other.view["legal"][0], ply=1)["code"] == "time_out"
        answer = mover.answer("claim")
        assert answer["events"][0]["reason"] == "time"
        assert answer["view"]["result"]["winners"] == [mover.view and mover.view["viewer"]]
        assert answer["clock"]["left"][other.view["viewer"]] == 0  # and stays there


def test_presence_chat_and_muting(server: Inside, monkeypatch: pytest.MonkeyPatch) -> None:
    """Those who watch hear the chat only where the table wants it."""
    apis, table = _pair(server)
    with talking(apis[0], table) as here:
        with talking(apis[1], table) as there, talking(guest(server.base, "Cy"), table) as watching:
            here.hear("presence", seats=[True, True], watching=1)
            here.answer("say", text="bonjour")
            assert there.hear("chat")["text"] == "bonjour"
            assert watching.answer("say", text="me too")["code"] == "muted"
            assert not any(message["type"] == "chat" for message in watching.heard)
            there.answer("mute")
            here.answer("say", text="nobody hears this")
            there.answer("ping")
            assert sum(message["type"] == "chat" for message in there.heard) == 1
            for _ in range(10):
                last = here.answer("say", text="flood")
            assert last["code"] == "slow_down"
        here.hear("presence", seats=[True, False], watching=0)
    with talking(apis[0], table) as back:
        assert back.welcome["chat"][0]["text"] == "bonjour"


def test_a_leaver_can_be_replaced(server: Inside, monkeypatch: pytest.MonkeyPatch) -> None:
    """By a computer player, if the table says so, after a minute."""
    apis, table = _pair(server, game="kabaleo", replace="easy")
    with talking(apis[0], table) as here:
        with talking(apis[1], table):
            while here.view is None:
                here.hear("update")
            assert here.answer("replace", seat=1)["code"] == "not_away"
        here.hear("presence", seats=[True, False])
        assert here.answer("replace", seat=1)["code"] == "not_away"
        monkeypatch.setattr(commands, "AWAY", 0.0)
        answer = here.answer("replace", seat=1)
        assert answer["events"][0]["bot"] == "easy"
        with talking(apis[1], table) as there:
            assert there.welcome["viewer"] == SPECTATOR
    plain_apis, plain = _pair(server)
    with talking(plain_apis[0], plain) as here, talking(plain_apis[1], plain) as there:
        _order(here, there)
        assert here.answer("replace", seat=1)["code"] == "no_replacing"


def test_three_players_one_resigns(server: Inside) -> None:
    """The others go on; a computer player takes the seat."""
    apis = [guest(server.base, name) for name in ("Ana", "Bob", "Cy")]
    table = new_table(apis, {"game": "kabaleo"})
    with talking(apis[0], table) as here, talking(apis[1], table), talking(apis[2], table):
        here.hear("update")
        assert here.answer("resign")["events"][0]["kind"] == "replace"


def test_lobby_quick_match_and_watching(server: Inside) -> None:
    """Two who want the same find each other; the others can watch."""
    ana, bob = guest(server.base, "Ana"), guest(server.base, "Bob")
    wanted = {"game": "on_top", "clock": {"kind": "total", "seconds": 60, "increment": 1}}
    first = ana.call("POST", "/quick", wanted)
    assert first["id"] in [table["id"] for table in bob.call("GET", "/lobby")["open"]]
    second = bob.call("POST", "/quick", wanted)
    assert second["id"] == first["id"]
    with talking(ana, first["id"]) as here, talking(bob, first["id"]) as there:
        _order(here, there)
        assert first["id"] in [table["id"] for table in bob.call("GET", "/lobby")["running"]]
    assert [table["id"] for table in ana.call("GET", "/me/tables?status=running")] == [first["id"]]


def test_views_played_forward_are_those_made_afresh() -> None:
    """The room's shortcut gives what `position.view` gives, for every viewer and ply."""
    chance = random.Random(2)
    for name, players, options in (
        ("babylone", 3, {"direction": "counterclockwise"}),
        ("kabaleo", 4, {"golden_rule": True}),
        ("on_top", 2, {}),
    ):
        truth: Position = new(name, players, 11, options=options)
        progress = Progress(Settings(game=name, players=players, options=options), None)
        text = encode(Dealt(dict(truth.record.setup))).decode()
        progress.add(Entry("t", 0, "deal", None, text, 0))
        viewers = [*range(players), SPECTATOR]
        while True:
            for viewer in viewers:
                view = truth.view(viewer)
                shown = progress.message(viewer, knowledge=True)
                assert shown is not None
                expected = {
                    "viewer": viewer,
                    "ply": len(truth.moves),
                    "to_move": view.to_move,
                    "legal": list(view.legal),
                    "state": view.shown,
                    "result": None if truth.result is None else truth.result.as_dict(),
                    "knowledge": view.knowledge.as_dict(),
                }
                assert encode(shown) == encode(expected)
            if truth.over:
                break
            move = chance.choice(truth.legal)
            seat = truth.to_move
            truth = truth.play(move)
            after = None
            if chance.random() < 0.5:
                after = progress.try_move(seat, Move(move, progress.ply), 0)
            progress.add(Entry("t", progress.seq, "move", seat, move, 0), after)
