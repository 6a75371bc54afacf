"""Sommet: play, study and research Kabaleo, Babylone and On Top, in which only the top counts.

>>> import sommet
>>> position = sommet.new("babylone", seed=7)
>>> len(position.legal)
132
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .core.errors import SommetError as SommetError
    from .core.files import read as read
    from .core.files import read_all as read_all
    from .core.files import write as write
    from .core.position import Position as Position
    from .core.position import View as View
    from .core.record import Record as Record
    from .core.registry import game as game
    from .core.registry import load as load
    from .core.registry import new as new
    from .drawing.finding import svg as svg

__version__ = "0.1.0"

_WHERE = {
    "Position": "core.position",
    "Record": "core.record",
    "SommetError": "core.errors",
    "View": "core.position",
    "game": "core.registry",
    "load": "core.registry",
    "new": "core.registry",
    "read": "core.files",
    "read_all": "core.files",
    "svg": "drawing.finding",
    "write": "core.files",
}
__all__ = [
    "Position",
    "Record",
    "SommetError",
    "View",
    "__version__",
    "game",
    "load",
    "new",
    "read",
    "read_all",
    "svg",
    "write",
]


def __getattr__(name: str) -> Any:
    """Load a part when it is first asked for: importing Sommet loads neither NumPy nor Numba."""
    if name in _WHERE:
        from importlib import import_module

        return getattr(import_module(f"{__name__}.{_WHERE[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    """The public names, so that an interactive Python completes them."""
    return sorted(__all__)
