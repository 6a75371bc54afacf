"""Babylone: block the other before he blocks you."""

PLAYERS = (2, 3, 4, 5, 6)
