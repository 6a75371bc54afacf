"""`docs/strength.md`: what the matches showed, for readers."""

import json
import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from sommet.arena import beliefs
from sommet.arena.calibration import BUCKETS, Bucket, Reliability, reliability
from sommet.arena.playing import Played
from sommet.arena.ratings import ELO
from sommet.arena.results import statistics
from sommet.core.extras import MissingExtra

from .matches import COUNTS, Match, baselines, ladder, peers, selves
from .playing import played, won

NOTES = "notes.md"
ENOUGH = 100  # positions: of fewer a bucket says little
HEAD = """# How strong the bots are

Matches between the computer players, made by one command. Each deal is played once in every seat; *won* is the
first player's share of the wins, and its 95 % interval takes the games of one deal as one. Every line is a
command that repeats it: with these budgets, numbers of simulations, the same games are played on every machine.
[What each player knows](design/opponents.md) stands elsewhere."""
AGAINST = """## The master against simple players

The strongest players that do not search: in Kabaleo *greedy*, who takes what it can; in On Top *now* (points
this move), *table* (what circles will be worth) and *two_ply* (that, less what the rivals can do about it).
*plain* is a tree search that knows only the rules. With four players one master sits among three others; an
even share is 25 %. In Babylone, which is solved, only games count in which the master is second: that side
wins."""
PEERS = """## The master against other libraries

OpenSpiel's general searchers, through the adapter."""
LADDER = """## Levels

Each level against the one below it, the first against random moves. Levels that think by the clock have a
number of simulations here. With more than two players one sits among others that are all of the level below,
and Elo is counted from its share."""
CALIBRATION = f"""## Whether a chance is one

What a bot told of its own moves, against what it then won, playing itself (`sommet arena GAME BOT
--calibration`). Each row holds the positions whose value was told within a tenth; *n* is their number, and rows
with fewer than {ENOUGH} are left out. The interval counts deals, not positions."""
EXPLOIT = """## Who can be exploited

What four [judges](arena.md#who-can-be-exploited) win against a bot. All search alike; the *reader* asks what
the bot itself would have played with each secret, *uniform* believes nothing, *own* what the searcher always
believes, *cheat* knows the truth."""
SECRETS = """## Secrets

The probability that the moves give to a player's true secret, quarter by quarter, by the game's own model of
how people move."""
ENDS = """## Who has the advantage, and how games end

The master against itself."""
YOURSELF = """## Measuring it yourself

```sh
python -m bench.strength docs/strength.md --out FOLDER
```

plays all that is not in the folder yet and writes this page ([how](arena.md#the-report-on-strength))."""


def report(folder: Path, page: Path) -> str:
    """The page. What was not played is not on it."""
    parts = [
        HEAD,
        _notes(folder / NOTES),
        _section(AGAINST, _matches(baselines(), folder)),
        _section(PEERS, _matches(peers(), folder)),
        _section(LADDER, _ladders(folder)),
        _section(CALIBRATION, _calibrations(folder)),
        _section(EXPLOIT, _exploits(folder)),
        _section(SECRETS, _secrets(folder, page)),
        _section(ENDS, _ends(folder)),
        YOURSELF,
    ]
    return "\n\n".join(part for part in parts if part) + "\n"


def write(page: Path, folder: Path) -> None:
    """Write it."""
    page.parent.mkdir(parents=True, exist_ok=True)
    page.write_text(report(folder, page), encoding="utf-8")


def _section(head: str, body: str) -> str:
    return f"{head}\n\n{body}" if body else ""


def _table(titles: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [f"| {' | '.join(titles)} |", f"|{'---|' * len(titles)}", *(f"| {' | '.join(row)} |" for row in rows)]
    return "\n".join(lines) if rows else ""


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def _interval(low: float, high: float) -> str:
    return f"{100 * low:.1f} – {100 * high:.1f} %"


def _matches(every: Sequence[Match], folder: Path) -> str:
    rows = []
    for match in every:
        games = played(match, folder)
        if games:
            count, share, low, high = won(match, games)
            cells = f"`{match.command}`", str(count), _percent(share), _interval(low, high)
            rows.append([*cells, _pace(match, games)])
    return _table(["match", "games", "won", "95 %", "s a move"], rows)


def _elo(share: float, players: int) -> float:
    clipped = min(max(share, 0.001), 0.999)
    return ELO * math.log(clipped * (players - 1) / (1 - clipped))


def _ladders(folder: Path) -> str:
    parts = []
    for game, counts in COUNTS.items():
        for players in counts:
            rows = []
            for match in ladder():
                if (match.game, match.players) == (game, players) and (games := played(match, folder)):
                    count, share, low, high = won(match, games)
                    elo = [f"{_elo(each, players):+.0f}" for each in (share, low, high)]
                    against = f"{match.specs[0]} – {match.specs[1]}"
                    rows.append([against, str(count), _percent(share), elo[0], f"{elo[1]} … {elo[2]}"])
            if rows:
                table = _table(["level – below it", "games", "won", "Elo", "95 %"], rows)
                parts.append(f"**{game}, {players} players**\n\n{table}")
    return "\n\n".join(parts)


def _pace(match: Match, games: Sequence[Played]) -> str:
    """Seconds a move, the first bot's and the others'."""
    spent, moves = [0.0, 0.0], [0.0, 0.0]
    for game in games:
        for seat, name in enumerate(game.seats):
            other = int(name != match.specs[0])
            spent[other] += game.seconds[seat]
            moves[other] += game.plies / len(game.seats)
    return " / ".join(f"{each / max(1.0, count):.3f}" for each, count in zip(spent, moves, strict=True))


def _calibrations(folder: Path) -> str:
    found = {}
    for match in selves():
        games = played(match, folder)
        told = reliability(match.specs[0], games) if games else None
        if told is not None and told.whole is not None:
            found[f"{match.game}, {match.players} players, {match.specs[0]}"] = told
    if not found:
        return ""
    names = list(found)
    rows = [[f"{number / BUCKETS:.1f} – {(number + 1) / BUCKETS:.1f}"] for number in range(BUCKETS)]
    for number, row in enumerate(rows):
        row += [_bucket(_at(found[name], number)) for name in names]
    whole = ["all", *(_bucket(found[name].whole) for name in names)]
    off = ["off by, on average", *(_percent(found[name].error) for name in names)]
    return _table(["told", *names], [*rows, whole, off])


def _at(found: Reliability, number: int) -> Bucket | None:
    return next((each for each in found.buckets if round(BUCKETS * each.least) == number), None)


def _bucket(each: Bucket | None) -> str:
    if each is None or each.positions < ENOUGH:
        return "–"
    numbers = f"{each.told:.2f} → **{each.got:.2f}** ({each.low:.2f} – {each.high:.2f})"
    return f"{numbers}, n {each.positions}"


def _exploits(folder: Path) -> str:
    """What `sommet arena GAME --exploit BOT --json exploit-NAME.json` wrote into the folder."""
    rows = []
    for path in sorted(folder.glob("exploit-*.json")):
        found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        cells = {each["judge"].partition(":")[0]: each for each in found["verdicts"]}
        shares = [_judged(cells.get(name)) for name in ("reader", "uniform", "own", "cheat")]
        half = found["reader"]["half_time"] if found.get("reader") else None
        belief = "–" if half is None else _percent(half)
        rows.append([f"{found['game']}, {found['players']} players: {found['bot']}", *shares, belief])
    return _table(["bot", "reader", "uniform", "own", "cheat", "the reader's belief at half-time"], rows)


def _judged(verdict: dict[str, Any] | None) -> str:
    if verdict is None or not verdict["games"]:
        return "–"
    margin = "" if verdict["margin"] is None else f" ± {100 * verdict['margin']:.1f}"
    return f"{100 * verdict['share']:.1f}{margin} % (n {verdict['games']})"


def _notes(path: Path) -> str:
    """What whoever played the games has to say about them, such as which version of the bots played."""
    return path.read_text(encoding="utf-8").strip() if path.exists() else ""


def _secrets(folder: Path, page: Path) -> str:
    parts = []
    for match in selves():
        records = [game.record for game in played(match, folder) if game.record]
        if records and match.game == "kabaleo" and match.players == 2:
            found = _measured(folder / match.name / "beliefs.json", match.specs[0], records)
            parts.append(f"```text\n{found.as_text().rstrip()}\n```")
            if not parts[1:]:
                parts += _drawn(found, page.with_name(f"{page.stem}-beliefs.png"))
    return "\n\n".join(parts)


def _drawn(found: beliefs.Beliefs, picture: Path) -> list[str]:
    try:
        found.draw(picture)
    except MissingExtra:
        return []
    return [f"![The posterior of the true secret]({picture.name})"]


def _measured(path: Path, bot: str, records: list[dict[str, Any]]) -> beliefs.Beliefs:
    """Measured once for this number of games, and kept beside them."""
    if path.exists():
        kept = msgspec.json.decode(path.read_bytes(), type=beliefs.Beliefs)
        if kept.games == len(records):
            return kept
    found = beliefs.measured(bot, 2, records)
    path.write_bytes(msgspec.json.encode(found))
    return found


def _ends(folder: Path) -> str:
    rows = []
    for match in selves():
        games = played(match, folder)
        if games:
            facts = statistics(games)
            ends = ", ".join(f"{reason} {100 * share:.0f} %" for reason, share in facts["reasons"].items())
            parts = [_percent(facts[key]) for key in ("first_player", "last_mover")]
            name = f"{match.game}, {match.players} players, {match.specs[0]}"
            rows.append([name, str(len(games)), *parts, f"{facts['plies']:.1f}", ends])
    return _table(["game", "games", "first player wins", "last mover wins", "moves", "decided by"], rows)
