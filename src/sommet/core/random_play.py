"""Random play for games that have no quicker way than to draw a move and to play it."""

from typing import Any

from .kernel import kernel
from .rules import draw, play


@kernel
def draw_and_play(setting: Any, state: Any, rng: Any) -> Any:
    """Draw a move and play it; False when the game is over."""
    move = draw(setting, state, rng)
    if move < 0:
        return False
    play(setting, state, move)
    return True
