"""What is shown of Babylone, what a move does, what a viewer may know. Clauses B4, B5, B6, B9."""

from typing import Any

from ...core.bits import around
from ...core.kernel import kernel
from .rules import NONE, from_spot, logged, over, play, same_colour, same_height, to_spot

NOBODY = -1


@kernel
def show(setting: Any, state: Any, shown: Any) -> Any:
    """B5, B6: every stack's colours, bottom to top; B9: who is out. The bottom token of a stack never left its spot."""
    above = shown.scratch
    for token in range(setting.tokens):
        above[token] = NOBODY
    for ply in range(setting.tokens - state.stacks):
        move = logged(setting, state, ply)
        token = to_spot(state, move)
        while above[token] != NOBODY:
            token = above[token]
        above[token] = from_spot(state, move)
    at = 0
    for spot in range(setting.tokens):
        if state.place[spot] != NONE:
            start = at
            token = spot
            while token != NOBODY:
                shown.stacks[at] = setting.token[token]
                at += 1
                token = above[token]
            shown.stacks_count[spot] = at - start
    tell_out(setting, state, shown)


@kernel
def tell_out(setting: Any, state: Any, told: Any) -> Any:
    """B9: those who could not move, in order; all but the winner, once nobody can."""
    if over(setting, state):
        played = setting.tokens - state.stacks
        told.out_count = setting.players - 1
        for place in range(setting.players - 1):
            told.out[place] = around(setting.first + setting.step * (played + place), setting.players)


@kernel
def show_own(setting: Any, state: Any, viewer: Any, own: Any) -> Any:
    """Everybody sees the same."""


@kernel
def tell(setting: Any, state: Any, move: Any, after: Any, effects: Any) -> Any:
    """B4: why the stacks could join; B9: who is out because of it, in order."""
    i = state.place[from_spot(state, move)]
    j = state.place[to_spot(state, move)]
    if same_height(state, i, j):
        effects.why[effects.why_count] = 0
        effects.why_count += 1
    if same_colour(state, i, j):
        effects.why[effects.why_count] = 1
        effects.why_count += 1
    play(setting, after, move)
    tell_out(setting, after, effects)


@kernel
def see(setting: Any, state: Any, viewer: Any, seen: Any) -> Any:
    """Everything is open."""
    for spot in range(state.stack.shape[0]):
        seen.stack[spot] = state.stack[spot]
        seen.spot[spot] = state.spot[spot]
        seen.place[spot] = state.place[spot]
    seen.stacks = state.stacks


@kernel
def recall(setting: Any, state: Any, setup: Any) -> Any:
    """Nothing was hidden."""
