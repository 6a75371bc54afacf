"""What pictures show: one check a clause, registered by its name."""

from collections.abc import Callable

from .reading import Course

Check = Callable[[Course], bool]
CHECKS: dict[str, Check] = {}


def shows(check: Check) -> Check:
    """The function's name is its clause."""
    CHECKS[check.__name__.upper()] = check
    return check
