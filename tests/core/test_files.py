"""Reading and writing games: records, links, several on lines, saved tables, exports; what cannot be read is said."""

import io
import json
from pathlib import Path

import pytest

import sommet
from sommet.core.links import link


def games() -> list[sommet.Position]:
    """One of each game, with a move."""
    dealt = [sommet.new(name, seed=seed) for seed, name in enumerate(("babylone", "kabaleo", "on_top"))]
    return [position.play(position.legal[0]) for position in dealt]


@pytest.mark.parametrize("links", [False, True])
def test_one_and_several(tmp_path: Path, links: bool) -> None:
    """What is written is read again, moves and secrets and all."""
    file = tmp_path / "games.jsonl"
    sommet.write(games()[1], file, links=links)
    assert sommet.read(file).record == games()[1].record
    assert sommet.read(str(file)).record == games()[1].record
    sommet.write(games(), file, links=links)
    assert [position.record for position in sommet.read_all(file)] == [position.record for position in games()]
    assert sommet.read(file).record == games()[0].record
    assert [path.name for path in tmp_path.iterdir()] == ["games.jsonl"]


def test_other_forms(tmp_path: Path) -> None:
    """An open file, a link, a list, a record within an export, knowledge, a saved table of the terminal."""
    one, two, _ = games()
    assert sommet.read(io.StringIO(json.dumps(one.record.as_dict(), indent=2))).record == one.record
    assert sommet.read(link(two)).record == two.record
    both = json.dumps([one.record.as_dict(), link(two)])
    assert [position.record for position in sommet.read_all(io.StringIO(both))] == [one.record, two.record]
    export = {"record": one.record.as_dict(), "fair": {"commitment": "00"}}
    assert sommet.read(io.StringIO(json.dumps(export))).record == one.record
    sommet.write(two.view(1).known, tmp_path / "known.json")
    assert sommet.read(tmp_path / "known.json").record == two.knowledge(1)
    table = {"format": "sommet-table/1", "played": [link(one)], "now": link(two)}
    assert [position.record for position in sommet.read_all(io.StringIO(json.dumps(table)))] == [one.record, two.record]


@pytest.mark.parametrize(
    "broken",
    ["", "{", "[]", "\0", "[" * 100_000, "babylone~!!", "{}", "7", "null", '{"format": "sommet-table/1"}',
     '{"format": "sommet-table/1", "played": [7], "now": null}', '{"record": {}}'],
)  # fmt: skip
def test_what_is_no_game_is_said(broken: str) -> None:
    """A SommetError with a sentence, never another exception."""
    with pytest.raises(sommet.SommetError) as error:
        sommet.read(io.StringIO(broken))
    assert str(error.value)


def test_files_that_cannot_be_read_or_written(tmp_path: Path) -> None:
    """Missing, a folder, not text; a folder that is not there."""
    (tmp_path / "bytes").write_bytes(b"\xff\xfe\xfa")
    for path in (tmp_path / "missing.json", tmp_path, tmp_path / "bytes"):
        with pytest.raises(sommet.SommetError, match="cannot be read"):
            sommet.read(path)
    with pytest.raises(sommet.SommetError, match="cannot be written"):
        sommet.write(games()[0], tmp_path / "no" / "such.json")
