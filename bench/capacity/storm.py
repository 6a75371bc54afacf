"""A busy hour, and in its midst a server is lost: everybody who was there comes back at once, elsewhere.

Time goes in steps of fifty milliseconds; each process has a queue of work in milliseconds of processor time. People
move after log-normal pauses; games end after as many moves as the measured games took. Clients that lost their server
try again as the page does: soon, then 1.7 times as long each time, up to five seconds, a little earlier or later.
"""

from __future__ import annotations

import msgspec
import numpy as np

from .costs import Costs
from .model import Habits, mean_length, think_time

STEP = 0.05
FIRST, LONGER, LONGEST = 0.3, 1.7, 5.0
PATIENCE = 10.0  # seconds a client waits for its welcome before it tries again


class Storm(msgspec.Struct, frozen=True):
    """How it went."""

    people: int
    processes: int
    lost: int  # sockets that came back
    back: float  # seconds until ninety-nine in a hundred had their board again
    usual: float  # p99 of a move's answer before, in milliseconds
    worst: float  # p99 of a move's answer from the loss to the end
    calm: float  # seconds until the queues were as before


def simulate(
    people: int, processes: int, costs: Costs, habits: Habits, seconds: float = 90.0, loss: float = 20.0, seed: int = 1
) -> Storm:
    """With that many processes, of which one is lost after `loss` seconds."""
    chance = np.random.default_rng(seed)
    games, length, think = people * habits.playing / 2, mean_length(costs), think_time(habits)
    around = max(0.0, costs.life - length * costs.move)
    queue = np.zeros(processes)  # milliseconds of work
    alive = np.ones(processes, bool)
    waiting = np.zeros(0)  # when each lost client tries again
    tries = np.zeros(0, int)
    answers: list[tuple[float, float, float]] = []  # time, delay, how many moves had it
    returned: list[tuple[float, int]] = []
    lost = people // processes if processes > 1 else people
    tables = max(1.0, lost * habits.playing / 2)
    calm = 0.0
    for number in range(int(seconds / STEP)):
        now = number * STEP
        if processes > 1 and alive[-1] and now >= loss:
            alive[-1] = False
            queue[-1] = 0.0
            waiting = now + FIRST * chance.uniform(0.75, 1.25, lost)
            tries = np.ones(lost, int)
        here = np.flatnonzero(alive)
        share = games / think * STEP / len(here) * (1 - len(waiting) / max(1, people))
        moves = chance.poisson(share, len(here))
        queue[here] += moves * costs.move + chance.poisson(share / length, len(here)) * around
        queue[here] += people / len(here) * costs.idle * STEP
        due = waiting <= now
        if due.any():
            place = here[chance.integers(0, len(here), int(due.sum()))]
            slow = (
                queue[place] > PATIENCE * 1e3
            )  # they give up and come again; what they asked for is done all the same
            first = min(1.0, tables / max(1, lost))
            cost = costs.rejoin + first * (costs.first_rejoin - costs.rejoin)
            np.add.at(queue, place, cost)
            gone = np.flatnonzero(due)
            for delay in queue[place[~slow]]:
                returned.append((now + delay / 1e3 - loss, 1))
            again = gone[slow]
            pause = np.minimum(LONGEST, FIRST * LONGER ** tries[again]) * chance.uniform(0.75, 1.25, len(again))
            tries[again] += 1
            waiting[again] = now + PATIENCE + pause
            keep = np.ones(len(waiting), bool)
            keep[gone[~slow]] = False
            waiting, tries = waiting[keep], tries[keep]
        answers.append((now, float(queue[here].max()), float(moves.sum())))
        if now > loss and queue[here].max() > 4 * STEP * 1e3:
            calm = now - loss
        queue[here] = np.maximum(0.0, queue[here] - STEP * 1e3)
    before = [delay for now, delay, _ in answers if 2 < now < loss]
    after = [delay for now, delay, _ in answers if now >= loss]
    back = float(np.quantile([when for when, _ in returned], 0.99)) if returned else 0.0
    usual, worst = float(np.quantile(before, 0.99)), float(np.quantile(after, 0.99))
    return Storm(people, processes, lost if processes > 1 else 0, back, usual, worst, calm)
