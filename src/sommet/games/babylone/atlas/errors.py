"""What can go wrong with an atlas."""


class AtlasError(Exception):
    """Something the person who asked can do something about; the text says what."""


class NotBuilt(AtlasError):
    """No atlas holds what was asked."""

    def __init__(self, tokens: int, colours: int | None = None) -> None:
        limit = f" --colours {colours}" if colours is not None and colours < tokens else ""
        super().__init__(
            f"there is no atlas of {tokens} tokens here yet; make it with: sommet atlas build --tokens {tokens}{limit}"
        )


class Corrupted(AtlasError):
    """A file is not what it says it is."""


class TooLarge(AtlasError):
    """There is not enough memory or disk."""
