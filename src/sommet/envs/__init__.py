"""Environments for programs that learn: many games at once, Gymnasium's and PettingZoo's interfaces.

`vector` is the way in. `viewing` has the same observations and actions for one view.
"""

from .vector import Turn as Turn
from .vector import VectorEnv as VectorEnv
from .vector import sampled as sampled
from .vector import vector as vector
