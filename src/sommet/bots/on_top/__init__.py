"""On Top's computer players: what a circle is worth before it is finished, and search by it."""
