"""Logarithm, exponential and rounding as kernels: the same bits interpreted, compiled, on a GPU and in a browser.

A machine's own `log` and `exp` differ in the last bit from one library to the next, and with them the moves of a
search. These use nothing but additions, multiplications and divisions of 64-bit floating-point numbers, whose every bit
is settled (IEEE 754), in a fixed order: never a fused multiply-add. Within one unit in the last place of the truth.

The ways of reducing the argument and the coefficients are those of FreeBSD's and Sun's fdlibm (e_log.c, e_exp.c).
"""

from typing import Any

import numpy as np

from .kernel import kernel

LN2_HIGH = 6.93147180369123816490e-01  # its last 32 bits are 0: times an exponent it is exact
LN2_LOW = 1.90821492927058770002e-10
ONE_BY_LN2 = 1.44269504088896338700e00
INFINITY = float("inf")
NOT_A_NUMBER = float("nan")

BIAS = 1023  # of the exponent in a number's bits
MANTISSA = 52  # bits
MANTISSA_BITS = (1 << MANTISSA) - 1
ONE_BITS = 0x3FF0000000000000  # of 1.0
ROOT_BITS = 0x3FE6A09E00000000  # of about the root of 1/2
SMALLEST_NORMAL = 2.2250738585072014e-308
TWO_TO_54 = 18014398509481984.0

LOG_1 = 6.666666666666735130e-01
LOG_2 = 3.999999999940941908e-01
LOG_3 = 2.857142874366239149e-01
LOG_4 = 2.222219843214978396e-01
LOG_5 = 1.818357216161805012e-01
LOG_6 = 1.531383769920937332e-01
LOG_7 = 1.479819860511658591e-01

LARGEST = 7.09782712893383973096e02  # beyond it `exp` is infinite
SMALLEST = -7.45133219101941108420e02  # and below this, 0
EXP_1 = 1.66666666666666019037e-01
EXP_2 = -2.77777777770155933842e-03
EXP_3 = 6.61375632143793436117e-05
EXP_4 = -1.65339022054652515390e-06
EXP_5 = 4.13813679705723846039e-08


@kernel
def log(number: Any) -> Any:
    """The natural logarithm; of 0 minus infinity, of less no number."""
    x = float(number)
    if not x > 0.0:
        return -INFINITY if x == 0.0 else NOT_A_NUMBER
    if x == INFINITY:
        return x
    exponent = 0
    if x < SMALLEST_NORMAL:
        x *= TWO_TO_54
        exponent = -54
    bits = int(np.float64(x).view(np.int64)) + (ONE_BITS - ROOT_BITS)
    exponent += (bits >> MANTISSA) - BIAS
    # x is 2 to the exponent times 1 + f, which lies between the roots of 1/2 and of 2
    f = float(np.int64((bits & MANTISSA_BITS) + ROOT_BITS).view(np.float64)) - 1.0
    half = 0.5 * f * f
    s = f / (2.0 + f)
    z = s * s
    w = z * z
    even = w * (LOG_2 + w * (LOG_4 + w * LOG_6))
    odd = z * (LOG_1 + w * (LOG_3 + w * (LOG_5 + w * LOG_7)))
    power = float(exponent)
    return s * (half + (odd + even)) + power * LN2_LOW - half + f + power * LN2_HIGH


@kernel
def power_of_two(exponent: Any) -> Any:
    """2 to this power, from -1022 to 1023."""
    return float(np.int64((exponent + BIAS) << MANTISSA).view(np.float64))


@kernel
def exp(number: Any) -> Any:
    """e to this power."""
    x = float(number)
    if not x <= LARGEST:
        return INFINITY if x > LARGEST else NOT_A_NUMBER
    if x < SMALLEST:
        return 0.0
    # x is exponent times the logarithm of 2, plus high minus low
    exponent = int(x * ONE_BY_LN2 + (0.5 if x >= 0.0 else -0.5))
    power = float(exponent)
    high = x - power * LN2_HIGH
    low = power * LN2_LOW
    rest = high - low
    t = rest * rest
    c = rest - t * (EXP_1 + t * (EXP_2 + t * (EXP_3 + t * (EXP_4 + t * EXP_5))))
    y = 1.0 - ((low - (rest * c) / (2.0 - c)) - high)
    if exponent > BIAS:
        return y * 2.0 * power_of_two(exponent - 1)
    if exponent < -1021:
        return y * power_of_two(exponent + 1000) * power_of_two(-1000)
    return y * power_of_two(exponent)


@kernel
def rounded(number: Any, parts: Any) -> Any:
    """To the nearest of these parts of one, such as 100.0 for hundredths; up where it lies between two."""
    return np.floor(number * parts + 0.5) / parts
