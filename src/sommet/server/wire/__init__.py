"""What travels, as types: over sockets, over HTTP, and why something is refused."""
