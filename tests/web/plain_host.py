"""The page as plain files, in a folder of a host that does nothing but send files."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from sommet.site.plain_files import write_site


class Quiet(SimpleHTTPRequestHandler):
    """Python's own file server; what it is asked for is kept, not printed."""

    asked: list[str] = []  # noqa: RUF012

    def log_message(self, format: str, *args: object) -> None:
        """Keep the path."""
        self.asked.append(self.path)


@contextmanager
def hosted(root: Path) -> Iterator[str]:
    """The address of a folder with the site; the host's root, made here, holds nothing else."""
    write_site(root / "some" / "folder")
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(root)))
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_address[1]}/some/folder/"
    server.shutdown()
    thread.join(30)
    server.server_close()
