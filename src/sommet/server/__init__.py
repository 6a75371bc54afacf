"""The game server: tables, rooms, accounts. Everything that leaves it is a view; everything acknowledged is stored."""
