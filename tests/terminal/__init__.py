"""`sommet` as a player meets it: typed into a real pseudo-terminal of 80 by 24."""
