"""Kabaleo's computer players: playing for a secret colour, and guessing the others'."""
