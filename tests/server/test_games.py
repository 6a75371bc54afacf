"""The games as the server describes them, and what it asks of those who agree on one."""

import json
from collections.abc import Iterator
from typing import Any
from urllib.request import Request, urlopen

import pytest

from sommet.client.api import ApiError
from sommet.core.registry import game, players
from sommet.core.words import LANGUAGES

from .inside import Inside
from .running import guest


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Inside]:
    """One server for all of these."""
    with Inside(tmp_path_factory.mktemp("server")) as inside:
        yield inside


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_game_is_described(server: Inside, language: str) -> None:
    """Title, players and options in the language asked for: every option and every value has a word."""
    asked = Request(f"{server.base}/api/v1/games", headers={"accept-language": language})
    with urlopen(asked, timeout=30) as answer:
        assert answer.headers["vary"] == "accept-language"
        told = json.loads(answer.read())
    assert list(told["about"]) == list(told["games"]) == list(players())
    for name, about in told["about"].items():
        assert about["players"] == list(players()[name])
        assert about["title"]
        assert about["tagline"]
        assert list(about["levels"]) == told["levels"]  # a sentence each
        assert list(about["robots"]) == told["levels"]
        assert len(set(about["robots"].values())) == len(told["levels"])  # no two of one name
        assert about["lessons"]
        assert about["rules"]
        declared = game(name).options.describe()
        assert [option["name"] for option in about["options"]] == [option["name"] for option in declared]
        for option, described in zip(about["options"], json.loads(json.dumps(declared)), strict=True):
            assert described.items() <= option.items()
            assert option["label"] != option["name"]
            assert option["help"]
            assert option["note"]
            assert all(word != value for value, word in option["value_words"].items())


def test_the_language_may_be_named(server: Inside) -> None:
    """As for rules and lessons."""
    with urlopen(f"{server.base}/api/v1/games?language=fr", timeout=30) as answer:
        about = json.loads(answer.read())["about"]
    assert about["kabaleo"]["options"][1]["label"] == "Règle d’or"


@pytest.mark.parametrize(
    ("name", "count", "options", "choices", "clause"),
    [
        ("kabaleo", 4, {"deal": "equal"}, {}, "K7"),
        ("kabaleo", 2, {"golden_rule": 1}, {}, None),
        ("kabaleo", 2, {"chess": 1}, {}, None),
        ("kabaleo", 2, {}, {"colours": ["pink"]}, "K2"),
        ("kabaleo", 2, {}, {"colours": "pink"}, "K2"),
        ("kabaleo", 2, {}, {"deal": "equal"}, None),
        ("kabaleo", 2, {}, {"players": 3}, None),
        ("kabaleo", 2, {}, {"first": 1}, None),
        ("babylone", 2, {}, {"tokens": []}, "B10"),
        ("babylone", 2, {}, {"tokens": [65]}, "B10"),
        ("babylone", 2, {}, {"tokens": True}, "B10"),
        ("babylone", 2, {"direction": ["clockwise"]}, {}, None),
        ("on_top", 2, {"teams": True}, {}, "T25"),
        ("on_top", 2, {"board": "hex-9-9-9"}, {}, "T4"),
        ("on_top", 2, {"board": "hex-2-2-2"}, {}, "T7"),
        ("on_top", 3, {}, {"colours": ["red", "blue"]}, "T9"),
    ],
)
def test_what_is_not_offered_is_refused(
    server: Inside, name: str, count: int, options: dict[str, Any], choices: dict[str, Any], clause: str | None
) -> None:
    """By the game's own declaration, with its clause; for a table and for a deal alike."""
    ana = guest(server.base)
    agreed = {"game": name, "players": count, "options": options, "choices": choices}
    for path, body in (("/deals", agreed), ("/tables", {"settings": agreed})):
        with pytest.raises(ApiError) as refused:
            ana.call("POST", path, body)
        assert refused.value.status == 400
        assert refused.value.error["clause"] == clause
        assert refused.value.code == "bad_record"


@pytest.mark.parametrize("black", [["A1"], ["A1", "Z9"], ["A1", "A1"], "A1", ["A1", 3], ["A1", ["B1"]]])
def test_starting_cells_that_cannot_be(server: Inside, black: object) -> None:
    """T8: too few, not of this board, twice, no list: each is answered in words."""
    with pytest.raises(ApiError) as refused:
        guest(server.base).call("POST", "/deals", {"game": "on_top", "options": {"black": black}})
    assert (refused.value.status, refused.value.error["clause"]) == (400, "T8")
    assert "{" not in refused.value.error["message"]
