"""How large a game of Babylone may be. Clauses B1, B9, B10."""

STANDARD_TOKENS = 12
MOST_TOKENS = 64
MOST_PLAYERS = 6
