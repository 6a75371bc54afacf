"""The background compiler: machine code is fetched by jobs in threads while everything else goes on interpreted.

What was compiled before is loaded at once and takes a fraction of a second; what was not is compiled, one job after the
other. The threads are daemons: a program that has nothing more to do ends, whatever they are at. What is told is told
through `logging`, to the logger ``sommet.kernels``: that something is being compiled (once a process), and what failed.
"""

import logging
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, nullcontext, suppress
from enum import Enum
from typing import Any

from .kernel_cache import cache_folder

log = logging.getLogger("sommet.kernels")
COMPILING = "compiling kernels for this machine"
LOADING = 2.5  # seconds to wait for code that was compiled before; it takes a fraction of that
_queue: "deque[Job]" = deque()  # what is to be compiled, one job after the other; the first is at it
_turn = threading.Condition()
_lock = threading.Lock()
_jobs: "dict[str, Job]" = {}
_said = threading.Event()


class State(Enum):
    """How far a job is."""

    WAITING = "waiting"
    COMPILING = "compiling"
    READY = "ready"
    FAILED = "failed"


class Job:
    """Machine code that is being loaded or compiled."""

    def __init__(self, name: str, work: Callable[[], object], modules: Iterable[str] | None, head_start: float) -> None:
        mark = None if modules is None else cache_folder(frozenset(modules)) / f"{name}.ready"
        self.name, self.state, self.error = name, State.WAITING, None
        self.kept = mark is not None and mark.exists()
        self._work, self._mark, self._head_start = work, mark, head_start
        self._until = time.monotonic() + (LOADING if self.kept else 0.0)
        self._done = threading.Event()
        if not self.kept and not head_start:
            _queue.append(self)
        threading.Thread(target=self._run, name=f"compile {name}", daemon=True).start()

    state: State
    error: Exception | None

    def wait(self, seconds: float | None = None) -> bool:
        """Wait for its end, at most `seconds`; whether the code is there."""
        self._done.wait(seconds)
        return self.state is State.READY

    @property
    def over(self) -> bool:
        """Whether it has ended, well or not."""
        return self._done.is_set()

    def here(self) -> bool:
        """Whether the code is there now; if it was compiled before, it is waited for until it should be."""
        return self.wait(max(0.0, self._until - time.monotonic()))

    def _run(self) -> None:
        if not self.kept and self._head_start:
            time.sleep(self._head_start)
            _queue.append(self)
        with nullcontext() if self.kept else self._in_turn():
            self.state = State.COMPILING
            try:
                self._work()
            except Exception as error:
                if threading.main_thread().is_alive():  # else the program is ending, and no new thread is allowed
                    self.error, self.state = error, State.FAILED
                    log.exception("compiling %s failed", self.name)
            else:
                self.state = State.READY
                with suppress(OSError):  # a read-only home: compiled anew each time
                    if self._mark is not None:
                        self._mark.touch()
        self._done.set()

    @contextmanager
    def _in_turn(self) -> Iterator[None]:
        """Wait for those who queued before."""
        with _turn:
            _turn.wait_for(lambda: _queue[0] is self)
        try:
            yield
        finally:
            with _turn:
                _queue.popleft()
                _turn.notify_all()


def start(name: str, work: Callable[[], object], modules: Iterable[str] | None = None, head_start: float = 0.0) -> Job:
    """Have this done in the background; the job of that name, if there is one already.

    With the `modules` whose kernels are needed it is remembered on disk that these very sources were compiled. Where
    they were not, compiling begins after the head start, so that a first answer is not slowed down.
    """
    with _lock:
        if name not in _jobs:
            _jobs[name] = Job(name, work, modules, head_start)
        return _jobs[name]


def jobs() -> tuple[Job, ...]:
    """All of this process."""
    with _lock:
        return tuple(_jobs.values())


def say_when_compiling(ours: Callable[[Any], bool]) -> None:
    """Log one line when Numba has to compile one of `ours` (its dispatchers) for the first time in this process."""
    if _said.is_set():
        return
    _said.set()
    from numba.core import event as numba_event

    event: Any = numba_event

    class Once(numba_event.Listener):
        """Waits for Numba to compile one of ours."""

        def on_start(self, happening: Any) -> None:
            """Say it, and stop listening."""
            if ours(happening.data["dispatcher"]):
                event.unregister("numba:compile", self)
                log.info(COMPILING)

        def on_end(self, happening: Any) -> None:
            """Nothing."""

    event.register("numba:compile", Once())
