"""Environments for programs that learn: many games at once, Gymnasium's and PettingZoo's interfaces.

>>> import sommet.envs
>>> env = sommet.envs.vector("babylone", 8, seed=1)
>>> env.turn.mask.shape
(8, 144)
"""

from .vector import Turn as Turn
from .vector import VectorEnv as VectorEnv
from .vector import sampled as sampled
from .vector import vector as vector
