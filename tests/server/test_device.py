"""A table on one device: one person holds the seats and hands the device on; each seat sees its own."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from sommet.client.api import Api, ApiError
from sommet.core.record import SPECTATOR
from sommet.server.tables import fair

from .deals import not_unfair
from .inside import Inside
from .running import Running, guest, sqlite
from .talking import Talk, dealt, talking


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Inside]:
    """One server for all of these."""
    with Inside(tmp_path_factory.mktemp("server")) as inside:
        yield inside


def make(api: Api, **settings: Any) -> dict[str, Any]:
    """A new table on one device."""
    wanted = {"game": "kabaleo", "device": True} | settings
    made: dict[str, Any] = api.call("POST", "/tables", {"settings": wanted})
    return made


def hand_over(talk: Talk, seat: int) -> dict[str, Any]:
    """Join again as another seat."""
    talk.send("join", seat=seat)
    talk.welcome = talk.hear("welcome")
    assert talk.welcome["viewer"] == seat
    return talk.welcome


def to_human(talk: Talk, seats: list[int]) -> int:
    """Wait until one of these seats is to move, and hand the device to it."""
    while talk.view is None or talk.view["to_move"] not in seats:
        talk.hear("update")
    mover: int = talk.view["to_move"]
    hand_over(talk, mover)
    return mover


def refused(api: Api, method: str, path: str, body: Any = None) -> tuple[int, str]:
    """Status and code."""
    with pytest.raises(ApiError) as caught:
        api.call(method, path, body)
    return caught.value.status, caught.value.code


def test_one_join_is_enough_and_each_hand_over_shows_one_seat(server: Inside) -> None:
    """All seats are ready and present; a whole game by one socket, each seat seeing its own objective only."""
    ana = guest(server.base, "Ana")
    made = make(ana, players=3, names=["Ana", "Bob"])
    assert [seat["name"] for seat in made["seats"]] == ["Ana", "Bob", "Ana"]
    part = fair.new_bytes()
    with talking(ana, made["id"], seal=fair.seal(made["id"], part)) as here:
        assert here.welcome["viewer"] == 0
        assert here.welcome["seats"] == [0, 1, 2]
        assert here.answer("open", bytes=part)["type"] == "done"
        view = dealt(here)
        assert here.welcome["presence"]["seats"] == [True, True, True]
        seen: dict[int, set[str]] = {0: set(), 1: set(), 2: set()}
        while view["result"] is None:
            mover = view["to_move"]
            seen[mover].add(hand_over(here, mover)["view"]["state"]["objective"])
            assert here.view
            assert here.view["viewer"] == mover
            assert "objectives" not in here.view["state"]
            view = here.move(view["ply"] % len(here.view["legal"]))["view"]
        objectives = [objective for (objective,) in (seen[seat] for seat in range(3))]
        assert view["state"]["objectives"] == objectives
        # Every message that came while the device was in one seat's hands names no other seat's objective as its own.
        for message in here.heard:
            shown = message.get("view")
            if shown and shown["result"] is None:
                assert shown["state"]["objective"] == objectives[shown["viewer"]]
    found = ana.call("GET", f"/tables/{made['id']}/rounds/1")
    assert found["fair"]["opened"] == [part, None, None]
    assert not_unfair(ana, found)


def test_the_socket_is_one_seat_at_a_time(server: Inside) -> None:
    """A move is judged by it; the seat that is not in hand cannot move; a foreign seat cannot be taken in hand."""
    ana = guest(server.base, "Ana")
    made = make(ana, bots=[None, None, "easy"], players=3)
    with talking(ana, made["id"]) as here:
        assert here.welcome["seats"] == [0, 1]
        mover = to_human(here, [0, 1])
        legal = (here.view or {})["legal"]
        ply = (here.view or {})["ply"]
        hand_over(here, 1 - mover)
        assert here.answer("move", move=legal[0], ply=ply)["code"] == "not_your_turn"
        for seat in (2, 7):
            here.send("join", seat=seat)
            assert here.hear("refused")["code"] == "not_your_seat"
        assert here.answer("ping")["type"] == "done"  # and the socket is as it was
        assert here.answer("move", move=legal[0], ply=ply)["code"] == "not_your_turn"
        hand_over(here, mover)
        assert here.answer("move", move=legal[0], ply=ply)["type"] == "update"
        here.send("join")
        assert here.hear("welcome")["viewer"] == 0  # the first that I hold


def test_nobody_else_comes_in_as_those_seats(server: Inside) -> None:
    """Another user is a spectator; they can neither join as a seat nor sit down; seats are not left either."""
    ana, eve = guest(server.base, "Ana"), guest(server.base, "Eve")
    made = make(ana)
    path = f"/tables/{made['id']}"
    assert refused(eve, "POST", path + "/seats", {"invite": made["invite"]}) == (403, "one_device")
    assert refused(ana, "DELETE", path + "/seats/me") == (403, "one_device")
    for seat in (0, 1):
        for api in (eve, Api(server.base)):
            with talking(api, made["id"], seat=seat) as stranger:
                assert stranger.welcome["code"] == "not_your_seat"
    with talking(ana, made["id"]) as here, talking(eve, made["id"]) as watching:
        dealt(here)
        assert watching.welcome["viewer"] == SPECTATOR
        assert watching.welcome["seats"] == []
        assert dealt(watching)["state"]["objective"] is None
        watching.send("join", seat=1)
        assert watching.hear("refused")["code"] == "not_your_seat"
        assert watching.answer("move", move="x", ply=0)["code"] == "not_seated"
        assert watching.answer("ask", what="take_back")["code"] == "not_seated"
    apis = [guest(server.base, name) for name in ("Bob", "Cy")]
    plain = apis[0].call("POST", "/tables", {"settings": {"game": "kabaleo"}})
    apis[1].call("POST", f"/tables/{plain['id']}/seats", {"invite": plain["invite"]})
    with talking(apis[0], plain["id"], seat=1) as stranger:
        assert stranger.welcome["code"] == "not_your_seat"
    with talking(apis[1], plain["id"], seat=1) as there:
        assert there.welcome["viewer"] == 1
        assert there.welcome["seats"] == [1]


def test_seat_0_hears_nothing_of_seat_1(server: Inside) -> None:
    """While another socket of the same person plays seat 1: the objective stands in no message to seat 0."""
    ana = guest(server.base, "Ana")
    made = make(ana)
    with talking(ana, made["id"], knowledge=True, seat=0) as zero, talking(ana, made["id"], seat=1) as one:
        talks = [zero, one]
        for talk in talks:
            dealt(talk)
        assert one.view
        secret = one.view["state"]["objective"]
        for ply in range(10):
            mover = talks[(zero.view or {})["to_move"]]
            mover.move(ply)
            for talk in talks:
                while (talk.view or {})["ply"] <= ply:
                    talk.hear("update")
        hidden = json.dumps([None, secret])
        for message in zero.heard:
            text = json.dumps(message)
            assert f'"objective": "{secret}"' not in text
            shown = message.get("view")
            if shown:
                assert shown["viewer"] == 0
                assert shown["knowledge"]["setup"]["objectives"][1] is None
            assert hidden not in text


def test_a_take_back_goes_to_the_last_human_move(server: Inside) -> None:
    """Whoever holds the device asks, once; the computer's later moves go too."""
    ana = guest(server.base, "Ana")
    made = make(ana, game="babylone", players=3, bots=[None, None, "beginner"])
    with talking(ana, made["id"]) as here:
        assert to_human(here, [0, 1]) in (0, 1)
        assert here.answer("ask", what="take_back")["code"] == "nothing_to_take_back"
        plies = []
        for _ in range(2):
            to_human(here, [0, 1])
            plies.append((here.view or {})["ply"])
            here.move()
        to_human(here, [0, 1])
        for ply in reversed(plies):
            back = here.answer("ask", what="take_back")
            assert back["type"] == "update"
            assert back["events"][-1]["kind"] == "back"
            assert back["view"]["ply"] == ply
            assert back["view"]["to_move"] in (0, 1)
        assert here.answer("ask", what="take_back")["code"] == "nothing_to_take_back"


def test_a_rematch_is_asked_for_once_and_keeps_the_seats(server: Inside) -> None:
    """One person, one voice; names, seats and settings stay."""
    ana = guest(server.base, "Ana")
    made = make(ana, game="babylone", names=["Léa", "Tom"])
    with talking(ana, made["id"]) as here:
        dealt(here)
        hand_over(here, 1)
        end = here.answer("resign")
        assert end["view"]["result"] == {"winners": [0], "reason": "resigned", "scores": None}
        here.answer("ask", what="rematch")
        again = next(message["table"] for message in here.heard if message["type"] == "rematch")
    shown = ana.call("GET", f"/tables/{again}")
    assert [(seat["name"], seat["kind"]) for seat in shown["seats"]] == [("Léa", "guest"), ("Tom", "guest")]
    assert shown["settings"] == made["settings"]
    with talking(ana, again, seat=1) as here:
        assert here.welcome["seats"] == [0, 1]
        assert dealt(here)["viewer"] == 1


def test_a_seat_that_gives_up_goes_to_a_computer_player(server: Inside) -> None:
    """With three: the device goes on with the others."""
    ana = guest(server.base, "Ana")
    made = make(ana, players=3)
    with talking(ana, made["id"]) as here:
        dealt(here)
        hand_over(here, 1)
        here.answer("resign")
        assert here.hear("welcome")["viewer"] == 0
        here.send("join", seat=1)
        assert here.hear("refused")["code"] == "not_your_seat"
        assert hand_over(here, 2)["seats"] == [0, 2]


def test_presence_is_of_the_person(server: Inside) -> None:
    """All seats are there with one socket, and away without."""
    ana, bob = guest(server.base, "Ana"), guest(server.base, "Bob")
    made = make(ana)
    with talking(bob, made["id"]) as watching:
        with talking(ana, made["id"], seat=1) as here:
            watching.hear("presence", seats=[True, True])
            hand_over(here, 0)
            assert here.answer("replace", seat=1)["code"] == "no_replacing"
        watching.hear("presence", seats=[False, False])


def test_names(server: Inside) -> None:
    """Each as it was given; a new name of the person's goes where none was; chat goes by the seat's name."""
    ana = guest(server.base, "Ana")
    made = make(ana, names=["Léa"])
    with talking(ana, made["id"]) as here:
        dealt(here)
        here.send("say", text="bonjour")
        assert here.hear("chat")["name"] == "Léa"
    ana.call("PATCH", "/me", {"name": "Zoé"})
    assert [seat["name"] for seat in _stored(server, made)] == ["Léa", "Zoé"]
    assert ana.call("GET", f"/tables/{made['id']}")["settings"]["names"] == []
    ana.call("DELETE", "/me")
    assert "Léa" not in json.dumps(_stored(server, made))


def _stored(server: Inside, made: dict[str, Any]) -> list[dict[str, Any]]:
    """The seats as they are stored, not as the room that is still open has them."""
    server.hub.tables.rooms.pop(made["id"], None)
    seats: list[dict[str, Any]] = Api(server.base).call("GET", f"/tables/{made['id']}")["seats"]
    return seats


@pytest.mark.parametrize(
    "wrong",
    [
        {"public": True},
        {"rated": True},
        {"names": ["a", "b", "c"]},
        {"names": ["\u202e"]},
        {"names": [" "]},
        {"names": ["x" * 41]},
        {"names": [""]},
        {"device": False, "names": ["a"]},
    ],
)
def test_settings_that_do_not_go_together(server: Inside, wrong: dict[str, Any]) -> None:
    """Refused before anything is stored."""
    ana = guest(server.base, "Ana")
    settings = {"game": "kabaleo", "device": True} | wrong
    assert refused(ana, "POST", "/tables", {"settings": settings})[0] == 400
    assert ana.call("GET", "/me/tables") == []


def test_a_restart_keeps_everything(tmp_path: Path) -> None:
    """Seats, names, whose turn it is."""
    server = Running(sqlite(tmp_path))
    server.start()
    try:
        ana = guest(server.base, "Ana")
        made = make(ana, players=3, bots=[None, "beginner", None], names=["Léa", "-", "Tom"])
        with talking(ana, made["id"]) as here:
            assert here.welcome["seats"] == [0, 2]
            to_human(here, [0, 2])
            here.move()
            to_human(here, [0, 2])
            before = here.view
        server.restart()
        ana.base = server.base
        assert [seat["name"] for seat in ana.call("GET", f"/tables/{made['id']}")["seats"]] == ["Léa", "", "Tom"]
        with talking(ana, made["id"], seat=(before or {})["viewer"]) as here:
            assert here.view == before
            assert here.welcome["seats"] == [0, 2]
            assert here.move()["type"] == "update"
    finally:
        server.stop()
