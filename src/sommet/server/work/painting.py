"""A program: SVG comes in, PNG goes out. `painting.py WIDTH HEIGHT [SANS MONOSPACE FILE...]`.

It runs apart from the server, since the library that draws keeps Python's lock meanwhile: players would wait.
"""

import os
import sys

import resvg_py

MOST_MEMORY = 1 << 30
MOST_SECONDS = 20


def keep_small() -> None:
    """Others go first, and there is an end to what it takes."""
    if hasattr(os, "nice"):
        os.nice(10)
    try:
        import resource
    except ImportError:  # not on Windows
        return
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (MOST_SECONDS, MOST_SECONDS))


def paint(width: str, height: str, sans: str = "", monospace: str = "", *files: str) -> None:
    """From standard input to standard output, with these fonts and no others."""
    drawn = resvg_py.svg_to_bytes(
        svg_string=sys.stdin.buffer.read().decode(),
        width=int(width),
        height=int(height),
        skip_system_fonts=True,
        font_files=list(files),
        sans_serif_family=sans or None,
        monospace_family=monospace or None,
    )
    sys.stdout.buffer.write(bytes(drawn))


if __name__ == "__main__":
    keep_small()
    paint(*sys.argv[1:])
