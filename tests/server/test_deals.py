"""Dealing a game for the analysis board: belongs to no table, refuses what the rules refuse."""

from collections.abc import Iterator
from typing import Any

import pytest

from sommet.client.api import Api, ApiError

from .inside import Inside


@pytest.fixture(scope="module")
def api(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Api]:
    """A stranger at a server."""
    with Inside(tmp_path_factory.mktemp("server")) as inside:
        yield Api(inside.base)


@pytest.mark.parametrize("name", ["babylone", "kabaleo", "on_top"])
def test_the_same_seed_gives_the_same_deal(api: Api, name: str) -> None:
    """A whole record, ready for /positions."""
    one, two = (api.call("POST", "/deals", {"game": name, "players": 3, "seed": 7}) for _ in range(2))
    assert one == two
    assert one["moves"] == []
    assert api.call("POST", "/positions", {"record": one})["legal"]


@pytest.mark.parametrize(
    "wrong",
    [
        {"game": "chess"},
        {"game": "kabaleo", "players": 5},
        {"game": "kabaleo", "players": 4, "options": {"deal": "equal"}},
        {"game": "babylone", "choices": {"what": [1]}},
        {"game": "babylone", "options": {"direction": 3}},
        {"game": "on_top", "options": {"board": "square"}},
    ],
)
def test_what_the_rules_do_not_allow_is_refused(api: Api, wrong: dict[str, Any]) -> None:
    """With a code, and 400."""
    with pytest.raises(ApiError) as refused:
        api.call("POST", "/deals", wrong)
    assert refused.value.status == 400
    assert refused.value.code in ("bad_record", "bad_request")
