"""What the person who asked can mend."""


class ArenaError(Exception):
    """One sentence."""
