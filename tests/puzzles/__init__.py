"""Puzzles: every game's, and what is checked slowly."""
