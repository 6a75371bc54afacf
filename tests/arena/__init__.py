"""Tournaments, ratings, analysis."""
