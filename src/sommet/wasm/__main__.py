"""`python -m sommet.wasm OUT [GAME …]`: every game's module and description, into a folder.

Where this machine cannot make them it says why in one line and ends with status 3.
"""

import sys
from pathlib import Path

CANNOT = 3


def main() -> int:
    """Run it."""
    if len(sys.argv) < 2:
        print(__doc__)
        return 2
    try:
        from .building import CannotBuild, build

        try:
            build(Path(sys.argv[1]), sys.argv[2:])
        except CannotBuild as reason:
            return cannot(str(reason))
    except ModuleNotFoundError as missing:  # where the page is built without what Sommet itself needs
        if str(missing.name).startswith("sommet"):
            raise
        return cannot(f"the package {missing.name} is not installed")
    return 0


def cannot(reason: str) -> int:
    """Say it."""
    print(f"No WebAssembly: {reason}.", file=sys.stderr)
    return CANNOT


if __name__ == "__main__":
    sys.exit(main())
