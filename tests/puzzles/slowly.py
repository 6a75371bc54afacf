"""What moves are worth at the end of a game, by the slow models and by enumeration."""

from collections import Counter
from collections.abc import Iterator
from copy import copy
from itertools import product
from typing import cast

from sommet.core.composed import Puzzle
from sommet.games.on_top.declared import DECK, TILE

from ..support.models import Kabaleo, OnTop, model

Vector = tuple[float, ...]  # what was got in each world
Front = dict[str, set[Vector]]  # per own colour: what can be made sure of


def kabaleo_of(puzzle: Puzzle) -> Kabaleo:
    """The model where the puzzle begins; nobody's objective matters to it."""
    found = cast(Kabaleo, model(puzzle.position.record.as_dict()))
    for move in puzzle.position.moves:
        found.play(move)
    return found


def _after(before: Kabaleo, move: str) -> Kabaleo:
    after = copy(before)
    after.piles = [[*pile] for pile in before.piles]
    after.stocks = [{**stock} for stock in before.stocks]
    after.play(move)
    return after


def _undominated(vectors: set[Vector]) -> set[Vector]:
    def better(one: Vector, other: Vector) -> bool:
        return one != other and all(a >= b for a, b in zip(one, other, strict=True))

    return {each for each in vectors if not any(better(other, each) for other in vectors)}


def _kinds(game: Kabaleo) -> list[str]:
    """One move of each kind: the same piece on a pile of the same content."""
    seen: dict[tuple[str, tuple[str, ...]], str] = {}
    for move in game.legal():
        colour, location = move.split("@")
        seen.setdefault((colour, tuple(game.piles[int(location) - 1])), move)
    return list(seen.values())


def fronts(game: Kabaleo, seat: int) -> Front:
    """Per colour that the seat may have: the best that one strategy can be sure of, in all worlds together."""
    colours = game.colours
    if game.over():
        standings = {colour: game.standing(seat, colour) for colour in colours}

        def share(own: str, other: str) -> float:
            return (standings[own] > standings[other]) + (standings[own] == standings[other]) / 2

        return {own: {tuple(share(own, other) for other in colours if other != own)} for own in colours}
    children = [fronts(_after(game, move), seat) for move in _kinds(game)]
    if game.to_move() == seat:
        return {own: _undominated(set().union(*(child[own] for child in children))) for own in colours}
    found = children[0]
    for child in children[1:]:
        found = {
            own: _undominated({tuple(map(min, one, other)) for one, other in product(found[own], child[own])})
            for own in colours
        }
    return found


def kabaleo_values(puzzle: Puzzle) -> dict[str, tuple[float, int]]:
    """Per legal move: the part of the worlds that it is sure to win, and for how many colours nothing is better."""
    game = kabaleo_of(puzzle)
    seat, own = game.turn, puzzle.position.record.setup["objectives"][game.turn]
    found = {move: fronts(_after(game, move), seat) for move in game.legal()}
    worth = {
        move: {colour: max(sum(vector) / len(vector) for vector in front[colour]) for colour in game.colours}
        for move, front in found.items()
    }
    best = {colour: max(each[colour] for each in worth.values()) for colour in game.colours}
    return {
        move: (each[own], sum(each[colour] == best[colour] for colour in game.colours)) for move, each in worth.items()
    }


def _kind(tile: str) -> str:
    """T3: a tile written from either end is the same."""
    return min(tile, tile[2:] + tile[:2])


def _laid(before: OnTop, move: str) -> OnTop:
    after = copy(before)
    after.cells, after.voids, after.pawns = {**before.cells}, {*before.voids}, {**before.pawns}
    after.scores, after.towers = [*before.scores], {name: [*tower] for name, tower in before.towers.items()}
    after.play(move)
    return after


def _shares(game: OnTop) -> list[float] | None:
    result = game.result()
    if result is None:
        return None
    return [(seat in result["winners"]) / len(result["winners"]) for seat in range(game.players)]


def _expected(game: OnTop, unseen: Counter[str]) -> list[float]:
    """Everybody's expected share, before the next tile is turned over."""
    ended = _shares(game)
    if ended is not None:
        return ended
    total = [0.0] * game.players
    for tile, count in unseen.items():
        if count:
            turned = copy(game)
            turned.tiles = [*game.tiles[: game.laid], tile, *["RYBW"] * (33 - game.laid)]
            seat = turned.seat()
            rest = unseen - Counter([tile])
            best = max((each for _, each in placements(turned, rest)), key=lambda shares: shares[seat])
            total = [sum_ + count * share for sum_, share in zip(total, best, strict=True)]
    return [sum_ / unseen.total() for sum_ in total]


def placements(game: OnTop, unseen: Counter[str]) -> Iterator[tuple[str, list[float]]]:
    """Every placement of the tile that lies open, with everybody's expected share."""
    for move in game.legal():
        yield move, _expected(_laid(game, move), unseen)


def on_top_values(puzzle: Puzzle) -> dict[str, float]:
    """Per placement: the mover's expected share of the win."""
    record = puzzle.position.record.as_dict()
    game = cast(OnTop, model(record))
    turned = record["setup"]["tiles"]
    game.tiles = [*turned, *["RYBW"] * (34 - len(turned))]
    for move in puzzle.position.moves:
        game.play(move)
    unseen = Counter(_kind(TILE.texts[tile]) for tile in DECK) - Counter(map(_kind, turned))
    seat = game.seat()
    return {move: shares[seat] for move, shares in placements(game, unseen)}
