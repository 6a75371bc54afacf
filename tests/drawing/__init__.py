"""How positions look: as text and as pictures."""
