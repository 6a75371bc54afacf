"""What the tests share: set-ups, random play, the engine's process, and slow plain models of the rules."""
