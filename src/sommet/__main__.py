"""`python -m sommet` is the command `sommet`."""

import sys

from .cli import main

if __name__ == "__main__":
    sys.exit(main())
