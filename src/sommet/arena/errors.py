"""Errors that whoever runs a tournament can fix."""


class ArenaError(Exception):
    """One sentence that says what is wrong."""
