"""Commands of `sommet` that only Babylone has: a module each, as in `sommet.cli`."""
