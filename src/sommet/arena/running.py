"""Playing a tournament on all cores, or on a cluster: what is missing is played, kept, and put in order."""

import os
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

from ..cluster import Cluster
from ..search.think import TREES
from .clustered import ClusterCrew
from .players import Maker, check
from .playing import Played, deal
from .provenance import fingerprint, version
from .schedule import Tournament, fixtures
from .store import Store
from .workers import MOVE_LIMIT, START_LIMIT, Crew, Play

Progress = Callable[[int, int], None]  # games finished, games in all
Jobs = int | Cluster | None
"""Who plays: so many processes of this machine (None: as many as there are cores for), or a cluster."""


def usual_jobs() -> int:
    """As many processes as there are cores for them: a search runs on several."""
    return max(1, (os.cpu_count() or 1) // TREES)


def run(
    tournament: Tournament,
    folder: Path | None = None,
    makers: Mapping[str, Maker] | None = None,
    jobs: Jobs = None,
    keep: bool = False,
    progress: Progress | None = None,
    most_seconds: float | None = None,
    *,
    move_limit: float = MOVE_LIMIT,
    start_limit: float = START_LIMIT,
    mix: bool = False,
    enough: Callable[[Played], bool] | None = None,
) -> list[Played]:
    """Play what is not played yet; all games of the tournament in their order, whoever finished first.

    With `most_seconds` no new game begins after that time: the rest is for another run. A move may take `move_limit`
    seconds, getting ready `start_limit`. `mix`: count games that other versions of the bots have played. `enough`
    is told of every finished game, those of the folder first, until it says that no further one need begin. Games are
    played in other processes, so a script that calls this needs ``if __name__ == "__main__":``.
    """
    for spec in tournament.specs:
        check(tournament.game, spec, makers)
    deal(tournament, 0)  # wrong options are told now
    every = fixtures(tournament)
    prints = {spec: fingerprint(tournament.game, spec) for spec in tournament.specs}
    store = Store(folder, tournament, None if mix else prints)
    try:
        missing = [fixture for fixture in every if fixture.key not in store.games]
        done = len(every) - len(missing)

        def keep_game(game: Played) -> None:
            nonlocal done
            store.add(replace(game, version=version(), bots={spec: prints[spec] for spec in game.lineup}))
            done += 1
            if progress:
                progress(done, len(every))

            if enough is not None and enough(game):
                crew.until = 0.0

        if progress:
            progress(done, len(every))
        until = float("inf") if most_seconds is None else time.monotonic() + most_seconds
        if enough is not None and any(enough(store.games[each.key]) for each in every if each.key in store.games):
            until = 0.0
        way = Play(tournament, dict(makers or {}), keep, move_limit, start_limit, prints)
        crew: Crew | ClusterCrew
        if isinstance(jobs, Cluster):
            crew = ClusterCrew(way, jobs, until, keep_game)
        else:
            crew = Crew(way, jobs or usual_jobs(), until, keep_game)
        crew.play(missing)
        crew.end()
        return [store.games[fixture.key] for fixture in every if fixture.key in store.games]
    finally:
        store.close()
