"""Search: it knows what a game is, and no game by name."""
