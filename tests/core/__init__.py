"""What the games share."""
