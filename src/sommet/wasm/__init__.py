"""WebAssembly: the kernels of a game as a module, and the game as data, for hosts without Python."""
