"""Who has gone leaves nothing behind, not even for the garbage collector: memory stays flat by itself."""

import gc
import time
import weakref
from pathlib import Path
from typing import Any

import pytest

from sommet.server.tables.connection import Connection
from sommet.server.ws import sockets

from .inside import Inside
from .running import guest, new_table
from .talking import talking


def test_a_closed_socket_is_forgotten_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The connection, its room and all that hangs on them."""
    there: list[weakref.ref[Any]] = []

    class Watched(Connection):
        """Tells us when it is no more."""

        def __init__(self, *args: Any) -> None:
            super().__init__(*args)
            there.append(weakref.ref(self))

    monkeypatch.setattr(sockets, "Connection", Watched)
    with Inside(tmp_path) as server:
        apis = [guest(server.base, name) for name in ("Ana", "Bob")]
        gc.collect()
        gc.disable()
        try:
            table = new_table(apis, {"game": "babylone"})
            with talking(apis[0], table) as here, talking(apis[1], table) as other:
                here.hear("update")
                there.append(weakref.ref(server.hub.tables.rooms[table]))
                other.answer("ping")
                other.send("nonsense")
                other.hear("refused")
                here.answer("resign")
            deadline = time.monotonic() + 20
            while any(one() is not None for one in there):
                assert time.monotonic() < deadline, [one() for one in there]
                time.sleep(0.02)
        finally:
            gc.enable()
    assert len(there) == 3
