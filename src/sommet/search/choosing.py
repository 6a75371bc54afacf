"""What choosing among moves comes down to, as kernels: a random order, and the best first."""

from typing import Any

import numpy as np

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


@kernel
def take_one(found: Any, move: Any, told: Any, row: Any) -> Any:
    """Into a row: how often that move was tried and what it was worth on average; NaN where it never was."""
    visits = found[move, 0]
    told.visits[row] = np.int64(visits)
    told.values[row] = found[move, 1] / visits if visits > 0.0 else np.nan


@kernel
def take_found(found: Any, told: Any, count: Any) -> Any:
    """The same for every move told."""
    for k in range(count):
        take_one(found, told.moves[k], told, k)


@kernel
def by_visits(told: Any, count: Any) -> Any:
    """The most visited first, then the best; those equal in both stay as they come."""
    _sort(told, count, True)


@kernel
def by_value(told: Any, count: Any) -> Any:
    """The best first, those without a value last; equals stay as they come."""
    _sort(told, count, False)


@kernel
def _sort(told: Any, count: Any, visited: Any) -> Any:
    """By insertion."""
    for row in range(1, count):
        move = told.moves[row]
        value = told.values[row]
        visits = told.visits[row]
        place = row
        while place > 0:
            before = place - 1
            if visited and visits != told.visits[before]:
                above = visits > told.visits[before]
            else:
                above = value > told.values[before] or (np.isnan(told.values[before]) and not np.isnan(value))
            if not above:
                break
            told.moves[place] = told.moves[before]
            told.values[place] = told.values[before]
            told.visits[place] = told.visits[before]
            place -= 1
        told.moves[place] = move
        told.values[place] = value
        told.visits[place] = visits


@kernel
def put_first(told: Any, chosen: Any) -> Any:
    """Put the row `chosen` before all others, which keep their order."""
    move = told.moves[chosen]
    value = told.values[chosen]
    visits = told.visits[chosen]
    for place in range(chosen, 0, -1):
        told.moves[place] = told.moves[place - 1]
        told.values[place] = told.values[place - 1]
        told.visits[place] = told.visits[place - 1]
    told.moves[0] = move
    told.values[0] = value
    told.visits[0] = visits
