"""How positions look: as lines of text, and as SVG pictures. Names no game: each game's package has its own drawing.

`text` and `svg` draw a position or a view; `drawing_of` finds a game's drawing. What a game's drawing is made with:
`Pen` and `lines` for text, `Canvas` for pictures, `paints` for colours and their symbols.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .contract import Drawing as Drawing
    from .finding import drawing_of as drawing_of
    from .finding import svg as svg
    from .finding import text as text

_WHERE = {"Drawing": "contract", "drawing_of": "finding", "svg": "finding", "text": "finding"}
__all__ = ["Drawing", "drawing_of", "svg", "text"]


def __getattr__(name: str) -> Any:
    """Load a part when it is first asked for: reading a word needs no positions."""
    if name in _WHERE:
        from importlib import import_module

        return getattr(import_module(f"{__name__}.{_WHERE[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
