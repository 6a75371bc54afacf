"""Sommet as a Python user meets it."""
