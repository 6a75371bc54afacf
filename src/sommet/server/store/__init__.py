"""The database: the only place that writes, and what processes tell each other about it."""
