"""Build what is published, without the page."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def build(target: str, folder: Path) -> Path:
    """A wheel or an sdist, as hatchling makes it."""
    environment = {**os.environ, "SOMMET_PAGE": "skip"}
    command = [sys.executable, "-m", "hatchling", "build", "-t", target, "-d", str(folder)]
    subprocess.run(command, cwd=ROOT, env=environment, check=True, capture_output=True, timeout=120)
    (made,) = folder.iterdir()
    return made
