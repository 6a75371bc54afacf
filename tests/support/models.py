"""The rules once more, slowly and plainly: lists, dictionaries and nothing clever. What the engine is compared with.

A model is played with the same texts as a `Position`; it answers `legal`, `shown`, `to_move` and `result`.
"""

import math
from collections import Counter
from collections.abc import Mapping
from itertools import product
from typing import Any, Protocol

Crossing = tuple[int, int]  # row, x
Cell = frozenset[Crossing]


class Model(Protocol):
    """What all three can do."""

    def legal(self) -> list[str]:
        """The legal moves, sorted."""

    def play(self, move: str) -> None:
        """Play a legal move."""

    def shown(self) -> dict[str, Any]:
        """The state as the protocol shows it."""

    def to_move(self) -> int | None:
        """The seat to move."""

    def result(self) -> dict[str, Any] | None:
        """How it ended."""


class Babylone:
    """B1 to B10."""

    def __init__(self, record: Mapping[str, Any]) -> None:
        self.stacks = {str(spot): [colour] for spot, colour in enumerate(record["setup"]["tokens"], 1)}
        self.players, self.turn = record["players"], record["setup"]["first"]
        self.step = -1 if record["options"].get("direction") == "counterclockwise" else 1

    def legal(self) -> list[str]:
        """B4."""
        return sorted(
            f"{a}>{b}"
            for (a, of), (b, on) in product(self.stacks.items(), repeat=2)
            if a != b and (len(of) == len(on) or of[-1] == on[-1])
        )

    def play(self, move: str) -> None:
        """B5."""
        a, b = move.split(">")
        self.stacks[b] = self.stacks[b] + self.stacks.pop(a)
        self.turn = (self.turn + self.step) % self.players

    def to_move(self) -> int | None:
        """B9."""
        return self.turn if self.legal() else None

    def out(self) -> list[int]:
        """B9: one after the other finds that they cannot move, until one is left."""
        if self.legal():
            return []
        return [(self.turn + self.step * n) % self.players for n in range(self.players - 1)]

    def shown(self) -> dict[str, Any]:
        """Stacks, and who is out."""
        return {"stacks": self.stacks, "out": self.out()}

    def result(self) -> dict[str, Any] | None:
        """B7, B9."""
        if self.legal():
            return None
        (winner,) = set(range(self.players)) - set(self.out())
        return {"winners": [winner], "reason": "blocked", "scores": [int(s == winner) for s in range(self.players)]}


class Kabaleo:
    """K1 to K19."""

    def __init__(self, record: Mapping[str, Any]) -> None:
        setup = record["setup"]
        self.colours, self.objectives, self.players = setup["colours"], setup["objectives"], record["players"]
        self.piles = [[base] for base in setup["bases"]]
        self.stocks = [{colour: stock.get(colour, 0) for colour in self.colours} for stock in setup["stocks"]]
        self.turn, self.golden, self.last = setup["first"], record["options"].get("golden_rule", False), 0
        self.ahead = setup["first"] if record["options"].get("head_start") else None

    def legal(self) -> list[str]:
        """K8, K9, K18."""
        return sorted(
            f"{colour}@{location}"
            for colour, count in self.stocks[self.turn].items()
            for location, pile in enumerate(self.piles, 1)
            if count > 0 and pile != [colour] and not (self.golden and location == self.last)
        )

    def play(self, move: str) -> None:
        """K10, K11."""
        colour, location = move.split("@")
        self.last = int(location)
        pile = self.piles[self.last - 1]
        if len(pile) > 1 and pile[-1] == colour:
            pile.pop()
        else:
            pile.append(colour)
        self.stocks[self.turn][colour] -= 1
        self.turn = (self.turn + 1) % self.players

    def over(self) -> bool:
        """K13."""
        return not any(count for stock in self.stocks for count in stock.values())

    def to_move(self) -> int | None:
        """K8."""
        return None if self.over() else self.turn

    def shown(self) -> dict[str, Any]:
        """Locations and stocks."""
        return {"locations": self.piles, "stocks": self.stocks}

    def standing(self, seat: int, colour: str) -> tuple[int, int, int]:
        """K14 (and K19), K15, K16: what is compared, in that order."""
        topped = [pile for pile in self.piles if pile[-1] == colour]
        heights = [len(pile) - 1 for pile in topped]
        ahead = int(seat == self.ahead)
        return len(topped) + ahead, sum(height > 0 for height in heights) + ahead, max(heights, default=0)

    def result(self) -> dict[str, Any] | None:
        """K14 to K17."""
        if not self.over():
            return None
        standings = [self.standing(seat, colour) for seat, colour in enumerate(self.objectives)]
        best = max(standings)
        winners = [seat for seat, standing in enumerate(standings) if standing == best]
        reason = "shared"
        if len(winners) == 1:
            ties = [standing for seat, standing in enumerate(standings) if seat != winners[0]]
            agreed = max(next(n for n in range(3) if other[n] != best[n]) for other in ties)
            reason = ("majority", "piles", "highest")[agreed]
        return {"winners": winners, "reason": reason, "scores": [standing[0] for standing in standings]}


LETTERS = {"R": "red", "Y": "yellow", "B": "blue", "W": "white"}
COLOURS = list(LETTERS.values())


def letters(row: int) -> str:
    """A, B … Z, AA, AB …, counted as in a spreadsheet."""
    name = ""
    row += 1
    while row:
        row, last = divmod(row - 1, 26)
        name = chr(ord("A") + last) + name
    return name


def named(things: Mapping[Any, tuple[int, float]]) -> dict[str, Any]:
    """Things by name: rows are lettered from the top, things in a row numbered from the left."""
    rows: dict[int, list[tuple[float, Any]]] = {}
    for thing, (row, x) in things.items():
        rows.setdefault(row, []).append((x, thing))
    found: dict[str, Any] = {}
    for row in sorted(rows):
        for number, (_, thing) in enumerate(sorted(rows[row], key=lambda both: both[0]), 1):
            found[f"{letters(row)}{number}"] = thing
    return found


class Hexagon:
    """T4: a board as the sum of three directions: right, down to the right, down to the left."""

    def __init__(self, name: str) -> None:
        a, b, c = map(int, name.split("-")[1:])
        steps = product(range(a + 1), range(b + 1), range(c + 1))
        points = {(j + k, 2 * i + j - k) for i, j, k in steps}
        up = (frozenset({(row, x), (row + 1, x - 1), (row + 1, x + 1)}) for row, x in points)
        down = (frozenset({(row, x), (row, x + 2), (row + 1, x + 1)}) for row, x in points)
        cells = [cell for cell in (*up, *down) if cell <= points]
        places = {cell: (min(row for row, _ in cell), sum(x for _, x in cell) / 3) for cell in cells}
        self.cells: dict[str, Cell] = named(places)
        self.crossings: dict[str, Crossing] = {k.lower(): v for k, v in named({p: p for p in points}).items()}
        self.around = {point: [name for name, cell in self.cells.items() if point in cell] for point in points}
        self.neighbours = {
            name: [other for other, its in self.cells.items() if len(cell & its) == 2]
            for name, cell in self.cells.items()
        }

    def corners(self, x: str, y: str) -> list[Crossing]:
        """The rhombus of these cells, clockwise from the corner of X that Y does not touch."""
        (start,) = self.cells[x] - self.cells[y]
        both = self.cells[x] | self.cells[y]
        middle_row, middle_x = (sum(point[n] for point in both) / 4 for n in (0, 1))

        def angle(point: Crossing) -> float:
            """Clockwise on the page, since rows go down; a row is the square root of 3 half units high."""
            return math.atan2((point[0] - middle_row) * math.sqrt(3), point[1] - middle_x)

        circle = sorted(both, key=angle)
        turn = circle.index(start)
        return circle[turn:] + circle[:turn]


BLACK: dict[Crossing, str] = {}


class OnTop:
    """T1 to T25. A filled cell is the colour it shows at each of its corners; black shows none."""

    def __init__(self, record: Mapping[str, Any]) -> None:
        options, setup = record["options"], record["setup"]
        name = options.get("board", "hex-1-5-5")
        self.board = Hexagon(name)
        self.players, self.seats, self.tiles = record["players"], setup["colours"], setup["tiles"]
        self.first, self.teams, self.laid = setup["first"], options.get("teams", False), 0
        self.cells: dict[str, dict[Crossing, str]] = {}
        self.voids: set[str] = set()
        starts = {"hex-1-5-5": ["D5", "G5"], "hex-5-3-3": ["B7", "E7"]}
        for cell in options.get("black") or starts[name]:
            self.cells[cell] = BLACK
        self.supply = 10 - len(self.cells)
        self.pawns = {colour: 20 if colour in self.seats else 21 for colour in COLOURS}
        self.scores = [0] * self.players
        self.towers: dict[str, list[str]] = {}
        self.winner: int | None = None
        self.used_up = False
        self.fill_holes()

    def empty(self, cell: str) -> bool:
        """Whether nothing lies there."""
        return cell not in self.cells

    def fill_holes(self) -> None:
        """T13, over the whole board, in reading order."""
        holes = [
            cell
            for cell in self.board.cells
            if self.empty(cell) and not any(self.empty(other) for other in self.board.neighbours[cell])
        ]
        for cell in holes:
            self.cells[cell] = BLACK
            if self.supply:
                self.supply -= 1
            else:
                self.voids.add(cell)

    def places(self) -> list[tuple[str, str]]:
        """Pairs of empty cells that share an edge, both ways round."""
        near = self.board.neighbours
        return [(x, y) for x in near if self.empty(x) for y in near[x] if self.empty(y)]

    def over(self) -> bool:
        """T20, T23, T24."""
        return self.winner is not None or self.used_up or not self.places() or self.laid == len(self.tiles)

    def legal(self) -> list[str]:
        """T11, T12."""
        if self.over():
            return []
        near = self.board.neighbours
        return sorted(
            f"{x}-{y}" for x, y in self.places() if any(not self.empty(other) for other in (*near[x], *near[y]))
        )

    def seat(self) -> int:
        """Whose turn it is."""
        return int((self.first + self.laid) % self.players)

    def to_move(self) -> int | None:
        """T10."""
        return None if self.over() else self.seat()

    def open_crossings(self) -> set[str]:
        """Those with an empty cell around them."""
        return {name for name, point in self.board.crossings.items() if any(map(self.empty, self.board.around[point]))}

    def play(self, move: str) -> None:
        """T11, T13, T14."""
        before = self.open_crossings()
        x, y = move.split("-")
        corners = dict(zip(self.board.corners(x, y), self.tiles[self.laid], strict=True))
        for cell in (x, y):
            self.cells[cell] = {point: LETTERS[corners[point]] for point in self.board.cells[cell]}
        self.fill_holes()
        finished = before - self.open_crossings()
        for name in sorted(finished, key=lambda name: self.board.crossings[name]):
            if self.winner is None and not self.used_up:
                self.score(name)
        self.laid += 1

    def score(self, name: str) -> None:
        """T15 to T19, T23, T24."""
        point = self.board.crossings[name]
        sixths = Counter(self.cells[cell][point] for cell in self.board.around[point] if point in self.cells[cell])
        ranks = sorted(set(sixths.values()), reverse=True)
        leaders = [colour for colour in sixths if sixths[colour] == ranks[0]]
        if len(leaders) != 1:
            return
        seconds = [colour for colour in COLOURS if len(ranks) > 1 and sixths[colour] == ranks[1]]
        after_active = [self.seats[(self.seat() + n) % self.players] for n in range(self.players)]
        order = after_active + [colour for colour in COLOURS if colour not in self.seats]
        for colour in (*sorted(seconds, key=order.index), *leaders):
            self.towers.setdefault(name, []).append(colour)
            self.pawns[colour] -= 1
            if self.pawns[colour] == 0 and colour in self.seats:
                self.winner = self.seats.index(colour)
                break
            self.used_up |= self.pawns[colour] == 0
        tower = self.towers[name]
        if tower[-1] in self.seats and tower[-1] in leaders:
            self.scores[self.seats.index(tower[-1])] += len(tower) * (2 if len(self.board.around[point]) < 6 else 1)

    def content(self, cell: str) -> str:
        """What lies there."""
        if self.empty(cell) or cell in self.voids:
            return "void" if cell in self.voids else "empty"
        return "tile" if self.cells[cell] else "black"

    def shown(self) -> dict[str, Any]:
        """Everything."""
        tile = None if self.over() else self.tiles[self.laid]
        return {
            "cells": {cell: self.content(cell) for cell in self.board.cells},
            "towers": self.towers,
            "scores": self.scores,
            "pawns": self.pawns,
            "black_left": self.supply,
            "tile": tile,
            "tiles_left": 34 - self.laid - (tile is not None),
        }

    def result(self) -> dict[str, Any] | None:
        """T21, T22, T23, T25."""
        if not self.over():
            return None
        sides = [{0, 2}, {1, 3}] if self.teams else [{seat} for seat in range(self.players)]
        if self.winner is not None:
            won = next(side for side in sides if self.winner in side)
            return {"winners": sorted(won), "reason": "last_pawn", "scores": self.scores}
        left = [self.pawns[colour] for colour in self.seats]
        points = [score - pawns for score, pawns in zip(self.scores, left, strict=True)]
        standings = [(sum(points[seat] for seat in side), -sum(left[seat] for seat in side)) for side in sides]
        best = max(standings)
        winners = sorted(
            seat for side, standing in zip(sides, standings, strict=True) if standing == best for seat in side
        )
        reason = "points"
        if sum(standing[0] == best[0] for standing in standings) > 1:
            reason = "fewest_pawns" if standings.count(best) == 1 else "shared"
        return {"winners": winners, "reason": reason, "scores": points}


def model(record: Mapping[str, Any]) -> Model:
    """The model of a record's game, before its first move."""
    kinds: dict[str, Any] = {"babylone": Babylone, "kabaleo": Kabaleo, "on_top": OnTop}
    made: Model = kinds[record["game"]](record)
    return made
