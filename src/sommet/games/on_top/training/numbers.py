"""All weights of a network as one row of numbers: so they are kept, and so they are learned."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ....core.arrays import Records
from ..bots.network import LAYERS, TABLES, UNITS

SHAPES = {name: (rows, columns) for name, rows, columns in (*TABLES, *LAYERS)}
SIZE = sum(rows * columns for rows, columns in SHAPES.values())
SPREAD = {"direct": 0.02, "other": 0.02, "obtuse": 0.02, "acute": 0.02, "context": 0.05}  # of the tables, at first
FEW = 0.2  # many pairs are added up: at first each counts for less


def parts(numbers: Any) -> dict[str, Any]:
    """Every table and layer, a view of its numbers (an array's or a tensor's)."""
    found, at = {}, 0
    for name, (rows, columns) in SHAPES.items():
        found[name] = numbers[at : at + rows * columns].reshape(rows, columns)
        at += rows * columns
    return found


def first_numbers(*seed: int) -> NDArray[np.float32]:
    """Before anything is learned: small, and by chance."""
    chance, numbers = np.random.default_rng(seed), np.zeros(SIZE, np.float32)
    for name, part in parts(numbers).items():
        if name in SPREAD:
            part[...] = SPREAD[name] * chance.standard_normal(part.shape)
        else:
            most = (len(part) - 1) ** -0.5
            part[...] = chance.uniform(-most, most, part.shape)
    parts(numbers)["first"][UNITS:-1] *= FEW
    return numbers


def set_numbers(guide: Records, numbers: NDArray[np.float32]) -> None:
    """Have a guide judge by these weights."""
    for name, part in parts(numbers).items():
        guide[name][0] = part
