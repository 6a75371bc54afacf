"""What /metrics tells: counts and times, never a name."""

import platform

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    Info,
    ProcessCollector,
    disable_created_metrics,
    generate_latest,
)

from .. import __version__

disable_created_metrics()  # type: ignore[no-untyped-call]  # a line more for each, that nobody reads
REGISTRY = CollectorRegistry()
_TIMES = (0.0002, 0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2)
_LONG = (0.01, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60)

# the process and the program
ProcessCollector(registry=REGISTRY)  # memory, processor, open files, start
BUILD = Info("sommet_build", "The program that runs", registry=REGISTRY)
BUILD.info({"version": __version__, "python": platform.python_version()})

# what players notice
REQUESTS = Counter("sommet_requests_total", "HTTP answers", ["status"], registry=REGISTRY)
REQUEST_SECONDS = Histogram(
    "sommet_request_seconds", "Time of an HTTP answer", ["route", "answer"], buckets=_TIMES, registry=REGISTRY
)
MOVE_SECONDS = Histogram(
    "sommet_move_seconds", "From taking up a move to acknowledging it, on disk", buckets=_TIMES, registry=REGISTRY
)
REFUSED = Counter("sommet_refused_total", "Messages and requests refused", ["code"], registry=REGISTRY)
SOCKETS = Gauge("sommet_sockets", "Open sockets", registry=REGISTRY)
ROOMS = Gauge("sommet_rooms", "Rooms in memory", registry=REGISTRY)
FINISHED = Counter("sommet_finished_total", "Matches finished", ["game"], registry=REGISTRY)

# what takes long
THINKING = Gauge("sommet_thinking", "Computer players thinking", registry=REGISTRY)
THINK_SECONDS = Histogram(
    "sommet_think_seconds", "Time a computer player thought about a move", ["level"], buckets=_LONG, registry=REGISTRY
)
QUEUED = Gauge("sommet_queued", "Work that waits for a thread", ["kind"], registry=REGISTRY)
QUEUE_SECONDS = Histogram(
    "sommet_queue_seconds", "How long work waited for a thread", ["kind"], buckets=_LONG, registry=REGISTRY
)
WORK_SECONDS = Histogram(
    "sommet_work_seconds", "How long work had a thread", ["kind"], buckets=_LONG, registry=REGISTRY
)
WORK_REFUSED = Counter("sommet_work_refused_total", "Work refused since too much waits", ["kind"], registry=REGISTRY)
LATE_MOVES = Counter("sommet_late_moves_total", "Computer players' moves without thought", registry=REGISTRY)
ANALYSES = Gauge("sommet_analyses", "Analyses running", registry=REGISTRY)

# the store
COMMITTED = Counter("sommet_entries_total", "Log entries committed", registry=REGISTRY)
COMMIT_SECONDS = Histogram("sommet_commit_seconds", "Time of a commit", buckets=_TIMES, registry=REGISTRY)
STORE_UP = Gauge("sommet_store_up", "1: the store's last answer was one; 0: it failed", registry=REGISTRY)
STORE_FAILURES = Counter("sommet_store_failures_total", "What the store did not do", ["why"], registry=REGISTRY)

# the other processes
HINTS = Counter("sommet_hints_total", "Hints to and from other processes", ["way"], registry=REGISTRY)
BUS_UP = Gauge("sommet_bus_up", "1: this process hears the others; 0: it does not, or is alone", registry=REGISTRY)
FOLLOW_SECONDS = Histogram(
    "sommet_follow_seconds", "From a move at another process to its news here", buckets=_TIMES, registry=REGISTRY
)

# what is sent to people
SENT = Counter("sommet_sent_total", "Mails and push messages", ["way", "outcome"], registry=REGISTRY)

# what is no longer kept
FORGOTTEN = Counter("sommet_forgotten_total", "Rows that retention removed", ["what"], registry=REGISTRY)


def text() -> bytes:
    """In Prometheus' format."""
    return generate_latest(REGISTRY)
