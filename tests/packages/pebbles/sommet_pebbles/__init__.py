"""Pebbles: build heaps of what chance turns over, and be the colour on top."""

PLAYERS = (2, 3)
