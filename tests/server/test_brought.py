"""A table that goes on with a game begun elsewhere: the moves are kept, and what is hidden stays so."""

import json
import random
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import pytest

from sommet.client.api import Api, ApiError
from sommet.core.position import Position
from sommet.core.record import SPECTATOR, Viewer
from sommet.core.registry import new

from .inside import Inside
from .running import guest
from .talking import Talk, talking

GAMES: list[tuple[str, int, dict[str, Any]]] = [
    ("kabaleo", 3, {"golden_rule": True}),
    ("kabaleo", 2, {}),
    ("on_top", 4, {"teams": True}),
    ("babylone", 2, {}),
]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Inside]:
    """One server for all of these."""
    with Inside(tmp_path_factory.mktemp("server")) as inside:
        yield inside


def begun(name: str, players: int, options: dict[str, Any], seed: int, moves: int = 3) -> Position:
    """A game with some moves."""
    position, chance = new(name, players, seed=seed, **options), random.Random(seed)
    for _ in range(moves):
        position = position.play(chance.choice(position.legal))
    return position


def bring(api: Api, position: Position, record: Any = None, seat: int = 0, **settings: Any) -> dict[str, Any]:
    """A table that goes on with it."""
    here = position.record
    wanted = {"game": here.game, "players": here.players, "options": here.options} | settings
    body = {"settings": wanted, "seat": seat, "record": here.as_dict() if record is None else record}
    made: dict[str, Any] = api.call("POST", "/tables", body)
    return made


def sat(base: str, made: dict[str, Any], seat: int, name: str) -> Api:
    """A friend with the invitation."""
    friend = guest(base, name)
    friend.call("POST", f"/tables/{made['id']}/seats", {"seat": seat, "invite": made["invite"]})
    return friend


def until_dealt(talk: Talk) -> dict[str, Any]:
    """The first view."""
    while talk.view is None:
        talk.hear("update")
    return talk.view


@pytest.mark.parametrize(("name", "players", "options"), GAMES)
def test_it_goes_on_where_it_was(server: Inside, name: str, players: int, options: dict[str, Any]) -> None:
    """All moves are kept; everybody gets exactly the view of their seat, then the mover moves on, to the end."""
    position = begun(name, players, options, seed=players)
    ana = guest(server.base, "Ana")
    made = bring(ana, position)
    assert made["brought"] is True
    assert made["status"] == "open"
    apis = [ana, *(sat(server.base, made, seat, f"Friend {seat}") for seat in range(1, players))]
    with ExitStack() as rooms:
        talks = [rooms.enter_context(talking(api, made["id"], knowledge=True, effects=True)) for api in apis]
        watcher = rooms.enter_context(talking(Api(server.base), made["id"], knowledge=True))
        viewers: list[tuple[Viewer, Talk]] = [*enumerate(talks), (SPECTATOR, watcher)]
        for viewer, talk in viewers:
            view = until_dealt(talk)
            known = position.view(viewer)
            assert view["knowledge"] == known.knowledge.as_dict()
            assert view["ply"] == len(position.moves)
            assert view["to_move"] == position.to_move
        assert position.to_move is not None
        mover = talks[position.to_move]
        assert mover.view is not None
        assert list(mover.view["legal"]) == list(position.legal)
        assert len(mover.view["effects"]) == len(position.moves)
        again = mover.answer("move", move=position.legal[0], ply=len(position.moves))
        assert again["type"] == "update"
        assert mover.answer("move", move=position.legal[0], ply=len(position.moves))["type"] == "done"
        back = mover.answer("ask", what="take_back")
        assert back["type"] in ("done", "update")


def test_nothing_hidden_is_told_but_to_its_owner(server: Inside) -> None:
    """K3: in all that a friend and those who watch are told there is no objective but the friend's own."""
    truth = begun("kabaleo", 2, {}, seed=5)
    objectives = truth.record.setup["objectives"]
    ana = guest(server.base, "Ana")
    made = bring(ana, truth)
    bob = sat(server.base, made, 1, "Bob")
    table = made["id"]
    read = [api.call("GET", path) for api in (bob, Api(server.base)) for path in (f"/tables/{table}", "/lobby")]
    read += [bob.call("GET", path) for path in ("/me/tables", "/me/export")]
    assert "objective" not in json.dumps(read)
    with (
        talking(ana, table),
        talking(Api(server.base), table, knowledge=True, effects=True) as watcher,
        talking(bob, table, knowledge=True, effects=True) as there,
    ):
        until_dealt(there)
        until_dealt(watcher)
    for talk, known in ((watcher, [None, None]), (there, [None, objectives[1]])):
        views = [message.pop("view") for message in talk.heard if message.get("view")]
        assert "objective" not in json.dumps(talk.heard)
        assert views
        for view in views:
            assert view["knowledge"]["setup"]["objectives"] == known
            assert view["state"].get("objective") == known[1]
            assert "objectives" not in view["state"]


def refused(api: Api, position: Position, **more: Any) -> ApiError:
    """What the server says to that."""
    with pytest.raises(ApiError) as caught:
        bring(api, position, **more)
    return caught.value


def test_what_cannot_be_brought(server: Inside) -> None:
    """Rated, public, a match, chosen deals, another game, one viewer's knowledge, a finished or an impossible game."""
    ana = guest(server.base, "Ana")
    position = begun("kabaleo", 2, {}, seed=1)
    for settings in ({"public": True}, {"rounds": 2}, {"options": {"golden_rule": True}}, {"players": 3}):
        assert refused(ana, position, **settings).status == 400
    assert refused(ana, position, record=position.view(0).knowledge.as_dict()).status == 400
    assert refused(ana, position, record=begun("babylone", 2, {}, seed=1).record.as_dict()).status == 400
    assert refused(ana, position, record={"format": "sommet-record/1"}).code == "bad_record"
    over = begun("babylone", 2, {}, seed=3, moves=0)
    while not over.over:
        over = over.play(over.legal[0])
    assert "over" in str(refused(ana, over))
    illegal = position.record.as_dict()
    illegal["moves"] = [*illegal["moves"], illegal["moves"][0].split("@")[0] + "@99"]
    found = refused(ana, position, record=illegal)
    assert found.code == "illegal_move"
    assert ana.call("GET", "/me/tables") == []


def test_a_computer_player_goes_on_and_the_end_has_no_fair_data(server: Inside) -> None:
    """Against a computer player to the end; the record has the brought moves, and nobody claims it was drawn here."""
    position = begun("babylone", 2, {}, seed=8)
    ana = guest(server.base, "Ana")
    made = bring(ana, position, bots=[None, "beginner"])
    with talking(ana, made["id"]) as here:
        until_dealt(here)
        assert here.view is not None
        while here.view["result"] is None:
            if here.view["legal"]:
                here.move()
            else:
                here.hear("update")
    export = ana.call("GET", f"/tables/{made['id']}/rounds/1")
    assert export["fair"] is None
    assert export["record"]["setup"] == position.record.setup
    assert export["record"]["moves"][:3] == list(position.moves)
