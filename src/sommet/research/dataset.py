"""Games as Parquet files, for everything that reads tables (extra `data`).

A data set is a file with games alone, or a folder with up to three tables in parts: `games`, `positions` (what a bot
thought of each, and what became of it) and `beliefs`. Every file says which version of the schema it has, in its
metadata under ``sommet``.
"""

import json
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from ..core.errors import BAD_REQUEST, SommetError, bad_argument
from ..core.extras import optional_imports
from ..core.game import Result
from ..core.position import Position
from ..core.record import Record
from ..core.registry import load

VERSION = "sommet-dataset/1"
KEY = b"sommet"
GAMES, POSITIONS, BELIEFS = "games", "positions", "beliefs"
TABLES = (GAMES, POSITIONS, BELIEFS)
PARQUET = b"PAR1"  # the first bytes of every such file


def refused(key: str, **values: object) -> SommetError:
    """The error with that sentence."""
    return SommetError(BAD_REQUEST, f"dataset.error.{key}", None, **values)


def arrow() -> Any:
    """The package that writes and reads; MissingExtra where it is not installed."""
    with optional_imports():
        import pyarrow
        import pyarrow.parquet
    return pyarrow


@cache
def schema(table: str) -> Any:
    """The columns of one of the tables."""
    pa = arrow()
    text, texts = pa.string(), pa.list_(pa.string())
    columns: dict[str, list[tuple[str, Any]]] = {
        GAMES: [
            ("number", pa.int64()),  # of the game in its data set, from 0
            ("game", text),
            ("players", pa.int8()),
            ("options", text),  # JSON, as the record has them
            ("setup", text),  # JSON, likewise: all that was hidden is in it
            ("moves", texts),
            ("winners", pa.list_(pa.int8())),  # seats; null while a game runs
            ("reason", text),
            ("scores", pa.list_(pa.int32())),
            ("by", texts),  # who played, by seat; null where it is not told
        ],
        POSITIONS: [
            ("number", pa.int64()),  # of the game
            ("ply", pa.int16()),  # moves made before
            ("seat", pa.int8()),  # to move
            ("move", text),  # the one that was made
            ("value", pa.float64()),  # its mover's expected share of the win, as the bot told it; null: it did not
            ("exact", pa.bool_()),  # whether that is proved
            ("moves", texts),  # all legal ones, best first
            ("values", pa.list_(pa.float64())),
            ("visits", pa.list_(pa.int64())),
            ("won", pa.float64()),  # the share of the win that the mover got in the end
        ],
        BELIEFS: [
            ("number", pa.int64()),
            ("ply", pa.int16()),
            ("by", text),  # a seat, or "outside"
            ("about", text),  # a seat
            ("what", text),  # what it may be hiding
            ("probability", pa.float64()),
        ],
    }
    return pa.schema(columns[table], metadata={KEY: f"{VERSION} {table}".encode()})


def share(result: Result, seat: int) -> float | None:
    """A seat's share of the win; None where nobody knows."""
    if result.winners is None:
        return None
    return 1 / len(result.winners) if seat in result.winners else 0.0


def game_row(number: int, record: Record, result: Result | None, by: Sequence[str] | None) -> dict[str, Any]:
    """A row of `games`."""
    told = record.as_dict()
    return {
        "number": number,
        "game": record.game,
        "players": record.players,
        "options": json.dumps(told["options"], sort_keys=True),
        "setup": json.dumps(told["setup"], sort_keys=True),
        "moves": list(record.moves),
        "winners": None if result is None or result.winners is None else list(result.winners),
        "reason": None if result is None else result.reason,
        "scores": None if result is None or result.scores is None else list(result.scores),
        "by": None if by is None else list(by),
    }


def write(rows: Sequence[Mapping[str, Any]], table: str, path: Path) -> None:
    """Write one file, whole or not at all. Raises SommetError."""
    pa = arrow()
    part = path.with_name(path.name + ".part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        pa.parquet.write_table(pa.Table.from_pylist(list(rows), schema=schema(table)), part, compression="zstd")
        os.replace(part, path)
    except OSError as error:
        why = error.strerror or type(error).__name__
        raise SommetError(BAD_REQUEST, "error.file.write", None, file=str(path)[-60:], why=why) from error


@dataclass(frozen=True)
class Played:
    """A game that was read back: its last position, who won and why (also where somebody gave up), who played."""

    position: Position
    winners: tuple[int, ...] | None
    reason: str | None
    by: tuple[str, ...] | None


def write_games(positions: Iterable[Position], path: str | os.PathLike[str]) -> int:
    """Write whole games into one file; how many. Raises SommetError for what is not one."""
    if not isinstance(path, str | os.PathLike):
        raise bad_argument("path", path)
    rows = []
    for number, position in enumerate(positions):
        if not isinstance(position, Position):
            raise bad_argument("positions", position)
        if position.record.viewer is not None:
            raise refused("whole")
        rows.append(game_row(number, position.record, position.result, None))
    write(rows, GAMES, Path(path))
    return len(rows)


def files(path: str | os.PathLike[str], table: str = GAMES) -> list[Path]:
    """The files of a table, in their order: the file itself, or those of a data set's folder. Raises SommetError."""
    if not isinstance(path, str | os.PathLike):
        raise bad_argument("path", path)
    here = Path(path)
    found = sorted((here / table).glob("part-*.parquet")) if here.is_dir() else [here] if here.is_file() else []
    if not found:
        raise refused("none", path=str(here)[-60:])
    return found


def read(path: str | os.PathLike[str]) -> Iterator[Played]:
    """Every game of a file or of a data set, checked by the rules as any record is. Raises SommetError."""
    for file in files(path):
        yield from _games_in(file)


def _games_in(file: Path) -> Iterator[Played]:
    pa, wanted = arrow(), schema(GAMES)
    try:
        with pa.parquet.ParquetFile(file) as opened:
            found = opened.schema_arrow
            if (found.metadata or {}).get(KEY) != wanted.metadata[KEY] or not found.equals(wanted):
                raise refused("version", path=str(file)[-60:], expected=wanted.metadata[KEY].decode())
            for batch in opened.iter_batches(batch_size=256):
                yield from map(_played, batch.to_pylist())
    except (pa.ArrowException, OSError, json.JSONDecodeError) as error:
        raise refused("damaged" if _begins_as_parquet(file) else "none", path=str(file)[-60:]) from error


def _begins_as_parquet(file: Path) -> bool:
    try:
        with file.open("rb") as opened:
            return opened.read(len(PARQUET)) == PARQUET
    except OSError:
        return False


def _played(row: Mapping[str, Any]) -> Played:
    by = row["by"]
    record = {
        "format": "sommet-record/1",
        "game": row["game"],
        "players": row["players"],
        "options": json.loads(row["options"]),
        "setup": json.loads(row["setup"]),
        "moves": row["moves"],
    }
    winners = row["winners"]
    return Played(
        load(record), None if winners is None else tuple(winners), row["reason"], None if by is None else tuple(by)
    )
