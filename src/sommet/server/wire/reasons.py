"""Why something is impossible: a key of the catalogue, said in the reader's language."""

from ...core.words import say


class Reason(Exception):
    """A cause that people are told."""

    def __init__(self, key: str, **values: object) -> None:
        self.key, self.values = key, values
        super().__init__(key)

    def say(self, language: str = "en") -> str:
        """The words."""
        return say(language, self.key, **self.values)

    def __str__(self) -> str:
        return self.say()


class Unusable(Reason, ValueError):
    """Settings that the server cannot be run with."""
