"""`python -m sommet.site FOLDER`: what the page is given about the games, as files. Part of building the page."""

import sys
from pathlib import Path

from .files import write

if len(sys.argv) != 2:
    sys.exit("usage: python -m sommet.site FOLDER")
write(Path(sys.argv[1]))
