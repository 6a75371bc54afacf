"""WebSockets: frames, connections, and what clients say."""
