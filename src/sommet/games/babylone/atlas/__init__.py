"""The Babylone atlas: who wins every position of every set up to a number of tokens.

>>> from sommet.games.babylone.atlas import Atlas
>>> atlas = Atlas.make(tokens=12)
>>> atlas.lost("1,1,1|1,1,1|1,1,1|1,1,1")
True
"""

from .errors import AtlasError as AtlasError
from .query import Atlas as Atlas

__all__ = ["Atlas", "AtlasError"]
