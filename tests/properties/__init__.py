"""What holds for every game, whatever is dealt and played."""
