"""The games. Each is one folder here; adding a game means adding a folder (see `sommet.core.registry`)."""
