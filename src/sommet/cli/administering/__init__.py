"""The tasks of `sommet admin`."""
