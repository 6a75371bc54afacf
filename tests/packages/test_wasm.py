"""Pebbles in WebAssembly: the compiler knows no game."""

import secrets
from pathlib import Path
from typing import Any, cast

import pytest

from sommet.bots.bot import LEVELS
from sommet.search.playouts import random_games
from sommet.wasm.building import build

from ..wasm.telling import batch, thoughts, transcript
from ..wasm.ways import COMPILED, WASM, InWasm, running
from .games import NAME, SETUPS, course


def test_it_plays_and_thinks_there_as_it_does_here(tmp_path_factory: pytest.TempPathFactory, pebbles: Path) -> None:
    """Random games, all that a host tells, every level: from a seed drawn anew."""
    seed = secrets.randbits(40)
    print(f"seed {seed}")
    folder = tmp_path_factory.mktemp("modules")
    assert build(folder, [NAME]) == [NAME]
    modules, kernel = InWasm(folder, [NAME]), cast(Any, random_games)
    assert modules.modules[NAME].imports == []
    for setup in SETUPS:
        found = batch(lambda *given: modules.run(kernel, *given), setup, seed, 0, 10_000)
        assert found == batch(kernel.compiled, setup, seed, 0, 10_000)
    position = course(SETUPS[0].deal(seed), seed)[4]
    told = {}
    for way in (COMPILED, WASM):
        with running(way, modules):
            texts = [transcript(setup, seed, 100, 3) for setup in SETUPS]
            told[way] = [texts, *(thoughts(position, level, 2_000, seed) for level in LEVELS)]
    assert told[WASM] == told[COMPILED]
