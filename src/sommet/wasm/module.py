"""One game's module and the half of its description that tells how to call it; runs in a process of its own."""

import inspect
import json
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np

from ..core.game import Game
from ..core.registry import game
from . import llvm, rooms
from .kernels import Given, listed
from .signatures import arguments, in_front, returned

LINKER = "ziglang"  # the package that has wasm-ld
FAILED = 3  # the exit status of a process that said why it cannot compile
STACK = 1 << 18
HEAP = "__heap_base"
LINK = (
    "--no-entry",
    "--gc-sections",
    "--strip-all",
    f"--export={HEAP}",
    "--stack-first",  # so that too deep a stack traps, instead of running into data
    f"-zstack-size={STACK}",
    "-O2",
)


class Records:
    """The types of records, by the names that the description has for them."""

    def __init__(self) -> None:
        self.types: dict[str, np.dtype[Any]] = {}

    def name(self, of: "np.dtype[Any]", usual: str, room: int) -> str:
        """The name of this type: the usual one, or in another room, where it is another type, with its number."""
        for name in (usual, f"{usual}.{room}"):
            if self.types.setdefault(name, of) == of:
                return name
        raise TypeError(f"two types of records are called {usual}")

    def describe(self) -> dict[str, Any]:
        """Where each field is."""
        return {name: described(of) for name, of in self.types.items()}


def described(of: "np.dtype[Any]") -> dict[str, Any]:
    """A record type: its size and fields."""
    fields: dict[str, Any] = {}
    fields_of: Any = of.fields
    for name in of.names or ():
        kind, offset, *_ = fields_of[name]
        base, shape = kind.subdtype if kind.subdtype is not None else (kind, ())
        fields[name] = {"offset": offset, "type": base.name, "shape": list(shape)}
    return {"size": of.itemsize, "fields": fields}


def compiled(of: Game) -> tuple[bytes, dict[str, Any]]:
    """The object file of all its kernels, and `kernels` and `records` of the description."""
    import numba

    typeof: Any = numba.typeof  # type: ignore[attr-defined, unused-ignore]
    machine, records = llvm.target_machine(), Records()
    kernels: dict[str, Any] = {}
    texts, fronts = [], []
    for number, room in enumerate(rooms.kinds(of)):
        for record, name in Given(of, room).names.items():
            records.name(record, name, number)
    for call in listed(of):
        names = Given(of, rooms.kinds(of)[call.room]).names
        signature = tuple(typeof(argument) for argument in call.example)
        dispatcher = call.kernel.compiled
        dispatcher.compile(signature)
        made = dispatcher.overloads[signature].fndesc
        taken = list(arguments(list(inspect.signature(call.kernel.py_func).parameters), signature))
        texts.append(llvm.foreign(dispatcher.inspect_llvm(signature)))
        fronts.append(in_front(f'"{call.name}"', made.llvm_func_name, taken, made.restype))

        def name_of(of: Any, argument: str, names: Any = names, room: int = call.room) -> str:
            return records.name(of, names.get(of, argument), room)

        told = [argument.describe(name_of) for argument in taken]
        kernels[call.name] = {"export": call.name, "args": told, "returns": returned(made.restype)}
    whole = llvm.joined([*texts, "".join(fronts)], kernels, machine)
    return llvm.optimised(whole, machine), {"kernels": kernels, "records": records.describe()}


def link(code: bytes, exports: Iterable[str], module: Path) -> None:
    """Write the module, by wasm-ld. Nothing is imported: a name that no kernel has is an error."""
    made = module.with_suffix(".o")
    made.write_bytes(code)
    wanted = [f"--export={name}" for name in exports]
    command = [sys.executable, "-m", LINKER, "wasm-ld", *LINK, *wanted, str(made), "-o", str(module)]
    subprocess.run(command, check=True)
    made.unlink()


def main(name: str, folder: Path) -> None:
    """Write `kernels.wasm` and `calling.json` of this game; exit with one line where this machine cannot."""
    try:
        code, calling = compiled(game(name))
    except llvm.CannotCompile as reason:
        print(reason)
        sys.exit(FAILED)
    link(code, calling["kernels"], folder / "kernels.wasm")
    calling["memory"] = {"export": "memory", "heap": HEAP, "stack": STACK}
    (folder / "calling.json").write_text(json.dumps(calling), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]))
