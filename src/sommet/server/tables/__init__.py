"""A table's life: from its making to its end."""
