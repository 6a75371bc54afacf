"""Pebbles on the server: described, agreed on, played to the end over two sockets, watched, replayed."""

import json
from collections.abc import Iterator

import pytest

from sommet.client.api import ApiError
from sommet.core.words import LANGUAGES, catalogue

from ..server.inside import Inside
from ..server.running import guest, new_table
from ..server.talking import Talk, talking
from .games import MOVES, NAME


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Inside]:
    """A server that found Pebbles."""
    with Inside(tmp_path_factory.mktemp("server")) as inside:
        yield inside


def test_it_is_described(server: Inside) -> None:
    """Its name, players, options and words, in every language; rules are there, a lesson and puzzles are not."""
    api = guest(server.base)
    for language in LANGUAGES:
        name = catalogue(language)["pebbles.name"]
        about = api.call("GET", f"/games?language={language}")["about"][NAME]
        assert about["title"] == name
        assert about["players"] == [2, 3]
        assert [(option["name"], option["kind"]) for option in about["options"]] == [
            ("heaps", "choice"),
            ("rest", "flag"),
        ]
        assert about["options"][0]["only"] == {"four": [3]}
        assert (about["rules"], about["lessons"], about["puzzles"]) == (True, False, False)
        assert set(about["words"]) >= {"heaps", "pebble", "buried", "secret"}
        rules = api.call("GET", f"/rules/{NAME}?language={language}")
        assert [(clause["id"], clause["picture"]) for clause in rules["clauses"]][-1] == ("P12", None)


def test_options_are_checked(server: Inside) -> None:
    """P12: by the game, with its clause."""
    api = guest(server.base)
    with pytest.raises(ApiError) as caught:
        api.call("POST", "/tables", {"settings": {"game": NAME, "players": 2, "options": {"heaps": "four"}}})
    assert (caught.value.status, caught.value.error.get("clause")) == (400, "P12")


def test_two_play_it_to_the_end(server: Inside) -> None:
    """Nobody hears the other's colour, the pebbles to come or the buried one before the end."""
    apis = [guest(server.base, name) for name in ("Ana", "Bob")]
    table = new_table(apis, {"game": NAME, "options": {"rest": True}})
    watcher = guest(server.base, "Eve")
    with talking(apis[0], table) as ana, talking(apis[1], table) as bob:
        talks = [ana, bob]
        for talk in talks:
            if talk.view is None:
                talk.hear("update")
        with talking(watcher, table) as eve:
            for ply in range(MOVES):
                mover = next(talk for talk in talks if talk.view and talk.view["to_move"] == talk.view["viewer"])
                if ply == 0:
                    assert mover.answer("move", move="under:A", ply=0)["clause"] == "P7"
                heard = [len(talk.heard) for talk in (*talks, eve)]
                assert mover.move(ply % 3)["type"] == "update"
                for talk in (*talks, eve):
                    if talk is not mover:
                        talk.hear("update")
                    assert talk.view is not None
                    assert talk.view["ply"] == ply + 1
                if ply < MOVES - 1:
                    no_more_than_known([*talks, eve], heard)
    record = apis[0].call("GET", f"/tables/{table}/rounds/1")["record"]
    assert len(record["moves"]) == MOVES
    for talk in (ana, bob, eve):
        assert talk.view is not None
        assert talk.view["result"]["winners"]
        assert talk.view["state"]["buried"] == record["setup"]["buried"]
        assert talk.view["state"]["secrets"] == record["setup"]["secrets"]


def no_more_than_known(talks: list[Talk], since: list[int]) -> None:
    """In all that was heard since then: one's own colour at most, no buried pebble, one pebble for each ply and one."""
    for talk, start in zip(talks, since, strict=True):
        assert talk.view is not None
        state = talk.view["state"]
        assert (state["secret"] is not None) == (talk.view["viewer"] != "spectator")
        for message in talk.heard[start:]:
            told = json.dumps(message)
            assert '"buried"' not in told or '"buried": null' in told
            assert '"secrets"' not in told
            assert told.count('"secret"') <= 1
