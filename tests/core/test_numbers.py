"""Our own logarithm and exponential: close to the truth everywhere, and the same bits in every way."""

import math
from typing import Any, cast

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from sommet.core.kernel import kernel
from sommet.core.numbers import LARGEST, SMALLEST, exp, log

WAYS = ("interpreted", "compiled")
EVERY = st.floats(allow_nan=True, allow_infinity=True, allow_subnormal=True)
POSITIVE = st.floats(min_value=5e-324, allow_infinity=False)


def both(function: Any, number: float) -> float:
    """What it gives; the same bits in both ways."""
    plain, machine = (cast(Any, function).in_way(way)(number) for way in WAYS)
    assert np.float64(plain).tobytes() == np.float64(machine).tobytes(), number
    return float(plain)


def steps(found: float, wanted: float) -> float:
    """How far apart, in units of the last place of what is wanted."""
    return abs(found - wanted) / math.ulp(wanted)


@given(POSITIVE)
@example(5e-324)
@example(2.2250738585072014e-308)
@example(2.225073858507201e-308)
@example(1.7976931348623157e308)
@example(1.0)
@example(math.nextafter(1.0, 0.0))
@example(math.nextafter(1.0, 2.0))
def test_logarithms(number: float) -> None:
    """Of anything above 0: within a unit in the last place of the machine's own, which is within half of one."""
    assert steps(both(log, number), math.log(number)) <= 1


@given(st.integers(1, 1 << 40))
def test_logarithms_of_counts(count: int) -> None:
    """As a search asks for them."""
    assert steps(both(log, float(count)), math.log(count)) <= 1


@given(st.floats(min_value=SMALLEST, max_value=LARGEST))
@example(SMALLEST)
@example(LARGEST)
@example(-708.3964185322641)
@example(-745.0)
@example(0.0)
@example(-0.0)
@example(5e-324)
@example(0.34657359027997264)
@example(0.3465735902799727)
def test_exponentials(number: float) -> None:
    """Wherever they are a number: within a unit in the last place."""
    assert steps(both(exp, number), math.exp(number)) <= 1


@given(st.floats(-40.0, 40.0))
def test_exponentials_of_what_moves_are_worth(number: float) -> None:
    """And back again."""
    power = both(exp, number)
    assert steps(power, math.exp(number)) <= 1
    assert abs(both(log, power) - number) <= 4e-16 * max(1.0, abs(number)) * 2


@given(EVERY)
def test_every_number_gives_the_same_bits(number: float) -> None:
    """Infinite, not a number, negative: whatever there is."""
    both(log, number)
    both(exp, number)


def test_edges() -> None:
    """Where there is no finite answer."""
    assert [both(log, number) for number in (0.0, -0.0, math.inf)] == [-math.inf, -math.inf, math.inf]
    assert [both(exp, number) for number in (-math.inf, math.inf, 710.0, -746.0)] == [0.0, math.inf, math.inf, 0.0]
    assert all(math.isnan(both(log, number)) for number in (-1.0, -math.inf, math.nan))
    assert math.isnan(both(exp, math.nan))
    assert (both(exp, 0.0), both(log, 1.0)) == (1.0, 0.0)


@kernel
def logarithms(numbers: Any, found: Any) -> Any:
    """Of all of them."""
    for k in range(numbers.shape[0]):
        found[k] = log(numbers[k])


@kernel
def exponentials(numbers: Any, found: Any) -> Any:
    """Of all of them."""
    for k in range(numbers.shape[0]):
        found[k] = exp(numbers[k])


@pytest.mark.parametrize("of", [logarithms, exponentials])
def test_a_million_numbers(of: Any) -> None:
    """Drawn anew: never more than a unit in the last place from the machine's own, and most of them the very same."""
    random = np.random.default_rng()
    numbers = np.exp(random.uniform(-700, 700, 1 << 20)) if of is logarithms else random.uniform(-745, 709, 1 << 20)
    found, wanted = np.empty_like(numbers), np.log(numbers) if of is logarithms else np.exp(numbers)
    cast(Any, of).compiled(numbers, found)
    apart = np.abs(found - wanted) / np.spacing(np.abs(wanted))
    assert apart.max() <= 1
    assert (apart == 0).mean() > 0.8
