"""The network in PyTorch (extra `train`), as `bots/network.py` reckons it, and how it learns: by Adam."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch.nn import functional

from ....search.think import threads
from ..bots.network import CONTEXTS, PAIR_UNITS, UNITS
from .making import Ground, Noted, Numbers
from .numbers import parts

Tensor = Any

DIFFERENCES = 8.0  # how much it counts what placements of one position differ by
MEMORY = 0.9, 0.99  # Adam's, of gradients and of their squares
DECAY = 1e-4
STEEPEST = 1.0  # a longer gradient is made as long


@dataclass(frozen=True)
class Corners:
    """Per pair of cells and crossing: whether a tile has an obtuse, or an acute, corner there."""

    obtuse: Tensor
    acute: Tensor


def corners_of(on: Ground) -> Corners:
    """The board's."""
    pairs, crossings = int(on.settings["pairs"][0]), int(on.settings["crossings"][0])
    found = np.zeros((2, pairs, crossings), np.float32)
    for pair in range(pairs):
        for k, crossing in enumerate(on.settings["corner"][0, 2 * pair]):
            found[k % 2, pair, crossing] += 1
    acute, obtuse = torch.from_numpy(found)
    return Corners(obtuse, acute)


def rows_of(table: Tensor, rows: NDArray[np.int16]) -> Tensor:
    """A table's rows; nothing where the number is that after the last."""
    return functional.embedding(torch.from_numpy(rows.astype(np.int64)), functional.pad(table, (0, 0, 0, 1)))


def expected(numbers: Tensor, corners: Corners, noted: Noted) -> Tensor:
    """Per position and placement: what the seat may expect, before it is brought between 0 and 1."""
    weights, placements = parts(numbers), noted.counted.shape
    rows, others, contexts = (
        array.reshape(-1, array.shape[-1]) for array in (noted.rows, noted.others, noted.contexts)
    )
    circles = rows_of(torch.cat([weights[name] for name in ("direct", "obtuse", "acute")], 1), rows)
    direct, obtuse, acute = circles.split((UNITS, PAIR_UNITS, PAIR_UNITS), 2)
    given = functional.relu(direct.sum(1) + rows_of(weights["other"], others).sum(1))
    pairs = corners.obtuse @ obtuse + corners.acute @ acute + rows_of(weights["context"], contexts)
    there = torch.from_numpy(contexts < CONTEXTS)
    given = torch.cat([given, (functional.relu(pairs) * there[..., None]).sum(1)], 1)
    for name in ("first", "second"):
        given = functional.relu(given @ weights[name][:-1] + weights[name][-1])
    found = given @ weights["third"][:-1] + weights["third"][-1]
    return found.reshape(*placements, 2)


def losses(found: Tensor, noted: Noted) -> tuple[Tensor, Tensor]:
    """The cross-entropy, and the mean squared error of what placements of one position differ by (win, lead)."""
    labels, counted = torch.from_numpy(noted.labels), torch.from_numpy(noted.counted)[..., None].float()
    cross = functional.binary_cross_entropy_with_logits(found, labels, reduction="none")
    wrong = torch.sigmoid(found) - labels
    usual = (wrong * counted).sum(1, keepdim=True) / counted.sum(1, keepdim=True).clamp(min=1)
    differing = ((wrong - usual) ** 2 * counted).sum((0, 1))
    all_counted = counted.sum().clamp(min=1)
    return (cross * counted).sum() / all_counted, differing / all_counted


class Learner:
    """Weights that are learned, where they are: in the arrays of a training's state."""

    def __init__(self, numbers: Numbers, mean: Numbers, square: Numbers, step: NDArray[np.int64]) -> None:
        torch.set_num_threads(threads())
        self.numbers, self.mean, self.square = (torch.from_numpy(array) for array in (numbers, mean, square))
        self.step = step

    def learn(self, corners: Corners, noted: Noted, rate: float) -> None:
        """One step."""
        numbers = self.numbers.clone().requires_grad_()
        cross, differing = losses(expected(numbers, corners, noted), noted)
        (cross + DIFFERENCES * differing.sum()).backward()
        gradient = numbers.grad
        self._adam(gradient * (STEEPEST / gradient.norm()).clamp(max=1.0), rate)

    def _adam(self, gradient: Tensor, rate: float) -> None:
        """Adam, with its weight decay apart."""
        self.step += 1
        for kept, new, memory in zip((self.mean, self.square), (gradient, gradient**2), MEMORY, strict=True):
            kept.mul_(memory).add_(new, alpha=1 - memory)
        usual, spread = (1 - memory ** int(self.step[0]) for memory in MEMORY)
        self.numbers.mul_(1 - rate * DECAY)
        self.numbers.sub_(rate * (self.mean / usual) / ((self.square / spread).sqrt() + 1e-8))

    def losses(self, corners: Corners, noted: Noted) -> NDArray[np.float64]:
        """As it is now: the cross-entropy, and the root of each error of differences."""
        with torch.no_grad():
            cross, differing = losses(expected(self.numbers, corners, noted), noted)
        return np.array([float(cross), *np.sqrt(differing.numpy().astype(np.float64))])
