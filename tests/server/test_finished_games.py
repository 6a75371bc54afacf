"""`sommet admin games`: what was finished on a server, as a data set; people's names only where they are asked for."""

from pathlib import Path

import pytest

from sommet.cli import main
from sommet.research.dataset import read

from .inside import Inside
from .running import guest, new_table
from .talking import dealt, talking
from .test_following import finish

pytest.importorskip("pyarrow")


def test_finished_games_are_exported_without_names_unless_they_are_asked_for(tmp_path: Path) -> None:
    """One played to its end, one that somebody gave up; not the one that is being played."""
    with Inside(tmp_path) as server:
        apis = [guest(server.base, name) for name in ("Ana Unmistakable", "Bob Unmistakable")]
        for ending in ("played", "resigned", "running"):
            table = new_table(apis, {"game": "babylone"})
            with talking(apis[0], table) as one, talking(apis[1], table) as two:
                starts = dealt(one)["viewer"] == dealt(two)["to_move"]
                if ending == "played":
                    finish([one, two] if starts else [two, one])
                elif ending == "resigned":
                    one.answer("resign")

        def exported(*more: str) -> Path:
            file = tmp_path / f"games{len(more)}.parquet"
            where = ("--database", f"sqlite:///{tmp_path}/inside.db", "--lang", "en")
            assert main(["admin", "games", str(file), *more, *where]) == 0
            return file

        plain, named = exported(), exported("--names")
    played, resigned = read(plain)
    assert played.position.over
    assert played.position.result is not None
    assert played.winners == played.position.result.winners
    assert not resigned.position.over
    assert (resigned.winners, resigned.reason) == ((1,), "resigned")
    assert played.by == ("person", "person")
    assert b"Unmistakable" not in plain.read_bytes()
    assert [one.by for one in read(named)] == [("Ana Unmistakable", "Bob Unmistakable")] * 2
