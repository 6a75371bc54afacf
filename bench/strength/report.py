"""`docs/strength.md`: every match of `claims`, played as far as asked, with whatever came out.

The games are kept in a folder, so the report can be made in parts: matches by the clock take hours.
"""

import math
import os
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

import msgspec

from sommet.arena import beliefs
from sommet.arena.errors import ArenaError
from sommet.arena.players import Maker
from sommet.arena.playing import Played
from sommet.arena.ratings import ELO, wilson
from sommet.arena.results import statistics
from sommet.arena.running import Progress, run
from sommet.arena.schedule import Tournament, fixtures
from sommet.arena.store import GAMES, read
from sommet.core.extras import MissingExtra

from .claims import SLOW_SECONDS, Claim, claims, handicaps, ladders

Size = Literal["quick", "usual", "full"]
FEW, VERY_FEW = 8, 2
NOTES = "notes.md"
BELIEFS_BOT, BELIEFS_GAMES = "master:sims=2000", 500
SELF = {"babylone": "master", "on_top": "master:sims=800"}


def write(
    path: Path,
    folder: Path,
    size: Size,
    makers: Mapping[str, Maker],
    jobs: int | None = None,
    progress: Progress | None = None,
    most_seconds: float | None = None,
    only: tuple[str, ...] = (),
) -> None:
    """Play and write. `most_seconds`: for each match; `only`: the matches whose names begin so (none: all)."""
    for claim in [*claims(), *handicaps(), *ladders()]:
        if not only or claim.name.startswith(only):
            _play(claim, folder, size, makers, jobs, progress, most_seconds)
    for name, tournament in _selves(size).items():
        if not only or f"{name}-self".startswith(only):
            limit = most_seconds if most_seconds is not None or size == "full" else SLOW_SECONDS / 2
            run(tournament, folder / f"{name}-self", makers, jobs, name == "kabaleo", progress, limit)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(report(folder, path), encoding="utf-8")


def _play(
    claim: Claim,
    folder: Path,
    size: Size,
    makers: Mapping[str, Maker],
    jobs: int | None,
    progress: Progress | None,
    most_seconds: float | None,
) -> None:
    games = claim.games if size != "quick" else VERY_FEW if claim.slow else FEW
    limit = SLOW_SECONDS if most_seconds is None and claim.slow and size == "usual" else most_seconds
    try:
        run(claim.tournament(games), folder / claim.name, makers, jobs, False, progress, limit)
    except ArenaError as error:
        raise ArenaError(f"{claim.name}: {error}") from None


def _selves(size: Size) -> dict[str, Tournament]:
    few = {"quick": FEW, "usual": 200, "full": 500}[size]
    found = {game: Tournament(game, (bot,), 2, "self", few) for game, bot in SELF.items()}
    games = FEW if size == "quick" else BELIEFS_GAMES
    return {**found, "kabaleo": Tournament("kabaleo", (BELIEFS_BOT,), 2, "self", games)}


def counted(claim: Claim, games: Iterable[Played]) -> list[Played]:
    """The games that the claim asked for, and no others that lie in the folder."""
    asked = {fixture.key for fixture in fixtures(claim.tournament())}
    return [game for game in games if game.key in asked]


def won(claim: Claim, games: Sequence[Played]) -> tuple[float, int]:
    """What the claim's first bot won, of how many games that count."""
    total, count = 0.0, 0
    for game in games:
        if game.lineup[0] != claim.specs[0] or not set(game.seats) <= set(claim.specs):
            continue
        seat = game.seats.index(claim.specs[0])
        if not (claim.second and seat == game.first):
            total, count = total + game.shares[seat], count + 1
    return total, count


def verdict(least: float, low: float, share: float) -> str:
    """Whether the aim is reached: ✓, ✗, or ~ where the interval holds it."""
    if share < least:
        return "✗"
    return "✓" if least == 1 or low >= least else "~"


def _row(claim: Claim, games: Sequence[Played], elo: bool) -> str:
    total, count = won(claim, games)
    low, high = wilson(total, count)
    share = total / max(1, count)
    expected = claim.games // 2 if claim.second else claim.games
    cells = [
        f"`{claim.command}`",
        str(count) if count >= expected else f"{count} of {expected}",
        f"{100 * share:.1f} %",
        f"{100 * low:.1f} – {100 * high:.1f} %",
    ]
    if elo:
        cells.append(f"{_elo(share):+.0f} ({_elo(low):+.0f} … {_elo(high):+.0f})")
    aim = f"{100 * claim.least:.0f} % {verdict(claim.least, low, share)}"
    return f"| {' | '.join([*cells, aim, _pace(claim, games), _load(games)])} |"


def _table(every: Sequence[Claim], folder: Path, elo: bool = False) -> list[str]:
    """The matches that were played, and which were not."""
    played = {claim.name: counted(claim, read(folder / claim.name / GAMES)) for claim in every}
    rows = [_row(claim, played[claim.name], elo) for claim in every if played[claim.name]]
    missing = [f"`{claim.command}`" for claim in every if not played[claim.name]]
    titles = ["match", "games", "won", "95 %", *(["Elo"] if elo else []), "aim", "s a move", "load"]
    head = [f"| {' | '.join(titles)} |", f"|{'---|' * len(titles)}"]
    return [*([*head, *rows, ""] if rows else []), *([f"Not measured: {', '.join(missing)}.", ""] if missing else [])]


def _elo(share: float) -> float:
    clipped = min(max(share, 0.001), 0.999)
    return ELO * math.log(clipped / (1 - clipped))


def _pace(claim: Claim, games: Sequence[Played]) -> str:
    """Seconds a move, the first bot's and the others'."""
    own = other = 0.0
    moves = others = 0.0
    for game in games:
        for seat, name in enumerate(game.seats):
            share = game.plies / len(game.seats)
            if name == claim.specs[0]:
                own, moves = own + game.seconds[seat], moves + share
            else:
                other, others = other + game.seconds[seat], others + share
    return f"{own / moves:.3f} / {other / others:.3f}" if moves and others else "–"


def _load(games: Sequence[Played]) -> str:
    loads = [game.load for game in games if game.load]
    return f"{sum(loads) / len(loads):.1f}" if loads else "–"


def report(folder: Path, page: Path) -> str:
    """The page."""
    lines = [
        "# How strong the bots are",
        "",
        "Matches between the computer players, and against those of other libraries. Two players unless a line says",
        "otherwise; each deal is played once in each seat. *Won* is the share of wins, with its 95 % interval.",
        "",
        "The *aim* of a match, and how many games it has, were set before it was played. ✓: reached, and the interval",
        "lies above it. ~: reached, but the interval holds the aim. ✗: not reached. *s a move* is the thinking time of",
        "the first bot and of the others. *Load* is the number of processes that wanted each core: above 1, a bot that",
        f"thinks by the clock had less than its time. The machine had {os.cpu_count()} cores.",
        "",
        *_notes(folder / NOTES),
        "## The master against others",
        "",
        *_table(claims(), folder),
        "For Babylone only the games count in which the master is second, which is the winning side.",
        "",
        "## The same with a number of simulations",
        "",
        "These budgets mean the same on every machine. The master has fewer simulations than it does in its time on",
        "one core, OpenSpiel's bots have more than they do in theirs: harder than by the clock.",
        "",
        *_table(handicaps(), folder),
        "## Levels",
        "",
        "Each level against the one below it, with its usual budget; 120 Elo are 67 %.",
        "",
        *_table(ladders(), folder, elo=True),
        "## Secrets",
        "",
        *_secrets(folder, page),
        "",
        "## Who has the advantage, and how games end",
        "",
        "The master against itself.",
        "",
        "| game | games | first player wins | last mover wins | moves | decided by |",
        "|---|---|---|---|---|---|",
        *[_ends(game, folder) for game in ("babylone", "kabaleo", "on_top")],
        "",
        "## Measuring it yourself",
        "",
        "Each line is a command. One command plays all that has not been played yet and writes this page; matches by",
        "the clock take hours, and can be played in parts ([how](arena.md#the-report-on-strength)).",
        "",
        "```sh",
        "python -m bench.strength docs/strength.md --full --out FOLDER",
        "```",
        "",
    ]
    return "\n".join(lines)


def _notes(path: Path) -> list[str]:
    """What whoever played the games has to say about them, such as which version of the bots played."""
    return [path.read_text(encoding="utf-8").rstrip(), ""] if path.exists() else []


def _secrets(folder: Path, page: Path) -> list[str]:
    records = [game.record for game in read(folder / "kabaleo-self" / GAMES) if game.record]
    if not records:
        return ["Not measured."]
    found = _measured(folder / "kabaleo-self" / "beliefs.json", records)
    lines = [
        f"`sommet arena kabaleo {BELIEFS_BOT} --beliefs --games {BELIEFS_GAMES}`: the probability that the moves give",
        f"to a player's true objective, {found.games} games, quarter by quarter.",
        "",
        "```text",
        found.as_text().rstrip(),
        "```",
        "",
        f"In the last quarter the aim is twice the prior: {_reached(found.gain)} for opponents,",
        f"{_reached(found.observer_gain)} for an outside observer.",
    ]
    try:
        picture = page.with_name(f"{page.stem}-beliefs.png")
        found.draw(picture)
    except MissingExtra:
        return lines
    return [*lines, "", f"![The posterior of the true objective]({picture.name})"]


def _measured(path: Path, records: list[dict[str, Any]]) -> beliefs.Beliefs:
    """Measured once for this number of games, and kept beside them."""
    if path.exists():
        kept = msgspec.json.decode(path.read_bytes(), type=beliefs.Beliefs)
        if kept.games == len(records):
            return kept
    found = beliefs.measured(BELIEFS_BOT, 2, records)
    path.write_bytes(msgspec.json.encode(found))
    return found


def _reached(gain: float) -> str:
    return f"{gain:.2f} times {'✓' if gain >= 2 else '✗'}"


def _ends(game: str, folder: Path) -> str:
    games = list(read(folder / f"{game}-self" / GAMES))
    if not games:
        return f"| {game} | 0 | – | – | – | – |"
    facts = statistics(games)
    ends = ", ".join(f"{reason} {100 * share:.0f} %" for reason, share in facts["reasons"].items())
    parts = [f"{100 * facts[key]:.1f} %" for key in ("first_player", "last_mover")]
    return f"| {game} | {len(games)} | {' | '.join(parts)} | {facts['plies']:.1f} | {ends} |"
