"""Setting the table: a new match, or one to resume."""

import argparse
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from ...core.chance import Chance
from ...core.errors import BAD_REQUEST, BadRecord, SommetError
from ...core.files import read
from ...core.match import Match
from ...core.position import Position
from ...core.registry import game as game_named
from ...core.registry import read_link
from .table import TerminalTable, checked_seats, of_position, saved_table, usual_names


@dataclass
class NewTable:
    """What is asked for."""

    game: str
    seats: Sequence[str]
    names: Sequence[str] = ()
    options: Mapping[str, Any] = field(default_factory=dict)
    choices: Mapping[str, Any] = field(default_factory=dict)
    rounds: int | None = None
    first: int | None = None
    seed: int | None = None

    def set(self) -> TerminalTable:
        """The match begun: dealt, unless somebody first chooses who starts (B3). Raises SommetError."""
        game, players = game_named(self.game), len(self.seats)
        seats = checked_seats(self.game, self.seats)
        if players not in game.players:
            least, most = min(game.players), max(game.players)
            raise BadRecord("error.players", given=players, least=least, most=most)
        drawn = Chance(self.seed)
        Position.of(
            game, game.deal(players, self.options, Chance(0), self.first, **self.choices)
        )  # refuses bad options
        match = Match.start(game, players, self.options, self.rounds or game.rounds, None, Chance(drawn.word()))
        if self.first is not None or not game.starter_is_chosen:
            record = game.deal(players, self.options, Chance(self.seed), self.first, **self.choices)
            match = replace(match, position=Position.of(game, record))
        return TerminalTable(match, seats, usual_names(seats, self.names), self.seed, self.choices)


def resumed(args: argparse.Namespace) -> tuple[TerminalTable, bool]:
    """A saved table as it was, or a record or link with the seats that the arguments name; whether it was a table."""
    source = args.link or args.load
    table = None if args.link else saved_table(source, args.seed)
    saved = table is not None
    if table is None:
        from ..play import seats

        position = read_link(source) if args.link else read(source)
        sitting = seats(args.seat, args.computer, args.players or position.players)
        if len(sitting) != position.players:
            raise SommetError(BAD_REQUEST, "cli.error.seats", seats=len(sitting), players=position.players)
        sitting = list(checked_seats(position.game.name, sitting))
        table = of_position(position, sitting, usual_names(sitting, args.name), args.seed)
    if args.game is not None and args.game != table.match.game.name:
        raise SommetError(BAD_REQUEST, "cli.error.other_game", game=f"@{table.match.game.name}.name")
    return table, saved
