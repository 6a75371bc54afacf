"""Playing a tournament on all cores, one process each."""

import os
import threading
import time
from collections.abc import Callable, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import AbstractContextManager, nullcontext
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from ..core import calls
from .errors import ArenaError
from .players import EnginePlayer, Maker, Player, check, player
from .playing import Played, deal, play
from .schedule import Fixture, Tournament, fixtures
from .store import Store

Progress = Callable[[int, int], None]  # games finished, games in all


class Table:
    """A process's players, made and warmed once; one process after the other, so that the next finds it compiled."""

    def __init__(
        self, tournament: Tournament, makers: Mapping[str, Maker], keep: bool, alone: AbstractContextManager[Any]
    ) -> None:
        self.tournament, self.makers, self.keep, self.alone = tournament, makers, keep, alone
        self.players: dict[str, Player] = {}

    def play(self, fixture: Fixture) -> Played:
        """One game."""
        for spec in fixture.lineup:
            if spec not in self.players:
                with self.alone:
                    self._seat(spec)
        return play(self.tournament, fixture, self.players, self.keep)

    def _seat(self, spec: str) -> None:
        start = deal(self.tournament, 0)
        if not self.players:
            calls.prepare(start.setting, start.state)
        made = player(self.tournament.game, spec, self.makers)
        seat = start.to_move
        assert seat is not None
        made.warm(start.view(seat))
        self.players[spec] = made

    def close(self) -> None:
        """Engines end."""
        for made in self.players.values():
            if isinstance(made, EnginePlayer):
                made.close()


_table: list[Table] = []


def _begin(tournament: Tournament, makers: Mapping[str, Maker], keep: bool, lock: Any, parent: int) -> None:
    """In a new process: a table, and an end when the parent is gone."""
    _table[:] = [Table(tournament, makers, keep, lock)]

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(0.5)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


def _play(fixture: Fixture) -> Played:
    return _table[0].play(fixture)


def run(
    tournament: Tournament,
    folder: Path | None = None,
    makers: Mapping[str, Maker] | None = None,
    jobs: int | None = None,
    keep: bool = False,
    progress: Progress | None = None,
    most_seconds: float | None = None,
) -> list[Played]:
    """Play what is not played yet; all games of the tournament in their order, whoever finished first.

    With `most_seconds` no new game begins after that time: the rest is for another run.
    """
    for spec in tournament.specs:
        check(tournament.game, spec, makers)
    every = fixtures(tournament)
    store = Store(folder, tournament)
    try:
        missing = [fixture for fixture in every if fixture.key not in store.games]
        done = len(every) - len(missing)
        until = time.monotonic() + (1e12 if most_seconds is None else most_seconds)

        def keep_game(game: Played) -> None:
            nonlocal done
            store.add(game)
            done += 1
            if progress:
                progress(done, len(every))

        if progress:
            progress(done, len(every))
        if (jobs or os.cpu_count() or 1) == 1 or len(missing) < 2:
            table = Table(tournament, makers or {}, keep, nullcontext())
            try:
                for fixture in missing:
                    if time.monotonic() < until:
                        keep_game(table.play(fixture))
            finally:
                table.close()
        else:
            _in_processes(tournament, makers or {}, jobs or os.cpu_count() or 1, keep, missing, keep_game, until)
        return [store.games[fixture.key] for fixture in every if fixture.key in store.games]
    finally:
        store.close()


def _in_processes(
    tournament: Tournament,
    makers: Mapping[str, Maker],
    jobs: int,
    keep: bool,
    missing: list[Fixture],
    keep_game: Callable[[Played], None],
    until: float,
) -> None:
    context = get_context("spawn")
    beginning = (tournament, dict(makers), keep, context.Lock(), os.getpid())
    with ProcessPoolExecutor(jobs, context, _begin, beginning) as pool:
        running: set[Future[Played]] = set()
        left = iter(missing)
        try:
            while True:
                while len(running) < jobs and time.monotonic() < until:
                    fixture = next(left, None)
                    if fixture is None:
                        break
                    running.add(pool.submit(_play, fixture))
                if not running:
                    return
                finished, running = wait(running, return_when=FIRST_COMPLETED)
                for future in finished:
                    keep_game(future.result())
        except BaseException as error:
            pool.shutdown(wait=False, cancel_futures=True)
            for process in list(getattr(pool, "_processes", {}).values()):
                process.terminate()
            if isinstance(error, OSError):
                raise ArenaError(str(error)) from error
            raise
