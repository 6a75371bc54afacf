"""The server, with the real thing: real processes, real sockets, real databases."""
