"""Whole games, move by move."""
