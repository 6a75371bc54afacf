"""What /metrics tells: counts and times, never a name."""

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

REGISTRY = CollectorRegistry()
_TIMES = (0.0002, 0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5, 2)
COMMITTED = Counter("sommet_entries_total", "Log entries committed", registry=REGISTRY)
COMMIT_SECONDS = Histogram("sommet_commit_seconds", "Time of a commit", buckets=_TIMES, registry=REGISTRY)
REFUSED = Counter("sommet_refused_total", "Messages and requests refused", ["code"], registry=REGISTRY)
SOCKETS = Gauge("sommet_sockets", "Open sockets", registry=REGISTRY)
ROOMS = Gauge("sommet_rooms", "Rooms in memory", registry=REGISTRY)
FINISHED = Counter("sommet_finished_total", "Matches finished", ["game"], registry=REGISTRY)
THINKING = Gauge("sommet_thinking", "Computer players thinking", registry=REGISTRY)
ANALYSES = Gauge("sommet_analyses", "Analyses running", registry=REGISTRY)
REQUESTS = Counter("sommet_requests_total", "HTTP answers", ["status"], registry=REGISTRY)


def text() -> bytes:
    """In Prometheus' format."""
    return generate_latest(REGISTRY)
