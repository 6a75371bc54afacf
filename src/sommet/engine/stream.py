"""Reading and writing lines. Whatever comes in, every line gets one reply and memory stays bounded."""

import sys
from collections.abc import Iterator
from typing import BinaryIO

from .protocol import MOST_BYTES, answer, refuse_long_line


def lines(source: BinaryIO) -> Iterator[bytes | None]:
    """Each line without its end; None for one that is too long (the rest of it is read and dropped)."""
    while line := source.readline(MOST_BYTES + 1):
        if line.endswith(b"\n") or len(line) <= MOST_BYTES:
            yield line.rstrip(b"\r\n")
            continue
        while line and not line.endswith(b"\n"):
            line = source.readline(1 << 16)
        yield None


def serve(source: BinaryIO, sink: BinaryIO) -> None:
    """Answer until the input ends."""
    for line in lines(source):
        sink.write((refuse_long_line() if line is None else answer(line)) + b"\n")
        sink.flush()


def main() -> int:
    """`sommet engine`."""
    try:
        serve(sys.stdin.buffer, sys.stdout.buffer)
    except (BrokenPipeError, KeyboardInterrupt):
        sys.stderr.close()  # nobody listens any more; no complaint at exit
    return 0
