"""Kabaleo: a secret colour each, and discretion."""

PLAYERS = (2, 3, 4)
