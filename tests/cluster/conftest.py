"""A cluster of two nodes on this machine, which leaves nothing behind."""

import os
import secrets
import shutil
import signal
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from sommet.cluster import Cluster
from sommet.cluster.connecting import QUIET


@dataclass
class Nodes:
    """The cluster, joined, and its second node."""

    cluster: Cluster
    second: Any
    address: str

    def kill_second(self) -> None:
        """At once, with all that it started, as when a machine loses its power."""
        raylet = self.second.all_processes["raylet"][0].process.pid
        started = Path(f"/proc/{raylet}/task/{raylet}/children").read_text(encoding="utf-8").split()
        for process in (raylet, *map(int, started)):
            os.kill(process, signal.SIGKILL)


@pytest.fixture(scope="module")
def nodes() -> Iterator[Nodes]:
    """Two nodes, with processors for one task each."""
    pytest.importorskip("pyarrow")
    before = dict(os.environ)
    folder = tempfile.mkdtemp(prefix="sommet-test-", dir="/tmp")
    os.environ.update(
        {**QUIET, "RAY_TMPDIR": folder, "RAY_AUTH_MODE": "token", "RAY_AUTH_TOKEN": secrets.token_hex(32)}
    )
    cluster_utils, config = pytest.importorskip("ray.cluster_utils"), pytest.importorskip("ray._raylet").Config
    config.initialize("")  # another test may have imported Ray, which reads these once
    try:
        head = {"num_cpus": 2, "include_dashboard": False, "object_store_memory": 80 << 20}
        started = cluster_utils.Cluster(initialize_head=True, head_node_args=head)
        second = started.add_node(num_cpus=2, object_store_memory=80 << 20)
        with Cluster(started.address) as cluster:
            yield Nodes(cluster, second, started.address)
        for node in (second, started.head_node):
            node.kill_all_processes(check_alive=False, allow_graceful=False)
    finally:
        os.environ.clear()
        os.environ.update(before)
        config.initialize("")
        shutil.rmtree(folder, ignore_errors=True)
