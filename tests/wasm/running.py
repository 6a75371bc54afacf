"""Kernels in WebAssembly, called with NumPy arrays: a host in a few lines, over wasmtime."""

import json
import threading
from pathlib import Path
from typing import Any

import numpy as np
import wasmtime

PAGE = 1 << 16
PASSED = {"int64": int, "uint64": int, "float64": float, "bool": int}


class Module:
    """A game's module and its description; each thread has an instance of its own."""

    def __init__(self, folder: Path, game: str) -> None:
        self.told: dict[str, Any] = json.loads((folder / f"{game}.json").read_text(encoding="utf-8"))
        self.bytes = (folder / f"{game}.wasm").read_bytes()
        self._engine = wasmtime.Engine()
        self._module = wasmtime.Module(self._engine, self.bytes)
        self._own = threading.local()

    @property
    def imports(self) -> list[str]:
        """What it wants from outside."""
        return [str(each.name) for each in self._module.imports]

    @property
    def exports(self) -> list[str]:
        """What it shows."""
        return [str(each.name) for each in self._module.exports]

    def _instance(self) -> "Instance":
        if not hasattr(self._own, "instance"):
            self._own.instance = Instance(self._engine, self._module, self.told["memory"])
        found: Instance = self._own.instance
        return found

    def call(self, name: str, *arguments: Any) -> Any:
        """Call the kernel of that name; what it writes is in the arrays afterwards."""
        told = self.told["kernels"][name]
        flat = list(flattened(arguments))
        assert len(flat) == len(told["args"]), f"{name} takes {len(told['args'])} arguments"
        for value, expected in zip(flat, told["args"], strict=True):
            self._check(value, expected)
        instance = self._instance()
        answer = instance.call(told["export"], flat, [each["of"] for each in told["args"]])
        return bool(answer) if told["returns"] == "bool" else answer

    def _check(self, value: Any, expected: dict[str, Any]) -> None:
        """An argument is what the description says."""
        if expected["kind"] == "number":
            assert not isinstance(value, np.ndarray), expected
            return
        assert value.ndim == expected["ndim"], expected
        assert value.flags.c_contiguous, expected
        of = self.told["records"].get(expected["of"])
        assert (value.dtype.name == expected["of"]) if of is None else (value.dtype.itemsize == of["size"]), expected


def flattened(values: Any) -> Any:
    """The values, those of tuples by themselves."""
    for value in values:
        if isinstance(value, tuple):
            yield from flattened(value)
        else:
            yield value


class Instance:
    """One instance: its memory is filled from the arrays before a call, and read back after it."""

    def __init__(self, engine: Any, module: Any, memory: dict[str, Any]) -> None:
        self._store = wasmtime.Store(engine)
        instance: Any = wasmtime.Instance(self._store, module, [])
        self._exports: Any = instance.exports(self._store)
        self._memory: Any = self._exports[memory["export"]]
        heap: Any = self._exports[memory["heap"]]
        self._heap = int(heap.value(self._store))

    def _room(self, size: int) -> Any:
        """The memory as bytes, of at least this size."""
        missing = size - self._memory.data_len(self._store)
        if missing > 0:
            self._memory.grow(self._store, -(-missing // PAGE))
        address = self._memory.data_ptr(self._store)
        return np.ctypeslib.as_array(address, (self._memory.data_len(self._store),))

    def call(self, export: str, values: list[Any], kinds: list[str]) -> Any:
        """Call an export."""
        places: dict[int, int] = {}
        arrays: list[tuple[int, Any]] = []
        end = self._heap
        passed: list[int | float] = []
        for value, kind in zip(values, kinds, strict=True):
            if not isinstance(value, np.ndarray):
                passed.append(PASSED[kind](value))
                continue
            if id(value) not in places:
                end = places[id(value)] = -(-end // 16) * 16
                arrays.append((end, value))
                end += value.nbytes
            passed += [places[id(value)], *value.shape]
        memory = self._room(end)
        for place, array in arrays:
            memory[place : place + array.nbytes] = array.reshape(-1).view(np.uint8)
        answer = self._exports[export](self._store, *passed)
        memory = self._room(end)
        for place, array in arrays:
            if array.flags.writeable:
                array.reshape(-1).view(np.uint8)[:] = memory[place : place + array.nbytes]
        return answer
