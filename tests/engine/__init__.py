"""The line protocol, through the real process."""
