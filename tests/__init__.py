"""Sommet tested: one folder for each thing that is pinned."""
