"""Many machines at once: whatever can be cut into independent jobs is shared out over a Ray cluster (extra `ray`).

Nothing else of Sommet knows Ray. A job's result depends on the job and on what all of them share, never on who did it
or when, so a cluster gives what one machine would give.
"""

from .sharing import Cluster

__all__ = ["Cluster"]
