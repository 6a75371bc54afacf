"""Kabaleo in a small box, for study: so few colours, bases and pieces that every line of play can be looked at."""

PLAYERS = (2,)
