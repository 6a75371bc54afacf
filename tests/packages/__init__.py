"""A game that comes in a package of its own, in every host: nothing of Sommet knows it."""
