"""Jobs in batches, as Ray tasks: a batch's results come back together, and a lost worker's batch is done again."""

import hashlib
import os
import time
from collections import Counter, deque
from collections.abc import Callable, Iterable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from pathlib import Path
from types import TracebackType
from typing import Any, TypeVar

from ..search.think import TREES
from .connecting import AUTO, connected, refused

Shared = TypeVar("Shared")
Job = TypeVar("Job")
Result = TypeVar("Result")

BATCH = 2.0  # seconds of work, about: what a lost worker costs, and how far on it goes when no more is wanted
PAUSE = 1.0  # seconds without news, after which we look whether there are more workers
MOST_LOSSES = 4  # workers lost one after another by the same job


class OtherVersion(Exception):
    """The node's address, and its version of Sommet."""


@cache
def identity() -> tuple[str, str]:
    """This Sommet: its version, and a digest of its sources."""
    package, digest = Path(__file__).resolve().parents[1], hashlib.sha256()
    for source in sorted(package.rglob("*.py")):
        digest.update(source.relative_to(package).as_posix().encode() + b"\0" + source.read_bytes() + b"\0")
    return str(import_module("sommet").__version__), digest.hexdigest()[:12]


def _batch(
    ours: tuple[str, str], work: Callable[[Any, Sequence[Any]], Iterable[Any]], shared: Any, jobs: Sequence[Any]
) -> tuple[list[Any], float]:
    """On a node: each job's result, and the seconds that all took."""
    if identity() != ours:
        from ray.util import get_node_ip_address

        raise OtherVersion(get_node_ip_address(), " ".join(identity()))
    os.environ.setdefault("SOMMET_SEARCH_THREADS", str(TREES))  # the processors that a task has
    began = time.perf_counter()
    return list(work(shared, jobs)), time.perf_counter() - began


@dataclass
class Cluster:
    """Workers on many machines, or with "auto" on this one. Ray is started or joined when there is work.

    `workers`: how many batches are worked on at once, at most; None: as many as there are processors for.
    """

    address: str
    workers: int | None = None
    _entered: ExitStack = field(default_factory=ExitStack)
    _ray: Any = None

    def __enter__(self) -> "Cluster":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._entered.close()

    def run(
        self,
        work: Callable[[Shared, Sequence[Job]], Iterable[Result]],
        shared: Shared,
        jobs: Iterable[Job],
        keep: Callable[[Job, Result], None],
        wanted: Callable[[], bool] = lambda: True,
    ) -> None:
        """Do all jobs, in about their order; `keep` is told each result once, when its batch is done.

        `work` is a function of a module: it is given what all share and a batch, and yields one result for each job,
        in their order. No batch begins when `wanted` says no. What `work` raises is raised here.
        """
        left = deque(enumerate(jobs))
        if not left:
            return
        ray = self._connected()
        at_hand = ray.put(shared)
        task = ray.remote(num_cpus=self._processors(), max_retries=0)(_batch)
        under_way: dict[Any, list[tuple[int, Job]]] = {}
        losses: Counter[int] = Counter()  # by the first job of the batch
        done, spent = 0, 0.0
        while True:
            room = self._room()
            while left and len(under_way) < room and wanted():
                fair = len(left) / (2 * room)  # nobody waits long for the last one
                size = int(max(1, min(BATCH * done / spent if spent else 1, fair)))
                batch = [left.popleft() for _ in range(size)]
                under_way[task.remote(identity(), work, at_hand, [job for _, job in batch])] = batch
            if not under_way:
                if not left or not wanted():
                    return
                time.sleep(PAUSE)  # all nodes are gone; others may come
            for ready in ray.wait(list(under_way), timeout=PAUSE)[0] if under_way else ():
                batch = under_way.pop(ready)
                try:
                    results, seconds = ray.get(ready)
                except ray.exceptions.RayTaskError as error:
                    raise _told(error) from error
                except ray.exceptions.RayError as error:  # its worker is lost
                    left.extendleft(reversed(batch))
                    losses[batch[0][0]] += 1
                    if losses[batch[0][0]] >= MOST_LOSSES:
                        raise refused("lost", count=MOST_LOSSES) from error
                else:
                    done, spent = done + len(batch), spent + seconds
                    for (_, job), result in zip(batch, results, strict=True):
                        keep(job, result)

    def _connected(self) -> Any:
        if self._ray is None:
            processors = TREES * (self.workers or max(1, (os.cpu_count() or 1) // TREES))
            self._ray = self._entered.enter_context(connected(self.address, processors))
            if not self._room():
                raise refused("empty", address=self.address[:60])
        return self._ray

    def _nodes(self) -> list[int]:
        """The processors of each node that is there."""
        return [int(node["Resources"].get("CPU", 0)) for node in self._ray.nodes() if node["Alive"]]

    def _processors(self) -> int:
        """For one task: a search runs on several."""
        return max(1, min(TREES, max(self._nodes(), default=1)))

    def _room(self) -> int:
        """How many tasks may be under way: as many as there are processors for, and one that waits for its turn."""
        slots = sum(count // self._processors() for count in self._nodes())
        if self.address == AUTO or not slots:
            return slots
        return min(slots + 1, self.workers or slots + 1)


def _told(error: Any) -> BaseException:
    """What a task raised, as it was raised there."""
    cause = error.cause
    if isinstance(cause, OtherVersion):
        node, version = cause.args
        return refused("version", node=node, theirs=version, ours=" ".join(identity()))
    if isinstance(cause, RuntimeError) and "failed to import on the worker" in str(cause):
        return refused("missing", ours=identity()[0])
    return cause if isinstance(cause, BaseException) else RuntimeError(str(error))
