"""Puzzles and the server's status over HTTP."""

import json
import time
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest

from sommet import __version__
from sommet.client.api import Api, ApiError
from sommet.core.puzzles import games_with_puzzles, puzzles_of
from sommet.core.registry import load, players, read_link
from sommet.games.babylone.puzzles import puzzle

from .inside import Inside

KEYS = ("wins", "refutation", "moves_to_end", "share", "best_share", "told", "best_told")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Inside]:
    """One server for all of these."""
    with Inside(tmp_path_factory.mktemp("server")) as inside:
        yield inside


@pytest.mark.parametrize("level", [1, 2, 3])
def test_a_puzzle_is_asked_without_its_solution(server: Inside, level: int) -> None:
    """The same seed, the same puzzle; nothing in it says which move wins."""
    api, true = Api(server.base), puzzle(level, 7)
    asked = api.call("GET", f"/games/babylone/puzzles/{level}?seed=7", timeout=120)
    assert asked == {
        "level": level,
        "seed": 7,
        "record": true.position.record.as_dict(),
        "link": true.link,
        "kinds": true.kinds,
        "moves_to_end": true.moves_to_end,
    }
    assert load(asked["record"]).record == read_link(asked["link"]).record
    seeds = {api.call("GET", f"/games/babylone/puzzles/{level}", timeout=120)["seed"] for _ in range(3)}
    assert len(seeds) > 1


def test_answers(server: Inside) -> None:
    """Right ones are told all solutions, wrong ones what refutes them, and nothing of the solution."""
    api = Api(server.base)
    for level in (1, 2, 3):
        true = puzzle(level, 3)
        path = f"/games/babylone/puzzles/{level}/3"
        for move in true.position.legal:
            told: dict[str, Any] = api.call("POST", path, {"move": move}, timeout=120)
            if move in true.solutions:
                assert told == {
                    "wins": True,
                    "refutation": None,
                    "moves_to_end": true.moves_to_end,
                    "share": 1.0,
                    "best_share": 1.0,
                    "told": None,
                    "best_told": None,
                    "solutions": list(true.solutions),
                }
            else:
                assert told.keys() == {*KEYS}
                assert not told["wins"]
                assert told["refutation"] in true.position.play(move).legal
        wrong = next(move for move in true.position.legal if move not in true.solutions)
        for body in ({"give_up": True}, {"move": wrong, "give_up": True}):
            told = api.call("POST", path, body, timeout=120)
            assert not told["wins"]
            assert told["solutions"] == list(true.solutions)


def test_what_is_not_understood(server: Inside) -> None:
    """No such level, no move, a move that is none."""
    api = Api(server.base)
    for method, path, body in (
        ("GET", "/games/babylone/puzzles/4", None),
        ("GET", "/games/babylone/puzzles/0", None),
        ("GET", "/games/babylone/puzzles/1?seed=-1", None),
        ("GET", f"/games/babylone/puzzles/1?seed={2**32}", None),
        ("GET", "/games/chess/puzzles/1", None),
        ("POST", "/games/babylone/puzzles/1/1", {}),
        ("POST", "/games/babylone/puzzles/1/1", {"move": "nonsense"}),
        ("POST", "/games/babylone/puzzles/1/1", {"move": "1>1"}),
        ("POST", "/games/babylone/puzzles/4/1", {"move": "1>2"}),
    ):
        with pytest.raises(ApiError) as refused:
            api.call(method, path, body, timeout=120)
        assert refused.value.status in (400, 404), path
    assert refused.value.code == "bad_request"
    with pytest.raises(ApiError) as refused:
        api.call("POST", "/games/babylone/puzzles/1/1", {"move": "1>1"}, timeout=120)
    assert (refused.value.code, refused.value.error["clause"]) == ("illegal_move", "B4")
    assert "solutions" not in json.dumps(refused.value.error)


def test_the_status_says_when_everything_is_compiled(server: Inside) -> None:
    """Game after game, in the end all of them; the server answers meanwhile."""
    api, seen = Api(server.base), []
    deadline = time.monotonic() + 300
    while True:
        status = api.call("GET", "/status")
        assert status["version"] == __version__
        seen.append(status["ready"])
        if not status["compiling"]:
            break
        assert time.monotonic() < deadline
        time.sleep(0.05)
    assert all(set(before) <= set(after) for before, after in pairwise(seen))
    assert set(status["ready"]) == set(players())


@pytest.mark.parametrize("game", games_with_puzzles())
def test_what_is_hidden_stays_hidden(server: Inside, game: str) -> None:
    """Every game's puzzles are told as their mover knows them, without the solution."""
    api, made = Api(server.base), puzzles_of(game)
    assert made is not None
    true = made.puzzle(1, 7)
    asked = api.call("GET", f"/games/{game}/puzzles/1?seed=7", timeout=120)
    assert asked["record"] == true.position.record.as_dict() == load(asked["record"]).record.as_dict()
    if made.game.secret:
        seat = true.position.to_move
        assert asked["record"]["viewer"] == seat
        assert load(asked["record"]).view(seat or 0).knowledge == true.position.record
    wrong = next(move for move in true.position.legal if move not in true.solutions)
    told: dict[str, Any] = api.call("POST", f"/games/{game}/puzzles/1/7", {"move": wrong}, timeout=120)
    assert told.keys() == {*KEYS}
    assert (told["share"], told["best_share"]) == (true.judge(wrong).share, true.best.share)
