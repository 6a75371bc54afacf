"""Search, and the bots that stand on it."""
