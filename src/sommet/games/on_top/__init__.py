"""On Top: tiles drawn by chance, towers with one pawn on top."""

PLAYERS = (2, 3, 4)
