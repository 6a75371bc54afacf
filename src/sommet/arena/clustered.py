"""Games of a tournament on a cluster: each of its tasks has a worker process, and watches over it as anybody would.

So whoever fails forfeits there as here. The process stays for the next batch, and ends with the task's own process.
"""

import socket
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from ..cluster import Cluster
from .errors import ArenaError
from .playing import Played
from .provenance import fingerprint
from .schedule import Fixture
from .workers import Crew, Play


@dataclass
class ClusterCrew:
    """Plays fixtures on a cluster, as a `Crew` does here."""

    way: Play
    cluster: Cluster
    until: float  # monotonic time after which no batch begins
    keep_game: Callable[[Played], None]

    def play(self, fixtures: Sequence[Fixture]) -> None:
        """All of them, in about their order."""

        def keep(fixture: Fixture, game: Played) -> None:
            self.keep_game(game)

        self.cluster.run(play_batch, self.way, fixtures, keep, lambda: time.monotonic() < self.until)

    def end(self) -> None:
        """Whoever made the cluster leaves it."""


_crews: list[Crew] = []  # of this process: one at most
_played: list[Played] = []


def play_batch(way: Play, fixtures: Sequence[Fixture]) -> Iterator[Played]:
    """In a process of the cluster: games, one after another."""
    crew = _crew(way)
    for fixture in fixtures:
        crew.play([fixture])
        yield _played.pop()


def _crew(way: Play) -> Crew:
    """One worker that plays so."""
    if not _crews or _crews[0].way != way:
        while _crews:
            _crews.pop().end()
        for spec, print_ in way.prints.items():
            if fingerprint(way.tournament.game, spec) != print_:
                raise ArenaError(f"{spec} is another version of itself on {socket.gethostname()}")
        _crews.append(Crew(way, 1, float("inf"), _played.append, specs=list(way.tournament.specs)))
    return _crews[0]
