"""What only Babylone has: solver, atlas, puzzles, bots."""
