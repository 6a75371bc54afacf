"""The processes that play, and whoever watches over them.

Each game is played in a worker process, which says whom it asks for a move before it asks. A player that keeps it
waiting past the limit, or brings it down, forfeits the game; the worker, with every program it started, is ended and
another takes its place. No worker outlives the process that started it.
"""

import os
import signal
import threading
import time
import traceback
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from multiprocessing import get_context, resource_tracker
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess

from ..core import calls
from ..search.think import TREES
from .errors import ArenaError
from .players import EnginePlayer, Maker, Player, player
from .playing import Forfeit, Played, deal, forfeited, log, play
from .schedule import Fixture, Tournament

MOVE_LIMIT, START_LIMIT = 300.0, 600.0
GRACE = 5.0  # seconds to end in
LONGEST_WAIT = 3600.0


@dataclass(frozen=True)
class Play:
    """How games are played, whoever plays: what a worker is told when it starts."""

    tournament: Tournament
    makers: Mapping[str, Maker]
    keep: bool = False  # the whole record
    move_limit: float = MOVE_LIMIT  # seconds
    start_limit: float = START_LIMIT  # seconds for a player to get ready, before its first game
    prints: Mapping[str, str] = field(default_factory=dict)  # the players' fingerprints


@dataclass(frozen=True)
class Warming:
    """A worker makes a player ready."""

    spec: str


@dataclass(frozen=True)
class Asked:
    """A worker asks a seat for a move."""

    seat: int
    moves: tuple[str, ...]


@dataclass(frozen=True)
class Ready:
    """A worker waits for its first game."""


@dataclass(frozen=True)
class Failed:
    """A worker gives up: something is wrong that is no player's fault."""

    error: BaseException
    text: str


class WorkerTraceback(Exception):
    """Where in a worker process an error was raised."""

    def __str__(self) -> str:
        return f"\n{self.args[0]}"


# in a worker process


def _work(pipe: Connection, way: Play, specs: Sequence[str], cold: frozenset[str], parent: int) -> None:
    """Play what the pipe brings, until it brings None. Players in `cold` are not made ready: that failed before."""
    _stand_alone(parent)
    os.environ.setdefault("SOMMET_SEARCH_THREADS", str(TREES))  # as many as `usual_jobs` counts on
    players: dict[str, Player] = {}
    try:
        start = deal(way.tournament, 0)
        calls.prepare(start.setting, start.state)
        assert start.to_move is not None
        for spec in specs:
            pipe.send(Warming(spec))
            players[spec] = player(way.tournament.game, spec, way.makers)
            if spec not in cold:
                try:
                    players[spec].warm(start.view(start.to_move))
                except (Exception, SystemExit):  # its first move will tell
                    log.debug("%s did not get ready", spec, exc_info=True)
        pipe.send(Ready())
        while (fixture := pipe.recv()) is not None:
            pipe.send(
                play(way.tournament, fixture, players, way.keep, lambda seat, moves: pipe.send(Asked(seat, moves)))
            )
    except EOFError:
        pass
    except BaseException as error:
        with suppress(OSError):
            _tell(pipe, error)
    finally:
        for made in players.values():
            if isinstance(made, EnginePlayer):
                made.close()


def _tell(pipe: Connection, error: BaseException) -> None:
    text = "".join(traceback.format_exception(error))
    try:
        pipe.send(Failed(error, text))
    except (TypeError, AttributeError, ValueError):  # it cannot be pickled
        pipe.send(Failed(ArenaError(f"{type(error).__name__}: {error}"), text))


def _stand_alone(parent: int) -> None:
    """Be a process group of one's own, which Ctrl-C does not reach; end, with all in it, when the parent is gone."""
    if hasattr(os, "setsid"):
        os.setsid()
        signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGINT])

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(0.5)
        if hasattr(os, "killpg"):
            os.killpg(0, signal.SIGKILL)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


# in the process that runs the tournament


@dataclass
class Worker:
    """A worker as its parent sees it."""

    process: SpawnProcess
    pipe: Connection
    fixture: Fixture | None = None
    doing: Warming | Asked | None = None
    deadline: float = float("inf")
    ready: bool = False

    def kill(self) -> None:
        """End it now, and every program it started."""
        if self.process.pid is not None and hasattr(os, "killpg"):
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self.process.pid, signal.SIGKILL)
        self.process.kill()
        self.process.join()
        self.pipe.close()

    def end(self) -> None:
        """Let it end; kill it when it does not."""
        with suppress(OSError):
            self.pipe.send(None)
        self.process.join(GRACE)
        self.kill()


@dataclass
class Crew:
    """Plays fixtures in worker processes. The first worker gets ready alone: the others find its machine code."""

    way: Play
    jobs: int
    until: float  # monotonic time after which no game begins
    keep_game: Callable[[Played], None]
    workers: list[Worker] = field(default_factory=list)
    cold: set[str] = field(default_factory=set)
    left: deque[Fixture] = field(default_factory=deque)
    specs: list[str] = field(default_factory=list)  # who will play; none: those of the first fixtures

    def play(self, fixtures: Sequence[Fixture]) -> None:
        """All of them, in about their order. Workers wait for more, until `end`; whatever is raised ends them."""
        self.left = deque(fixtures)
        self.specs = self.specs or list(dict.fromkeys(spec for fixture in fixtures for spec in fixture.lineup))
        try:
            for worker in self.workers:
                self._give(worker)
            while self._wanted() or any(worker.fixture for worker in self.workers):
                self._man()
                for worker in self._woken():
                    self._hear(worker)
                for worker in [each for each in self.workers if each.deadline <= time.monotonic()]:
                    if not worker.pipe.poll():
                        self._overdue(worker)
        except BaseException:
            while self.workers:
                self.workers.pop().kill()
            raise

    def end(self) -> None:
        """No more games: no worker is left behind."""
        while self.workers:
            self.workers.pop().end()

    def _wanted(self) -> bool:
        return bool(self.left) and time.monotonic() < self.until

    def _man(self) -> None:
        """As many workers as there are games for them; one, until that one is ready."""
        trained = any(worker.ready for worker in self.workers)
        busy = sum(worker.fixture is not None for worker in self.workers)
        wanted = min(self.jobs, busy + len(self.left)) if self._wanted() else 0
        while len(self.workers) < (wanted if trained else min(1, wanted)):
            self.workers.append(self._started())

    def _started(self) -> Worker:
        context = get_context("spawn")
        here, there = context.Pipe()
        arguments = (there, self.way, self.specs, frozenset(self.cold), os.getpid())
        process = context.Process(target=_work, args=arguments, daemon=True)
        with _uninterrupted():
            process.start()
        there.close()
        return Worker(process, here)

    def _woken(self) -> list[Worker]:
        """Workers with a message, at the latest when a player is overdue or time is up."""
        soonest = min([worker.deadline for worker in self.workers], default=float("inf"))
        if self._wanted():
            soonest = min(soonest, self.until)
        rest = min(LONGEST_WAIT, max(0.0, soonest - time.monotonic()))
        spoken = wait([worker.pipe for worker in self.workers], rest)
        return [worker for worker in self.workers if worker.pipe in spoken]

    def _hear(self, worker: Worker) -> None:
        try:
            message = worker.pipe.recv()
        except (EOFError, OSError):
            worker.process.join(GRACE)
            self._lost(worker, f"its process ended ({_ending(worker.process.exitcode)})")
            return
        if isinstance(message, Failed):
            raise message.error from WorkerTraceback(message.text)
        if isinstance(message, Warming):
            worker.doing, worker.deadline = message, time.monotonic() + self.way.start_limit
            return
        if isinstance(message, Asked):
            worker.doing, worker.deadline = message, time.monotonic() + self.way.move_limit
            return
        worker.doing, worker.deadline, worker.ready = None, float("inf"), True
        if isinstance(message, Played):
            worker.fixture = None
            self.keep_game(message)
        self._give(worker)

    def _give(self, worker: Worker) -> None:
        """A game, if it waits for one and there is one."""
        if worker.ready and worker.fixture is None and self._wanted():
            worker.fixture = self.left.popleft()
            worker.pipe.send(worker.fixture)

    def _overdue(self, worker: Worker) -> None:
        limit = self.way.start_limit if isinstance(worker.doing, Warming) else self.way.move_limit
        self._lost(worker, f"no move within {limit:g} seconds")

    def _lost(self, worker: Worker, reason: str) -> None:
        """The player that was thinking, or getting ready, is at fault."""
        self.workers.remove(worker)
        worker.kill()
        if isinstance(worker.doing, Asked) and worker.fixture is not None:
            forfeit = Forfeit(worker.doing.seat, reason)
            self.keep_game(forfeited(self.way.tournament, worker.fixture, worker.doing.moves, forfeit, self.way.keep))
        elif isinstance(worker.doing, Warming) and worker.doing.spec not in self.cold:
            self.cold.add(worker.doing.spec)
        else:
            raise ArenaError(f"a worker cannot play: {reason}")


def _ending(code: int | None) -> str:
    return f"signal {-code}" if code is not None and code < 0 else f"exit code {code}"


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Ctrl-C waits: a process that starts now never sees it."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    resource_tracker.ensure_running()  # when it starts, it lets signals through again
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
