"""The same games on a GPU."""
