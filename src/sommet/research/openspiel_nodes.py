"""The nodes of each game's tree as OpenSpiel wants them: who acts, what may be done, what follows.

A node is immutable, so a clone of an OpenSpiel state shares it. Chance is explicit: Kabaleo's bases, stocks and
objectives are dealt piece by piece, On Top's tiles are drawn one by one, each with its exact probability.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..core.game import Game
from ..core.position import Position
from ..core.record import SPECTATOR, Record, Viewer
from ..core.registry import game as game_named

CHANCE, TERMINAL = -1, -4  # as OpenSpiel numbers them


class Node:
    """Somewhere in a game: a seat acts, or chance, or nobody any more."""

    mover: int
    position: Position | None = None  # None while it is being dealt

    def __deepcopy__(self, memory: dict[int, Any]) -> "Node":
        return self

    def actions(self) -> list[int]:
        """What the mover may do, ascending."""
        raise NotImplementedError

    def outcomes(self) -> list[tuple[int, float]]:
        """What chance may do, and how probable it is."""
        raise NotImplementedError

    def after(self, action: int) -> "Node":
        """The node that follows."""
        raise NotImplementedError

    def action_name(self, action: int) -> str:
        """As people write it."""
        raise NotImplementedError

    def knowledge(self, viewer: Viewer) -> Record:
        """What the viewer knows; its set-up may not be complete yet."""
        raise NotImplementedError


class Play(Node):
    """A seat's turn, or the end."""

    def __init__(self, position: Position) -> None:
        self.position: Position = position
        self.mover = TERMINAL if position.over else int(position.to_move or 0)

    def __reduce__(self) -> Any:
        return _restored, (type(self), self.position.record)

    def actions(self) -> list[int]:
        """The kernels' numbers of the moves."""
        return self.position.numbers

    def after(self, action: int) -> Node:
        """Checked: OpenSpiel may be given anything."""
        return Play(self.position.play(self.action_name(action)))

    def action_name(self, action: int) -> str:
        """The move's text."""
        return self.position.notation.texts[action]

    def knowledge(self, viewer: Viewer) -> Record:
        """As ever."""
        return self.position.knowledge(viewer)


def replayed(record: Record) -> Position:
    """A record's position, also where the next tile is not drawn yet."""
    game = game_named(record.game)
    return Position.start(game, record).after(record.moves)


def _restored(kind: "type[Play]", record: Record) -> Play:
    return kind(replayed(record))


# Kabaleo


@dataclass(frozen=True)
class KabaleoDeal:
    """What is agreed before the deal."""

    players: int
    colours: tuple[str, ...]
    options: tuple[tuple[str, Any], ...]
    first: int

    @property
    def locations(self) -> int:
        """Bases to lay."""
        return 4 * len(self.colours)

    @property
    def each(self) -> int:
        """Pieces that are drawn for a seat."""
        return 0 if dict(self.options).get("deal") == "equal" else 6 * len(self.colours) // self.players

    @property
    def draws(self) -> int:
        """Chance nodes: bases, the stocks of all but the last seat, objectives."""
        return self.locations + self.each * (self.players - 1) + self.players

    def setup(self, drawn: Sequence[int]) -> dict[str, Any]:
        """The set-up as far as it is drawn."""
        bases, rest = drawn[: self.locations], drawn[self.locations :]
        dealt = self.each * (self.players - 1)
        share = 6 // self.players
        if self.each:
            hands = [list(rest[seat * self.each : (seat + 1) * self.each]) for seat in range(self.players - 1)]
            stocks = [{name: hand.count(c) for c, name in enumerate(self.colours)} for hand in hands]
            taken = [sum(stock[name] for stock in stocks) for name in self.colours]
            stocks.append({name: 6 - taken[c] for c, name in enumerate(self.colours)})
        else:
            stocks = [dict.fromkeys(self.colours, share) for _ in range(self.players)]
        objectives: list[str | None] = [self.colours[colour] for colour in rest[dealt:]]
        return {
            "colours": list(self.colours),
            "objectives": objectives + [None] * (self.players - len(objectives)),
            "bases": [self.colours[colour] for colour in bases],
            "stocks": stocks,
            "first": self.first,
        }


class KabaleoDealing(Node):
    """Chance deals."""

    mover = CHANCE

    def __init__(self, deal: KabaleoDeal, drawn: tuple[int, ...] = ()) -> None:
        self.deal, self.drawn = deal, drawn

    def __reduce__(self) -> Any:
        return KabaleoDealing, (self.deal, self.drawn)

    def outcomes(self) -> list[tuple[int, float]]:
        """The colours left of what is being dealt."""
        deal, drawn = self.deal, self.drawn
        dealt = deal.locations + deal.each * (deal.players - 1)
        if len(drawn) < deal.locations:
            left = [4 - drawn.count(colour) for colour in range(len(deal.colours))]
        elif len(drawn) < dealt:
            pieces = drawn[deal.locations :]
            left = [6 - pieces.count(colour) for colour in range(len(deal.colours))]
        else:
            left = [int(colour not in drawn[dealt:]) for colour in range(len(deal.colours))]
        return [(colour, count / sum(left)) for colour, count in enumerate(left) if count]

    def actions(self) -> list[int]:
        """As chance."""
        return [colour for colour, _ in self.outcomes()]

    def after(self, action: int) -> Node:
        """One more is dealt."""
        drawn = (*self.drawn, action)
        if len(drawn) < self.deal.draws:
            return KabaleoDealing(self.deal, drawn)
        record = Record("kabaleo", self.deal.players, dict(self.deal.options), self.deal.setup(drawn))
        return Play(Position.of(game_named("kabaleo"), record))

    def action_name(self, action: int) -> str:
        """The colour dealt."""
        return f"deal {self.deal.colours[action]}"

    def knowledge(self, viewer: Viewer) -> Record:
        """Bases and stocks as they come to lie; of the objectives his own."""
        setup = self.deal.setup(self.drawn)
        own = [objective if seat == viewer else None for seat, objective in enumerate(setup["objectives"])]
        shown = {**setup, "objectives": own}
        if len(self.drawn) < self.deal.draws - self.deal.players:
            shown["stocks"] = [[self.deal.colours[colour] for colour in self.drawn[self.deal.locations :]]]
        return Record("kabaleo", self.deal.players, dict(self.deal.options), shown, (), viewer)


def with_objectives(node: Node, objectives: Sequence[int]) -> Play:
    """The same game, had these colours been dealt as objectives."""
    position = node.position
    assert position is not None
    state = position.state.copy()
    state["objective"][0, : position.players] = objectives
    colours = position.record.setup["colours"]
    setup = {**position.record.setup, "objectives": [colours[colour] for colour in objectives]}
    record = Record("kabaleo", position.players, position.record.options, setup, position.moves)
    return Play(Position(position.game, record, position.setting, state, position.notation))


# On Top


class OnTopPlay(Play):
    """The mover has a tile to lay. The position is a spectator's: nobody knows the tiles to come."""

    def after(self, action: int) -> Node:
        """Then a tile is drawn."""
        position = self.position.play(self.action_name(action))
        return OnTopPlay(position) if position.over else OnTopDraw(position)


class OnTopDraw(Node):
    """Chance turns over a tile."""

    mover = CHANCE

    def __init__(self, position: Position) -> None:
        self.position: Position = position

    def __reduce__(self) -> Any:
        return _restored_draw, (self.position.record,)

    def outcomes(self) -> list[tuple[int, float]]:
        """The kinds of tiles left, numbered as the rules number their first writing."""
        ply = len(self.position.moves)
        left = self.position.state["tiles"][0, ply:].tolist()
        return [(tile, left.count(tile) / len(left)) for tile in sorted(set(left))]

    def actions(self) -> list[int]:
        """As chance."""
        return [tile for tile, _ in self.outcomes()]

    def after(self, action: int) -> Node:
        """It is there to be laid."""
        position, ply = self.position, len(self.position.moves)
        state = position.state.copy()
        tiles = state["tiles"][0]
        place = ply + tiles[ply:].tolist().index(action)
        tiles[ply + 1 : place + 1] = tiles[ply:place].copy()
        tiles[ply] = action
        state["known"] = ply + 1
        setup = {**position.record.setup, "tiles": (*position.record.setup["tiles"], self.action_name(action))}
        record = Record("on_top", position.players, position.record.options, setup, position.moves, SPECTATOR)
        return OnTopPlay(Position(position.game, record, position.setting, state, position.notation))

    def action_name(self, action: int) -> str:
        """The tile's colours."""
        from ..games.on_top.declared import TILE

        return TILE.texts[action]

    def knowledge(self, viewer: Viewer) -> Record:
        """All that has been turned over."""
        return self.position.knowledge(viewer)


def _restored_draw(record: Record) -> OnTopDraw:
    return OnTopDraw(replayed(record))


def on_top_start(players: int, options: Mapping[str, Any], colours: Sequence[str], first: int) -> OnTopDraw:
    """Before the first tile."""
    setup = {"colours": list(colours), "tiles": (), "first": first}
    return OnTopDraw(replayed(Record("on_top", players, dict(options), setup, (), SPECTATOR)))


def start_of(game: Game, record: Record) -> Node:
    """The node that a game like this record's begins with."""
    if game.name == "kabaleo":
        setup, options = record.setup, tuple(sorted(record.options.items()))
        return KabaleoDealing(KabaleoDeal(record.players, tuple(setup["colours"]), options, setup["first"]))
    if game.name == "on_top":
        return on_top_start(record.players, record.options, record.setup["colours"], record.setup["first"])
    return Play(Position.of(game, record.with_moves(())))


def history_of(record: Record) -> list[int]:
    """All actions, chance's too, that lead to a record's position (nothing in it being unknown but tiles to come)."""
    numbers = Position.start(game_named(record.game), record).notation.numbers
    moves = [numbers[move] for move in record.moves]
    if record.game == "kabaleo":
        colours = list(record.setup["colours"])
        drawn = [colours.index(base) for base in record.setup["bases"]]
        if record.options.get("deal") != "equal":
            for stock in record.setup["stocks"][:-1]:
                drawn += [place for place, colour in enumerate(colours) for _ in range(stock.get(colour, 0))]
        return drawn + [colours.index(objective) for objective in record.setup["objectives"]] + moves
    if record.game == "on_top":
        from ..games.on_top.declared import TILE

        tiles = [TILE.texts.index(tile) for tile in record.setup["tiles"][: len(moves) + 1]]
        found: list[int] = []
        for ply, tile in enumerate(tiles):  # a tile in its other writing lies the other way round
            found += [tile & ~1, *([moves[ply] ^ (tile & 1)] if ply < len(moves) else [])]
        return found
    return moves
