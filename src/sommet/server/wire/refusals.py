"""What the server does not do, and why: a code for programs, a sentence for people."""

from ...core.errors import SommetError
from ...core.words import say
from .reasons import Reason


class Refusal(Exception):
    """Not done; nothing was changed. `status` is what HTTP calls it."""

    def __init__(self, code: str, status: int = 409, clause: str | None = None, **values: object) -> None:
        self.code, self.status, self.clause, self.values = code, status, clause, values
        super().__init__(code)

    def say(self, language: str = "en") -> str:
        """The sentence."""
        said = {name: _said(value, language) for name, value in self.values.items()}
        return say(language, f"server.refused.{self.code}", **said)


class RuleRefusal(Refusal):
    """The rules say no."""

    def __init__(self, error: SommetError) -> None:
        super().__init__(error.code, 400, error.clause)
        self.error = error

    def say(self, language: str = "en") -> str:
        """The rule's own sentence."""
        return self.error.say(language)


def _said(value: object, language: str) -> object:
    """A reason is said in the same language as the rest of the sentence."""
    return value.say(language) if isinstance(value, Reason) else value
