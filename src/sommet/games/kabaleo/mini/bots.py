"""The same players."""

from ..bots import BOTS as BOTS
