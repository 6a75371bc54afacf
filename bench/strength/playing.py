"""Playing the matches, as far as asked. The games are kept in a folder, so that it can be done in parts."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from sommet.arena.errors import ArenaError
from sommet.arena.players import Maker
from sommet.arena.playing import Played
from sommet.arena.ratings import clustered
from sommet.arena.running import Jobs, Progress, run
from sommet.arena.schedule import fixtures
from sommet.arena.store import GAMES, read

from .matches import Match, every

FEW = 8  # games, to try it


def play(
    folder: Path,
    makers: Mapping[str, Maker],
    only: tuple[str, ...] = (),
    jobs: Jobs = None,
    progress: Progress | None = None,
    most_seconds: float | None = None,
    quick: bool = False,
) -> None:
    """Those whose names begin so (none: all). `most_seconds`: for each; `quick`: a few games of each."""
    for match in every():
        if not only or match.name.startswith(only):
            tournament = match.tournament(FEW if quick else None)
            keep = match.mode == "self"
            try:
                run(tournament, folder / match.name, makers, jobs, keep, progress, most_seconds)
            except ArenaError as error:
                raise ArenaError(f"{match.name}: {error}") from None


def counted(match: Match, games: Iterable[Played]) -> list[Played]:
    """The games that the match asked for, and no others that lie in the folder."""
    asked = {fixture.key for fixture in fixtures(match.tournament())}
    return [game for game in games if game.key in asked]


def played(match: Match, folder: Path) -> list[Played]:
    """What was played of it."""
    return counted(match, read(folder / match.name / GAMES))


def shares(match: Match, games: Sequence[Played]) -> list[tuple[int, float]]:
    """What the match's first bot won of each game that counts, with the game's deal."""
    found = []
    for game in games:
        if game.lineup[0] != match.specs[0]:
            continue
        seat = game.seats.index(match.specs[0])
        if not (match.second and seat == game.first):
            found.append((game.deal, game.shares[seat]))
    return found


def won(match: Match, games: Sequence[Played]) -> tuple[int, float, float, float]:
    """How many games count, the first bot's share of them, and its 95 % interval, by deals."""
    rows = shares(match, games)
    return len(rows), *clustered(rows)
