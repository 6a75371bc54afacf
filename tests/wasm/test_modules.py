"""What a module is to its host: it wants nothing, its description is true; a machine that cannot make one says so."""

import subprocess
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from sommet.bots.registry import game_bots
from sommet.core.packages import built_in
from sommet.core.registry import game as game_named
from sommet.wasm import __main__ as command
from sommet.wasm import building, llvm
from sommet.wasm.kernels import Given, listed
from sommet.wasm.rooms import kinds

from .ways import InWasm

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("game", built_in())
def test_a_module_wants_nothing_and_shows_its_kernels_only(game: str, modules: InWasm) -> None:
    """No imports, so no mathematics of a browser's own; exports are the kernels, the memory and where it is free."""
    module = modules.modules[game]
    memory = module.told["memory"]
    assert module.imports == []
    assert set(module.exports) == {*module.told["kernels"], memory["export"], memory["heap"]}
    assert {call.name for call in listed(game_named(game))} == set(module.told["kernels"])
    assert len(module.bytes) < 170_000


@pytest.mark.parametrize("game", built_in())
def test_records_are_described_as_numpy_lays_them_out(game: str, modules: InWasm) -> None:
    """Offsets, kinds and shapes of all fields: a record type made of the description is the kernels'."""
    records = modules.modules[game].told["records"]
    for number, room in enumerate(kinds(game_named(game))):
        for of, name in Given(game_named(game), room).names.items():
            told = records.get(f"{name}.{number}", records[name])
            fields: dict[str, Any] = told["fields"]
            made = np.dtype(
                {
                    "names": list(fields),
                    "formats": [(field["type"], tuple(field["shape"])) for field in fields.values()],
                    "offsets": [field["offset"] for field in fields.values()],
                    "itemsize": told["size"],
                }
            )
            plain = np.dtype([(name, *_format(of, name)) for name in of.names or ()], align=True)
            assert made == plain, name


def _format(of: "np.dtype[Any]", name: str) -> tuple[Any, ...]:
    kind = (of.fields or {})[name][0]  # type: ignore[index]
    return (kind,) if kind.subdtype is None else kind.subdtype


def test_what_was_made_is_kept(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A second build compiles nothing and gives the same files; what is of no game is removed."""
    monkeypatch.setattr(subprocess, "run", lambda *words, **more: pytest.fail("it was compiled again"))
    (tmp_path / "chess.wasm").touch()
    (tmp_path / "chess.bin").touch()
    building.build(tmp_path)
    names = {f"{game}.{kind}" for game in built_in() for kind in ("wasm", "json")}
    names |= {f"{game}.bin" for game in built_in() if game_bots(game).kind.learned}
    assert {file.name for file in tmp_path.iterdir() if file.is_file()} == names
    assert all((tmp_path / name).read_bytes() == (folder / name).read_bytes() for name in names)


def test_a_machine_without_a_linker_says_so_in_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """And nothing is written: the page is then built without."""
    monkeypatch.setenv("SOMMET_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(building, "find_spec", lambda name: None)
    monkeypatch.setattr(sys, "argv", ["sommet.wasm", str(tmp_path / "out")])
    assert command.main() == command.CANNOT
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert "ziglang" in said
    assert not (tmp_path / "out").exists()


def test_a_compiler_without_webassembly_is_a_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    """An llvmlite that lacks the target."""
    monkeypatch.setattr(llvm, "TRIPLE", "nothing-unknown-unknown")
    with pytest.raises(llvm.CannotCompile, match="WebAssembly"):
        llvm.target_machine()


@pytest.mark.parametrize(("status", "there"), [(0, True), (command.CANNOT, False)])
def test_a_page_is_built_without_modules_that_cannot_be_made(
    status: int, there: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Those of another time are taken away; any other failure ends the build."""
    spec = spec_from_file_location("hatch_build", ROOT / "hatch_build.py")
    assert spec is not None
    assert spec.loader is not None
    hook: Any = module_from_spec(spec)
    spec.loader.exec_module(hook)
    old = tmp_path / "web" / "generated" / "engine" / "old.wasm"
    old.parent.mkdir(parents=True)
    old.touch()
    monkeypatch.setattr(subprocess, "run", lambda *words, **more: subprocess.CompletedProcess(words, status))
    hook.engine(tmp_path)
    assert old.exists() == there
    monkeypatch.setattr(subprocess, "run", lambda *words, **more: subprocess.CompletedProcess(words, 1))
    with pytest.raises(SystemExit):
        hook.engine(tmp_path)
