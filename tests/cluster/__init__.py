"""Work shared out over a Ray cluster."""
