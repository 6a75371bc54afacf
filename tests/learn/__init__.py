"""Lessons and pictures: everything they say is played."""
