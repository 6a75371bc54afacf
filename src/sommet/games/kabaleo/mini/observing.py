"""The same, with fewer colours and locations."""

from ..observing import PLACES as PLACES
from ..observing import features as features
