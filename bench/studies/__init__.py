"""Kabaleo and On Top studied: who has the advantage, how games are decided, how much the deal decides."""
