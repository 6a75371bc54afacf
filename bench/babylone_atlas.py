"""How long Babylone's atlas takes to build, and how much memory: ``python -m bench.babylone_atlas [--large]``.

Each build has a process of its own, so that the peak is its own too.
"""

import argparse
import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator

SIZES: tuple[tuple[int, int | None], ...] = ((28, None),)
LARGE: tuple[tuple[int, int | None], ...] = ((32, None), (45, 3))

# A small build first: nothing is compiled while the clock runs.
CHILD = """
import json, sys
from pathlib import Path
from sommet.games.babylone.atlas.build import build
from sommet.games.babylone.atlas.files import read_header

folder, tokens, colours, threads = Path(sys.argv[1]), *(int(text) or None for text in sys.argv[2:])
build(6, min(colours, 5) if colours else None, folder, threads=threads)
header = read_header(build(tokens, colours, folder, threads=threads))
peak = 0
if Path("/proc/self/status").exists():  # getrusage would count the parent's memory too
    peak = 1024 * int(Path("/proc/self/status").read_text().split("VmHWM:")[1].split()[0])
print(json.dumps([header["seconds"], header["positions"], peak]))
"""


def builds(*, large: bool = False, threads: int | None = None) -> Iterator[tuple[str, float, str]]:
    """Build on all cores into a folder that goes again: lines of name, value and unit, each as soon as it is known.

    T = 28; with `large` also T = 32, and T = 45 in at most three colours (minutes). For each the seconds, and the most
    memory the process had, mapped file included, where the system tells.
    """
    for tokens, colours in (*SIZES, *(LARGE if large else ())):
        name = f"atlas.{tokens}" + (f"-in-{colours}" if colours else "")
        with tempfile.TemporaryDirectory(prefix="sommet-atlas-") as folder:
            command = [sys.executable, "-c", CHILD, folder, str(tokens), str(colours or 0), str(threads or 0)]
            done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
        seconds, positions, peak = json.loads(done.stdout)
        yield name, seconds, "s"
        yield f"{name} speed", positions / seconds, "positions/s"
        if peak:
            yield f"{name} memory", peak / 1e6, "MB"


def main() -> None:
    """Print each line as soon as it is known."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--large", action="store_true", help="also the large ones (a minute or two)")
    for name, value, unit in builds(large=parser.parse_args().large):
        print(f"{name:34}{value:20,.{2 if value < 100 else 0}f} {unit}", flush=True)


if __name__ == "__main__":
    main()
