"""Kabaleo's computer players: playing for a secret colour, and guessing the others'."""

from ....bots.contract import Minds
from ....bots.mind import Kind, Level
from ....search import plain
from ....search.guide import register
from . import explain, guide, mind, why
from .desk import new_desk

register(guide.GUIDE, mind, explain, why, guide, plain)

KIND = Kind(guide.GUIDE, new_desk, likely="likely", about=explain.ABOUT, notes=explain.NOTES, phrases=why.PHRASES)
PRICE = 0.01  # so much of a win is worth being read less, in the first half of a game of two
ENOUGH = 2000  # simulations for a move there: with more, its colour is read more easily and nothing is won
SECRECY = 0.3  # and so much not being known at all, with more than two

LEVELS = (
    Level("beginner", numbers={"reach": 2}),
    Level("easy"),
    Level("medium", simulations=1000, numbers={"searches": 1}),
    Level("hard", simulations=500, numbers={"searches": 1, "guesses": 1}),
    Level(
        "master",
        seconds=1.5,
        numbers={"searches": 1, "guesses": 1, "price": PRICE, "enough": ENOUGH, "secrecy": SECRECY},
    ),
)

BOTS = Minds(KIND, LEVELS, [Level("greedy")], stand_in="greedy", beliefs="beliefs")
