"""Moved to `search.choosing`."""

from ..search.choosing import best_first as best_first
from ..search.choosing import shuffle as shuffle
