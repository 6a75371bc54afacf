"""Data sets of games that a bot plays against itself, with what it thought: made part by part, and resumable."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from ..bots.registry import beliefs, bot
from ..cluster import Cluster
from ..core.chance import Chance, number_of
from ..core.position import Position
from ..core.registry import new
from ..search.advice import Budget
from .dataset import BELIEFS, GAMES, POSITIONS, VERSION, arrow, game_row, refused, share, write
from .resuming import describe, described

PART = 25  # games in a file
ABOUT = "dataset.json"


@dataclass(frozen=True)
class Plan:
    """What a data set is made of. Game number n depends on this and on n alone, where simulations are counted."""

    game: str
    level: str
    games: int
    players: int = 2
    seed: int = 0
    simulations: int | None = None  # of each move; None: the level's own budget
    beliefs: bool = False
    options: Mapping[str, Any] = field(default_factory=dict)

    def as_dict(self) -> dict[str, Any]:
        """As the folder's `dataset.json` has it."""
        return {"format": VERSION, **asdict(self), "options": dict(self.options)}


Rows = dict[str, list[dict[str, Any]]]  # of each table


def make(
    plan: Plan,
    folder: Path,
    progress: Callable[[int], None] = lambda done: None,
    cluster: Cluster | None = None,
) -> int:
    """Play what is not there yet, here or on a cluster; how many games were played now. Raises SommetError.

    A part is written whole when its games are over, so a run that is stopped is resumed by the same call; more games
    may be asked for later. A folder that was made otherwise is refused.
    """
    arrow()
    bot(plan.game, plan.level)
    deal(plan, 0)
    _agree(plan, folder)
    parts = [range(start, min(start + PART, plan.games)) for start in range(0, plan.games, PART)]
    missing = {part[0] // PART: part for part in parts if not _there(folder, part)}
    numbers = [number for part in missing.values() for number in part]
    finished: dict[int, dict[int, Rows]] = {}
    done = plan.games - len(numbers)
    progress(done)

    def keep(number: int, rows: Rows) -> None:
        nonlocal done
        part = number // PART
        games = finished.setdefault(part, {})
        games[number] = rows
        done += 1
        progress(done)
        if len(games) == len(missing[part]):
            _write(plan, folder, finished.pop(part), _file(part))

    if cluster is not None:
        cluster.run(play, plan, numbers, keep)
    else:
        for number, rows in zip(numbers, play(plan, numbers), strict=True):
            keep(number, rows)
    return len(numbers)


def _file(part: int) -> str:
    return f"part-{part:05}.parquet"


def _there(folder: Path, part: range) -> bool:
    last = folder / GAMES / _file(part[0] // PART)
    return last.exists() and _rows(last) >= len(part)


def _write(plan: Plan, folder: Path, games: Mapping[int, Rows], file: str) -> None:
    for table in (POSITIONS, *((BELIEFS,) if plan.beliefs else ()), GAMES):  # games last: then the part is there
        write([row for number in sorted(games) for row in games[number][table]], table, folder / table / file)


def _rows(file: Path) -> int:
    """How many a part has; 0 where it is damaged: it is made again."""
    pa = arrow()
    try:
        return int(pa.parquet.read_metadata(file).num_rows)
    except (pa.ArrowException, OSError):
        return 0


def _agree(plan: Plan, folder: Path) -> None:
    """Write down what the data set is, or look whether it is that."""
    other, told = refused("other", path=str(folder)[-60:]), plan.as_dict()
    before = described(folder / ABOUT, other)
    if before is not None:
        if {**before, "games": 0} != json.loads(json.dumps({**told, "games": 0})):
            raise other
        if before["games"] >= plan.games:
            return
    describe(folder / ABOUT, told)


def deal(plan: Plan, number: int) -> Position:
    """One of its games before the first move."""
    seed = number_of("dataset", plan.game, plan.seed, number)
    return new(plan.game, plan.players, seed, **dict(plan.options))


def play(plan: Plan, numbers: Iterable[int]) -> Iterator[Rows]:
    """The rows of these games, one game after another."""
    for number in numbers:
        yield _play(plan, number)


def _play(plan: Plan, number: int) -> Rows:
    rows: Rows = {GAMES: [], POSITIONS: [], BELIEFS: []}
    player, position = bot(plan.game, plan.level), deal(plan, number)
    budget = None if plan.simulations is None else Budget(simulations=plan.simulations)
    chance = Chance(number_of("moves", plan.game, plan.seed, number))
    mine: list[dict[str, Any]] = []
    while not position.over:
        seat = position.to_move
        assert seat is not None
        if plan.beliefs:
            rows[BELIEFS] += _believed(position, number)
        advice = player.think(position.view(seat), budget, seed=chance.below(1 << 32))
        best = advice.moves[0]
        mine.append(
            {
                "number": number,
                "ply": len(position.moves),
                "seat": seat,
                "move": best.move,
                "value": best.value,
                "exact": advice.exact,
                "moves": [each.move for each in advice.moves],
                "values": [each.value for each in advice.moves],
                "visits": [each.visits for each in advice.moves],
            }
        )
        position = position.play(best.move)
    result = position.result
    assert result is not None
    rows[POSITIONS] += [{**row, "won": share(result, row["seat"])} for row in mine]
    rows[GAMES].append(game_row(number, position.record, result, [plan.level] * plan.players))
    return rows


def _believed(position: Position, number: int) -> list[dict[str, Any]]:
    return [
        {"number": number, "ply": len(position.moves), "by": by, "about": about, "what": what, "probability": chance}
        for by, others in (beliefs(position) or {}).items()
        for about, told in others.items()
        for what, chance in told.items()
    ]
