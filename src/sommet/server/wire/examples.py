"""A game to name in the examples of the OpenAPI document: the first there is."""

from ...core.packages import packages

GAME = next(iter(packages()))
