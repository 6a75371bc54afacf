"""How far a running game is, in the lists: whose turn it is and how many moves were made, and nothing else of it."""

from collections.abc import Iterator
from typing import Any

import pytest

from sommet.client.api import Api

from .inside import Inside
from .running import guest, new_table
from .talking import talking
from .test_lobby import looking


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Inside]:
    """One server for all of these."""
    with Inside(tmp_path_factory.mktemp("server")) as inside:
        yield inside


def _mine(api: Api, table: str) -> dict[str, Any]:
    lines: list[dict[str, Any]] = api.call("GET", "/me/tables")
    return next(line for line in lines if line["id"] == table)


def test_my_tables_say_whose_turn_it_is(server: Inside) -> None:
    """Before the deal nothing; then the mover, move after move; after the end nothing again."""
    ana, bob = guest(server.base, "Ana"), guest(server.base, "Bob")
    table = ana.call("POST", "/tables", {"settings": {"game": "kabaleo"}})["id"]
    assert _mine(ana, table)["progress"] is None
    invite = _mine(ana, table)["invite"]
    bob.call("POST", f"/tables/{table}/seats", {"invite": invite})
    with talking(ana, table) as first, talking(bob, table) as second:
        first.hear("update")
        second.hear("update")
        assert first.view is not None
        mover = first.view["to_move"]
        assert _mine(ana, table)["progress"] == {"round": 1, "ply": 0, "to_move": mover}
        (first, second)[mover].move()
        assert _mine(bob, table)["progress"] == {"round": 1, "ply": 1, "to_move": 1 - mover}
        first.answer("resign")
    assert _mine(ana, table)["progress"] is None


def test_who_is_to_choose_has_the_turn(server: Inside) -> None:
    """B8: before a round of a match somebody chooses who starts it."""
    ana, bob = guest(server.base, "Ana"), guest(server.base, "Bob")
    table = new_table([ana, bob], {"game": "babylone", "rounds": 2})
    with talking(ana, table), talking(bob, table) as there:
        chooser = there.welcome["match"]["choosing"]
        assert _mine(ana, table)["progress"] == {"round": 1, "ply": 0, "to_move": chooser}


def test_the_lobby_tells_how_far_a_game_is(server: Inside) -> None:
    """While it is played, and without what a spectator may not know."""
    ana, bob = guest(server.base, "Ana"), guest(server.base, "Bob")
    table = new_table([ana, bob], {"game": "kabaleo", "public": True})
    with looking(server.base) as here, talking(ana, table) as first, talking(bob, table) as second:
        here.until(lambda waiting, going: table in going)
        first.hear("update")
        second.hear("update")
        assert first.view is not None
        mover = first.view["to_move"]
        (first, second)[mover].move()
        while here.line(table)["progress"] != {"round": 1, "ply": 1, "to_move": 1 - mover}:
            here.hear()
        assert set(here.line(table)) == {"id", "settings", "status", "seats", "created", "brought", "progress"}


def test_who_made_a_table_is_told_so(server: Inside) -> None:
    """They alone; only they may close it."""
    ana, bob = guest(server.base, "Ana"), guest(server.base, "Bob")
    table = ana.call("POST", "/tables", {"settings": {"game": "babylone", "public": True}})["id"]
    assert ana.call("GET", f"/tables/{table}")["owner"] is True
    assert bob.call("GET", f"/tables/{table}")["owner"] is False
    assert bob.call("POST", f"/tables/{table}/seats", {})["owner"] is False
