"""Tournaments: bots, engines and peers play each other, and the results are rated."""
