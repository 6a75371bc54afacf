"""What a viewer may not know reaches him in no way."""
