"""Committed counts of games, per depth."""
