"""The files about the games that the page is built with: what the server answers, byte for byte as JSON has it."""

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from sommet.client.api import Api
from sommet.site.files import files, write

from ..server.inside import Inside

TOLD = dict(files())


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Inside]:
    """One server for all of these."""
    with Inside(tmp_path_factory.mktemp("server")) as inside:
        yield inside


@pytest.mark.parametrize("name", TOLD)
def test_a_file_is_the_servers_answer(server: Inside, name: str) -> None:
    """To the path of its name, in its language; `GET /games` of a server may have more games."""
    path, _, language = name.rpartition(".")
    asked = f"/{path}?language={language}" if path else f"/{name}"
    answer = Api(server.base).call("GET", asked)
    told = msgspec.json.decode(msgspec.json.encode(TOLD[name]))
    if path == "games":
        answer["games"] = {game: answer["games"][game] for game in told["games"]}
        answer["about"] = {game: answer["about"][game] for game in told["about"]}
    assert told == answer


def test_what_nobody_writes_any_more_goes(tmp_path: Path) -> None:
    """A file that is no longer wanted is removed; one that would be the same is not written again."""
    write(tmp_path)
    first = tmp_path / "games.en.json"
    stamp = first.stat().st_mtime_ns
    (tmp_path / "lessons" / "gone.en.json").write_text("{}")
    write(tmp_path)
    assert first.stat().st_mtime_ns == stamp
    assert not (tmp_path / "lessons" / "gone.en.json").exists()
