"""A table: a match being played, who sits where, and how it is kept in a file."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from ...core.chance import Chance
from ...core.errors import BadRecord, SommetError
from ...core.files import TABLE_FORMAT as FORMAT
from ...core.files import is_link, text_of, write_text
from ...core.links import link
from ...core.match import Match
from ...core.position import Position
from ...core.registry import game as game_named
from ...core.registry import players as player_counts
from ...core.registry import read_link
from .language import tell

HUMAN = "human"


@dataclass
class TerminalTable:
    """What is going on. Seats are "human" or a bot's name; `choices` are those for every deal."""

    match: Match
    seats: tuple[str, ...]
    names: tuple[str, ...]
    seed: int | None = None
    choices: Mapping[str, Any] = field(default_factory=dict)

    @property
    def humans(self) -> tuple[int, ...]:
        """The seats of people."""
        return tuple(seat for seat, who in enumerate(self.seats) if who == HUMAN)

    @property
    def secrets(self) -> bool:
        """Whether two people at this table know different things."""
        position = self.match.position
        if position is None or len(self.humans) < 2:
            return False
        known = [position.game.known(position.record, seat).setup for seat in self.humans[:2]]
        return known[0] != known[1]

    def undone(self) -> bool:
        """Go back to the last choice of a person; whether there was one."""
        position = self.match.position
        if position is None:
            return False
        for count in range(len(position.moves) - 1, -1, -1):
            before = Position.of(position.game, position.record.with_moves(position.moves[:count]))
            if before.to_move in self.humans:
                self.match = replace(self.match, position=before)
                return True
        return False

    def as_dict(self) -> dict[str, Any]:
        """As it is saved. Games are kept as links, so that a look at the file tells no secret."""
        match = self.match
        return {
            "format": FORMAT,
            "game": match.game.name,
            "players": match.players,
            "options": dict(match.options),
            "choices": dict(self.choices),
            "seats": list(self.seats),
            "names": list(self.names),
            "rounds": match.rounds_to_win,
            "chooser": match.chooser,
            "won": list(match.won),
            "played": [link(Position.of(match.game, record)) for record in match.records],
            "now": None if match.position is None else link(match.position),
        }

    def save(self, path: Path) -> None:
        """Write the file: whole, or not at all."""
        write_text(path, json.dumps(self.as_dict(), indent=1) + "\n")

    @classmethod
    def read(cls, data: Mapping[str, Any], seed: int | None) -> "TerminalTable":
        """A saved table; raises SommetError when the file was damaged."""
        try:
            name, players = data["game"], data["players"]
            if name not in player_counts() or players not in player_counts()[name]:
                raise ValueError(name)
            now = None if data["now"] is None else read_link(data["now"])
            played = [read_link(text) for text in data["played"]]
            seats, names, won = (tuple(data[key]) for key in ("seats", "names", "won"))
            games = [position for position in (now, *played) if position is not None]
            if any(p.game.name != name or p.players != players for p in games) or {len(seats), len(names)} != {players}:
                raise ValueError(name)
            if len(won) != players or not all(type(n) is int for n in (*won, data["rounds"], data["chooser"])):
                raise ValueError(won)
            match = Match(
                game=game_named(name),
                players=players,
                options=dict(data["options"]),
                rounds_to_win=max(1, data["rounds"]),
                chooser=data["chooser"] % players,
                won=won,
                records=tuple(position.record for position in played),
                position=now,
            )
            return cls(match, checked_seats(name, seats), clean(names), seed, dict(data["choices"]))
        except SommetError:
            raise
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise BadRecord("cli.error.table") from error


def saved_table(source: str, seed: int | None) -> TerminalTable | None:
    """A saved table, or None when the source is something else."""
    if source == "-" or is_link(source):
        return None
    text = text_of(source)
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return TerminalTable.read(data, seed) if isinstance(data, dict) and data.get("format") == FORMAT else None


def check_writable(path: Path) -> None:
    """Refuse to write over a file that is no saved game."""
    try:
        if not path.exists() or f'"format": "{FORMAT}"' in path.read_text(encoding="utf-8")[:200]:
            return
    except (OSError, ValueError):
        pass
    raise SommetError("bad_request", "cli.error.exists", file=str(path)[-60:])


def of_position(position: Position, seats: Sequence[str], names: Sequence[str], seed: int | None) -> TerminalTable:
    """A table at which this one game is resumed."""
    if position.record.viewer is not None:
        raise BadRecord("cli.error.knowledge")
    match = Match.start(position.game, position.players, position.record.options, 1, 0, Chance(0))
    return TerminalTable(replace(match, position=position), tuple(seats), tuple(names), seed)


def checked_seats(game: str, seats: Sequence[str]) -> tuple[str, ...]:
    """People and bots that there are."""
    from ...bots import names as bot_names

    for who in seats:
        if who != HUMAN and who not in bot_names(game):
            levels = ", ".join((HUMAN, *bot_names(game)))
            raise SommetError("bad_request", "cli.error.seat", given=str(who)[:40], levels=levels)
    return tuple(seats)


def clean(names: Sequence[str]) -> tuple[str, ...]:
    """Names that can be shown: short, printable, and no keys of ours."""
    return tuple("".join(c for c in str(name) if c.isprintable()).strip().lstrip("@")[:20] or "?" for name in names)


def usual_names(seats: Sequence[str], given: Sequence[str] = ()) -> tuple[str, ...]:
    """A name for every seat: those given go to the people first, then to the computers."""
    names = [tell("drawing.player" if who == HUMAN else "cli.computer", number=n) for n, who in enumerate(seats, 1)]
    if sum(who != HUMAN for who in seats) == 1:
        names = [tell("cli.one_computer") if who != HUMAN else name for name, who in zip(names, seats, strict=True)]
    order = sorted(range(len(seats)), key=lambda seat: seats[seat] != HUMAN)
    for seat, name in zip(order, clean(given), strict=False):
        names[seat] = name
    return tuple(names)
