"""Python's own host (positions, views, links, bots) with every kernel that it calls run in one and the same way."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from sommet.bots.mind import Mind
from sommet.core import form
from sommet.core.kernel import Kernel
from sommet.core.registry import game as game_named
from sommet.wasm.kernels import like, listed

from .running import Module

INTERPRETED, COMPILED, WASM = "interpreted", "compiled", "wasm"


class InWasm:
    """Runs kernels in the modules of these games; a call that none of them has is an error, not run another way."""

    def __init__(self, folder: Path, games: list[str]) -> None:
        self.modules = {game: Module(folder, game) for game in games}
        self._calls: dict[Any, tuple[Module, str]] = {}
        for game, module in self.modules.items():
            for call in listed(game_named(game)):
                self._calls[like(call.kernel, call.example)] = module, call.name
        self.called: set[str] = set()

    def run(self, kernel: Kernel, *arguments: Any) -> Any:
        """Called in place of the kernel."""
        key = like(kernel, arguments)
        if key not in self._calls:
            raise LookupError(f"no module has {kernel.__module__}.{kernel.__name__} for {key[1:]}")
        module, name = self._calls[key]
        self.called.add(kernel.__name__)
        return module.call(name, *arguments)


def _interpreted(kernel: Kernel, *arguments: Any) -> Any:
    return kernel.interpreted(*arguments)


def _compiled(kernel: Kernel, *arguments: Any) -> Any:
    return kernel.compiled(*arguments)


@contextmanager
def running(way: str, modules: InWasm, quick: bool = True) -> Iterator[None]:
    """Within it every kernel that Python calls runs that way, and that way only.

    `quick`: hosts take it for machine code, and ask for as much as they would of that.
    """
    runs: dict[str, Callable[..., Any]] = {INTERPRETED: _interpreted, COMPILED: _compiled, WASM: modules.run}
    run = runs[way]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Kernel, "__call__", lambda kernel, *arguments: run(kernel, *arguments))
        patch.setattr(Kernel, "prepare", lambda *arguments: None)
        patch.setattr(Kernel, "prepared", lambda *arguments: quick)
        patch.setattr(Mind, "_load", lambda *arguments: None)
        patch.setattr(form, "_forms", {})  # texts of moves: spelled anew
        yield
