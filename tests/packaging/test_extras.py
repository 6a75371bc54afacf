"""Extras: the base install plays, answers and rates; what an extra brings is asked for in one line."""

import ast
import pickle
import re
import subprocess
import sys
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path
from typing import Any

import pytest

from sommet.core.extras import EXTRAS, MissingExtra, optional_imports

ROOT = Path(__file__).parents[2]
BASE = {"llvmlite", "msgspec", "numba", "numpy"}  # Numba needs llvmlite
# A Python in which no extra is installed: importing any of their packages fails as if it were not there.
BARE = f"import sys; sys.modules.update(dict.fromkeys({[name for names in EXTRAS.values() for name in names]!r})); "


def bare(code: str, *arguments: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    """Run Python code where no extra is installed."""
    return subprocess.run(
        [sys.executable, "-c", BARE + code, *arguments], input=typed, capture_output=True, text=True, timeout=120
    )


def sommet(*arguments: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    """Run a command where no extra is installed."""
    return bare("from sommet.cli import main; sys.exit(main())", *arguments, typed=typed)


@pytest.mark.parametrize(
    ("extra", "arguments"),
    [
        ("terminal", ["play", "babylone"]),
        ("terminal", ["rules", "kabaleo"]),
        ("server", ["serve"]),
        ("server", ["bot", "--server", "http://localhost:1", "--token", "x"]),
        ("openspiel", ["arena", "babylone", "random", "openspiel:mcts:sims=1", "--games", "2", "--jobs", "1"]),
        ("data", ["train", "on_top", "--out", "/nowhere", "--parquet"]),
        ("train", ["train", "on_top", "--part", "network", "--out", "/nowhere"]),
        ("plots", ["atlas", "report", "--out", "/nowhere"]),
        ("ray", ["arena", "babylone", "random", "beginner", "--games", "2", "--cluster", "auto"]),
    ],
)
def test_a_command_without_its_extra_ends_with_one_line(extra: str, arguments: list[str]) -> None:
    """It names the extra and the command that installs it; status 2, no traceback."""
    done = sommet(*arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert re.fullmatch(rf'\w+ is not installed;.*: pip install "sommet\[{extra}\]"\n', done.stderr)


@pytest.mark.parametrize(("language", "said"), [("fr", "n’est pas installé"), ("nl", "is niet geïnstalleerd")])
def test_it_is_said_in_the_language_of_the_user(language: str, said: str) -> None:
    """With the same command in it."""
    told = sommet("serve", "--lang", language).stderr
    assert said in told
    assert 'pip install "sommet[server]"' in told


def test_a_tournament_needs_no_extra() -> None:
    """Random players, a table of ratings."""
    done = sommet("arena", "babylone", "random", "beginner", "--games", "2", "--jobs", "1")
    assert done.returncode == 0, done.stderr
    assert "random" in done.stdout


def test_dealing_and_the_engine_need_no_extra() -> None:
    """`sommet new` prints a record, `sommet engine` answers about it."""
    dealt = sommet("new", "kabaleo", "--seed", "7")
    assert dealt.returncode == 0, dealt.stderr
    asked = sommet("engine", typed=f'{{"record": {dealt.stdout.strip()}}}\n')
    assert asked.returncode == 0, asked.stderr
    assert '"ok":true' in asked.stdout


def test_the_library_needs_no_extra_and_names_the_one_it_lacks() -> None:
    """A game is played; a picture is an ImportError with the same sentence."""
    done = bare(
        "import sommet; position = sommet.new('babylone', seed=7)\n"
        "while not position.over: position = position.play(position.legal[0])\n"
        "try: import sommet.research.openspiel\n"
        "except ImportError as error: print(error)\n"
        "try: import sommet.server.app\n"
        "except ImportError as error: print(error)\n"
        "from sommet.arena.plots import pyplot\n"
        "try: pyplot()\n"
        "except ImportError as error: print(error)\n"
    )
    assert done.returncode == 0, done.stderr
    assert re.findall(r'pip install "sommet\[(\w+)\]"$', done.stdout, re.M) == ["openspiel", "server", "plots"]


def test_what_no_extra_brings_fails_as_it_always_does() -> None:
    """Only packages of extras are spoken for."""
    with pytest.raises(ModuleNotFoundError, match="no_such_package"), optional_imports():
        import no_such_package  # type: ignore[import-not-found]  # noqa: F401


def test_the_error_can_be_pickled() -> None:
    """A process of the arena may send it to another."""
    error = MissingExtra("plots", "matplotlib")
    again = pickle.loads(pickle.dumps(error))
    assert (str(again), again.extra, again.name) == (str(error), "plots", "matplotlib")


def imported() -> dict[str, Path]:
    """Every package from elsewhere that a file of ours imports, by its name, with one such file."""
    found: dict[str, Path] = {}
    for path in (ROOT / "src" / "sommet").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom) and node.level == 0:
                names = [str(node.module)]
            found |= {name.partition(".")[0]: path for name in names}
    return {name: path for name, path in found.items() if name not in {*sys.stdlib_module_names, "sommet"}}


def test_every_import_is_of_the_base_or_of_an_extra() -> None:
    """What is imported and declared nowhere would be found missing only by users."""
    extras = {name for names in EXTRAS.values() for name in names}
    assert {name: path for name, path in imported().items() if name not in {*BASE, *extras}} == {}
    assert extras - {"numba_cuda", "numba.cuda"} <= imported().keys() | {"tzdata"}  # zoneinfo's data


def requirements(named: list[str]) -> set[str]:
    """The names of the distributions, as pip compares them."""
    return {re.sub(r"[-_.]+", "-", re.split(r"[<>=\[ ;]", one)[0]).lower() for one in named}


def test_every_package_of_an_extra_is_known_by_its_import_name() -> None:
    """The table in `sommet.core.extras` and pyproject.toml say the same."""
    project: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert requirements(project["dependencies"]) == {"msgspec", "numba", "numpy"}
    brought = packages_distributions()
    for extra in ("terminal", "server", "plots", "openspiel", "gymnasium", "pettingzoo", "data", "ray"):
        wanted = requirements(project["optional-dependencies"][extra]) - (
            {"gymnasium"} if extra == "pettingzoo" else set()
        )
        known = {name for package in EXTRAS[extra] for name in requirements(brought[package])}
        assert known == wanted, extra
