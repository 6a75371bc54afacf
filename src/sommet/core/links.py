"""Links: a record or a knowledge record as a short text that may stand in a web address.

A link is ``<game>~<digits>``: the set-up as digits in their own bases, then every move as its number among the
legal moves at its turn. A link can only say what is legal. Options that came later have a place in links of a later
version only; what can be said without them is written as it always was.
"""

from .digits import BadDigits, Digits
from .errors import SommetError
from .game import Game
from .position import Position
from .record import SPECTATOR, Record, Viewer

MOST_MOVES = 256
VERSIONS = 8  # of which this is the latest that there is
VERSION = 2


def link(position: Position) -> str:
    """The text for a position with its whole past: the full record, or the knowledge it was made from."""
    record, game, digits = position.record, position.game, Digits()
    version = game.setup.since(record.options)
    digits.put(version, VERSIONS)
    digits.put(record.players - 1, 8)
    digits.put(record.viewer is not None, 2)
    if record.viewer is not None:
        digits.put(record.players if record.viewer == SPECTATOR else record.viewer, record.players + 1)
    game.setup.put(record, digits, version)
    digits.put(len(record.moves), MOST_MOVES)
    for before, move in position.positions():
        digits.put_one(move, before.legal)
    return f"{game.name}~{digits.text()}"


def linked(text: str, game: Game) -> Position:
    """The position of a link of this game; raises SommetError when the link is damaged."""
    try:
        digits = Digits.read(text.partition("~")[2])
        version = digits.take(VERSIONS)
        if not 1 <= version <= VERSION:
            raise BadDigits(text)
        players = digits.take(8) + 1
        if players not in game.players:
            raise BadDigits(text)
        viewer: Viewer | None = None
        if digits.take(2):
            seat = digits.take(players + 1)
            viewer = SPECTATOR if seat == players else seat
        options, setup = game.setup.take(players, digits, version)
        position = Position.start(game, Record(game.name, players, options, setup, (), viewer))
        for _ in range(digits.take(MOST_MOVES)):
            if position.over:
                raise BadDigits(text)
            position = position.play(digits.take_one(position.legal))
        if not digits.used_up:
            raise BadDigits(text)
        position = Position.of(game, position.record)  # a viewer's record tells what they must know
    except (BadDigits, SommetError) as error:
        raise SommetError("bad_record", "error.link") from error
    return position
