"""On Top's boards for drawing: they agree with the rules' board, and every cell is a triangle of side 1."""

import json
import math
from collections.abc import Iterator
from typing import Any
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest

from sommet.games.on_top.layout import layout
from sommet.games.on_top.shape import board as rules_board

from ..support.models import Hexagon
from .inside import Inside

BOARDS = ("hex-1-5-5", "hex-5-3-3", "hex-1-1-1", "hex-3-4-5", "hex-1-1-49", "hex-5-6-6")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Inside]:
    """One server for all of these."""
    with Inside(tmp_path_factory.mktemp("server")) as inside:
        yield inside


def found(name: str) -> dict[str, Any]:
    """The board as JSON has it."""
    board: dict[str, Any] = json.loads(json.dumps(layout(name)))
    return board


@pytest.mark.parametrize("name", BOARDS)
def test_cells_and_crossings(name: str) -> None:
    """Sides of 1, middles in the middle, corners clockwise from the top, and what the rules' board says."""
    board, plain = found(name), Hexagon(name)
    cells, crossings = board["cells"], board["crossings"]
    assert list(cells) == list(rules_board(name).cell_names)
    assert list(crossings) == list(rules_board(name).crossing_names)
    points = {point: crossing for crossing, point in plain.crossings.items()}
    for cell, drawn in cells.items():
        assert set(drawn["corners"]) == {points[point] for point in plain.cells[cell]}
        corners = [crossings[corner] for corner in drawn["corners"]]
        for a, b in zip(corners, corners[1:] + corners[:1], strict=True):
            assert math.dist((a["x"], a["y"]), (b["x"], b["y"])) == pytest.approx(1, abs=1e-5)
        for axis in "xy":
            assert drawn[axis] == pytest.approx(sum(corner[axis] for corner in corners) / 3, abs=1e-5)
        first, second, third = ((corner["x"], corner["y"]) for corner in corners)
        turn = (second[0] - first[0]) * (third[1] - first[1]) - (second[1] - first[1]) * (third[0] - first[0])
        assert turn > 0  # clockwise, as y grows downwards
        assert drawn["up"] == (first[1] < min(second[1], third[1]) - 0.5)
        assert drawn["up"] or (first[1] == second[1] < third[1] and first[0] < second[0])
    for crossing, drawn in crossings.items():
        around = plain.around[plain.crossings[crossing]]
        assert set(drawn["cells"]) == set(around)
        assert drawn["gold"] == (len(around) < 6)
        assert all(crossing in cells[cell]["corners"] for cell in drawn["cells"])
        if len(around) == 6:  # all the way round: neighbours share an edge, and the first is straight above
            above = cells[drawn["cells"][0]]
            assert above["x"] == pytest.approx(drawn["x"], abs=1e-5)
            assert above["y"] < drawn["y"]
            for a, b in zip(drawn["cells"], drawn["cells"][1:] + drawn["cells"][:1], strict=True):
                assert b in plain.neighbours[a]
    assert min(point["x"] for point in crossings.values()) == 0
    assert min(point["y"] for point in crossings.values()) == 0
    assert board["start"] == list(rules_board(name).start or ())
    assert board["rows"] == len({cell.rstrip("0123456789") for cell in cells})


def test_tiles() -> None:
    """T3: 34 tiles of 12 kinds, three of each but two of BRWY and RBYW, each written from one acute corner."""
    tiles = found("hex-1-5-5")["tiles"]
    assert sum(tiles.values()) == 34
    assert len({min(kind, kind[2:] + kind[:2]) for kind in tiles}) == len(tiles) == 12
    few = [min(kind, kind[2:] + kind[:2]) for kind, count in tiles.items() if count == 2]
    assert sorted(few) == ["BRWY", "RBYW"]
    assert set(tiles.values()) == {2, 3}
    assert all(sorted(kind) == sorted("RYBW") for kind in tiles)


def test_over_http(server: Inside) -> None:
    """To be kept; no board, no answer."""
    with urlopen(f"{server.base}/api/v1/games/on_top/layouts/hex-1-5-5", timeout=30) as answer:
        assert answer.headers.get_all("cache-control") == ["max-age=86400, public"]
        assert json.loads(answer.read()) == found("hex-1-5-5")
    wrong = [f"on_top/layouts/{name}" for name in ("hex-9-9-9", "square", "hex-0-1-1", "hex-1-5-5x")]
    for path in (*wrong, "kabaleo/layouts/hex-1-5-5", "chess/layouts/hex-1-5-5"):
        with pytest.raises(HTTPError) as refused:
            urlopen(f"{server.base}/api/v1/games/{path}", timeout=30)
        with refused.value:
            assert refused.value.code == 404
            assert refused.value.headers.get_all("cache-control") == ["no-store"]
            assert json.loads(refused.value.read())["error"]["code"] == "not_found"
