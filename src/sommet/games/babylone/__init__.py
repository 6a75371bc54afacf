"""Babylone: block the other before they block you."""

PLAYERS = (2, 3, 4, 5, 6)
