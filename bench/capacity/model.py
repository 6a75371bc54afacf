"""People online, and what they need: processes, memory, rows and bytes. From `Costs` and a few stated habits."""

from __future__ import annotations

import math

import msgspec
import numpy as np

from .costs import Costs

DAY = 86_400
MONTH = 30 * DAY
ROWS = 4  # of a game of two, besides its log: the table, its seats, and how it ended


class Habits(msgspec.Struct, frozen=True):
    """What people do, by assumption: nothing here was measured on people. Change it, and look."""

    playing: float = 0.6  # of those online, in a game against a person; the others watch, read, or play on their device
    think: float = 7.0  # seconds a move, the median
    spread: float = 0.9  # of its logarithm
    busy: float = 3.0  # the busiest hour beside the mean of the day
    load: float = 0.5  # of a core, in the busiest hour


class Size(msgspec.Struct, frozen=True):
    """What that many people online need in their busiest hour."""

    people: int
    games: float  # at a time
    moves: float  # a second
    new_games: float  # a second
    cores: float  # for games
    processes: int
    memory: float  # gigabytes, all processes
    commits: float  # a second
    rows: float  # a second
    disk: float  # gigabytes a month
    network: float  # megabits a second, outwards


def think_time(habits: Habits) -> float:
    """The mean of a log-normal time."""
    return habits.think * math.exp(habits.spread**2 / 2)


def mean_length(costs: Costs) -> float:
    """Moves of a game, all games alike."""
    return float(np.mean([np.mean(quantiles) for quantiles in costs.lengths.values()]))


def size(people: int, costs: Costs, habits: Habits, *, split: float = 0.0) -> Size:
    """`split`: the part of the games whose players are at two processes."""
    length, think = mean_length(costs), think_time(habits)
    games = people * habits.playing / 2
    moves = games / think
    new_games = moves / length
    around = max(0.0, costs.life - length * costs.move)  # a life without its moves
    spent = (moves * costs.move + new_games * around) * (1 + split * (costs.split - 1))
    cores = (spent + people * costs.idle) / 1e3
    processes = max(1, math.ceil(cores / habits.load))
    memory = processes * costs.process / 1e3 + (people * costs.socket + games * costs.room) / 1e6
    batch = max(1.0, moves / processes * 0.004)  # entries that share a commit of some milliseconds
    commits = moves / batch + new_games * 4
    rows = moves + new_games * ROWS
    disk = (moves * costs.row + new_games * costs.game) / habits.busy * MONTH / 1e9
    return Size(
        people, games, moves, new_games, cores, processes, memory, commits, rows, disk, moves * costs.wire * 8e-6
    )


def first_to_break(found: Size, costs: Costs, processes: int, connections: int = 12) -> list[str]:
    """What is over its bound with that many processes on one database; the nearest first."""
    bounds = {
        "processor of the game servers": found.cores / (0.8 * processes),
        "commits of one database": found.commits / costs.commits,
        "notifications of one database": found.commits / costs.commits if processes > 1 else 0.0,
        "connections of one database": processes * connections / 500,
        "rows a second of one database": found.rows / 50_000,
        "a month's log on one disk (2 TB)": found.disk / 2_000,
        "one network port (1 Gbit/s) a machine of 16 processes": found.network / max(1, processes / 16) / 1_000,
    }
    return [name for name, part in sorted(bounds.items(), key=lambda item: -item[1]) if part > 1]
