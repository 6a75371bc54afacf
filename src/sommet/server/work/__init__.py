"""What takes long: done in threads, in turn."""
