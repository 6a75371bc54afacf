"""Kabaleo's computer players: playing for a secret colour, and guessing the others'."""

from ....bots.contract import Minds
from ....bots.mind import Kind, Level
from ....search import plain
from ....search.guide import register
from . import explain, guide, mind, why
from .desk import new_desk

register(guide.GUIDE, mind, explain, why, guide, plain)

POSE = 0.8  # of two, in the first half: so many simulations are those of somebody who does not know one's colour
ENOUGH = 2000  # simulations for a move there: with more, its colour is read more easily and nothing is won
RIVALRY = 0.8  # of two, in playouts: so much a location with the other's colour counts against one with one's own
SECRECY = 0.3  # and so much of a win not being known at all, with more than two

KIND = Kind(
    guide.GUIDE,
    new_desk,
    likely="likely",
    about=explain.ABOUT,
    notes=explain.NOTES,
    phrases=why.PHRASES,
    openly={"pose": 0.0},
)
READS = {"searches": 1, "guesses": 1}
LEVELS = (
    Level("beginner", numbers={"reach": 2, "heeds": 4}),
    Level("easy", numbers={"choosy": 3}),
    Level("medium", simulations=500, numbers={"searches": 1, "of_three": 200, "of_four": 150, "rivalry": RIVALRY / 2}),
    Level("hard", simulations=500, numbers={**READS, "of_two": 250}),
    Level(
        "master", seconds=1.5, numbers={**READS, "rivalry": RIVALRY, "pose": POSE, "enough": ENOUGH, "secrecy": SECRECY}
    ),
)

BOTS = Minds(KIND, LEVELS, [Level("greedy")], stand_in="greedy", beliefs="beliefs")
