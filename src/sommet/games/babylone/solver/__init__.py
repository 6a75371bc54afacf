"""Babylone solved exactly, position by position."""
