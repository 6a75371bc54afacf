"""What can be wrong with what an environment is given."""

import operator
from typing import Any

from ..core.errors import BAD_REQUEST, SommetError, shown


def refused(key: str, **values: object) -> SommetError:
    """The error with that sentence."""
    return SommetError(BAD_REQUEST, f"envs.error.{key}", None, **values)


def whole_number(what: str, given: Any, least: int, most: int) -> int:
    """The number as an `int`, NumPy's too; SommetError unless it is one within these bounds."""
    try:
        number = operator.index(given)
    except TypeError:
        number = None
    if number is None or isinstance(given, bool) or not least <= number <= most:
        raise refused("number", what=what, least=least, most=most, given=shown(given))
    return number


def one_of(what: str, given: Any, values: tuple[str, ...]) -> str:
    """The value; SommetError unless it is one of these."""
    if not isinstance(given, str) or given not in values:
        raise refused("choice", what=what, values=", ".join(values), given=shown(given))
    return given
