"""`python -m sommet.wasm OUT [GAME …]`: every game's module and description, into a folder."""

import sys
from pathlib import Path

from .building import CannotBuild, build

if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    try:
        build(Path(sys.argv[1]), sys.argv[2:])
    except CannotBuild as reason:
        sys.exit(f"No WebAssembly: {reason}.")
