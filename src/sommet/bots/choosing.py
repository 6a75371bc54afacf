"""What choosing among moves comes down to, as kernels: a random order, and the best first."""

from typing import Any

from ..core.bits import below
from ..core.kernel import kernel


@kernel
def shuffle(rng: Any, items: Any, count: Any) -> Any:
    """Put the first `count` items into a random order (Fisher and Yates)."""
    for place in range(count - 1, 0, -1):
        other = below(rng, place + 1)
        item = items[place]
        items[place] = items[other]
        items[other] = item


@kernel
def precedes(keys: Any, a: Any, b: Any) -> Any:
    """Whether row `a` is above row `b`: by the first key in which they differ."""
    for k in range(keys.shape[1]):
        if keys[a, k] != keys[b, k]:
            return keys[a, k] > keys[b, k]
    return False


@kernel
def best_first(keys: Any, count: Any, order: Any) -> Any:
    """Fill `order` with the first `count` rows' numbers, highest keys first; equal ones stay as they come."""
    for row in range(count):
        place = row
        while place > 0 and precedes(keys, row, order[place - 1]):
            order[place] = order[place - 1]
            place -= 1
        order[place] = row
