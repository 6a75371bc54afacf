"""A client of a Sommet server, and a player that asks an engine."""
