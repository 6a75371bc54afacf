"""Alembic's migrations of the stored data."""
