"""What is wrong, said three ways: a code for programs, a clause for referees, a sentence for players."""

from typing import Any

from .words import say

BAD_JSON, BAD_REQUEST, BAD_RECORD, ILLEGAL_MOVE, GAME_OVER = (
    "bad_json",
    "bad_request",
    "bad_record",
    "illegal_move",
    "game_over",
)


def shown(value: object) -> str:
    """A value from outside, cut short so that it can stand in a message."""
    text = repr(value) if isinstance(value, str | int | float | bool | None) else _kind(value)
    return text if len(text) <= 40 else text[:39] + "…"


def _kind(value: object) -> str:
    """What kind of thing that is: a list and an object of JSON are called so even where they cannot be changed."""
    return "list" if isinstance(value, tuple) else "dict" if isinstance(value, dict) else type(value).__name__


class SommetError(ValueError):
    """Bad input: nothing was changed by it. `at` is the index of the move it concerns.

    It travels between processes: unpickled it has the same type, code, key, clause, values and `at`.
    """

    def __init__(self, code: str, key: str, clause: str | None = None, **values: object) -> None:
        self.code, self.key, self.clause, self.values = code, key, clause, values
        self.at: int | None = None
        super().__init__(code, key, clause)

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self).__new__, (type(self), *self.args), vars(self)

    def say(self, language: str = "en") -> str:
        """The sentence, in a language."""
        return say(language, self.key, **self.values)

    def __str__(self) -> str:
        return self.say() + (f" ({self.clause})" if self.clause else "")


def bad_argument(what: str, given: object) -> SommetError:
    """The error for an argument of the library that cannot be meant."""
    return SommetError(BAD_REQUEST, "error.argument", what=what, given=shown(given))


class BadRecord(SommetError):
    """A record, an option or a set-up that the rules do not allow."""

    def __init__(self, key: str, clause: str | None = None, **values: object) -> None:
        super().__init__(BAD_RECORD, key, clause, **values)


class IllegalMove(SommetError):
    """A move that a rule forbids."""

    def __init__(self, key: str, clause: str, **values: object) -> None:
        super().__init__(ILLEGAL_MOVE, key, clause, **values)
