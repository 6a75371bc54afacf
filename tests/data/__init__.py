"""Games as tables."""
