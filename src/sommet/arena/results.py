"""What a tournament showed: a table of the bots, one of the line-ups, and some statistics; as text, JSON and CSV."""

import csv
import io
import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from .playing import Played
from .ratings import bradley_terry, openskill, wilson


@dataclass(frozen=True)
class Row:
    """A bot: seats taken, the share of wins with its 95 % interval, its rating."""

    bot: str
    games: int
    won: float
    share: float
    low: float
    high: float
    elo: float
    elo_margin: float
    forfeits: int
    skill: float | None = None  # OpenSkill's mu
    skill_margin: float | None = None


@dataclass(frozen=True)
class Pairing:
    """One line-up: what its first bot won."""

    bot: str
    against: str
    games: int
    won: float
    share: float
    low: float
    high: float


@dataclass(frozen=True)
class Results:
    """All of it."""

    rows: tuple[Row, ...]
    pairings: tuple[Pairing, ...]
    statistics: dict[str, Any]

    def as_json(self) -> str:
        """For programs."""
        return json.dumps(asdict(self), indent=1) + "\n"

    def as_csv(self) -> str:
        """The table of the bots."""
        text = io.StringIO()
        writer = csv.DictWriter(text, [*Row.__dataclass_fields__], lineterminator="\n")
        writer.writeheader()
        writer.writerows(asdict(row) for row in self.rows)
        return text.getvalue()

    def as_text(self) -> str:
        """For people."""
        skilled = any(row.skill is not None for row in self.rows)
        forfeits = any(row.forfeits for row in self.rows)
        head = ["bot", "games", "won", "95 %", "Elo", "95 %", *["OpenSkill"] * skilled, *["forfeits"] * forfeits]
        lines = [head]
        for row in self.rows:
            skill = [f"{row.skill:.1f} ± {row.skill_margin:.1f}"] if skilled else []
            interval = f"{row.low:.1%} – {row.high:.1%}"
            lost = [f"{row.forfeits}"] * forfeits
            share, elo = f"{row.share:.1%}", f"{row.elo:+.0f}"
            lines.append([row.bot, f"{row.games}", share, interval, elo, f"± {row.elo_margin:.0f}", *skill, *lost])
        text = _columns(lines)
        if len(self.pairings) > 1:
            parts = [["first", "against", "games", "won", "95 %"]]
            for each in self.pairings:
                interval = f"{each.low:.1%} – {each.high:.1%}"
                parts.append([each.bot, each.against, f"{each.games}", f"{each.share:.1%}", interval])
            text += "\n" + _columns(parts, left=2)
        facts = self.statistics
        ends = ", ".join(f"{reason} {share:.1%}" for reason, share in facts["reasons"].items())
        for each in facts["forfeits"]:
            text += f"\n{each['bot']} forfeited {each['games']}: {each['reason']}"
        text += "\n" if forfeits else ""
        return (
            f"{text}\nFirst player wins {facts['first_player']:.1%}, last mover {facts['last_mover']:.1%} "
            f"(even: {facts['even']:.1%}); {facts['plies']:.1f} moves a game; decided by {ends}.\n"
        )


def _columns(lines: Sequence[Sequence[str]], left: int = 1) -> str:
    widths = [max(len(cell) for cell in column) for column in zip(*lines, strict=True)]
    rows = []
    for line in lines:
        cells = [
            cell.ljust(width) if place < left else cell.rjust(width)
            for place, (cell, width) in enumerate(zip(line, widths, strict=True))
        ]
        rows.append("  ".join(cells).rstrip())
    return "\n".join(rows) + "\n"


def _won(games: Sequence[Played], bot: str) -> tuple[int, float]:
    """How often it sat down, and what it won."""
    seats = [(game, seat) for game in games for seat, name in enumerate(game.seats) if name == bot]
    return len(seats), sum(game.shares[seat] for game, seat in seats)


def pairing(games: Sequence[Played], lineup: tuple[str, ...]) -> Pairing:
    """What the first of a line-up won."""
    played = [game for game in games if game.lineup == lineup]
    count, won = _won(played, lineup[0])
    others = list(dict.fromkeys(lineup[1:]))
    against = others[0] if len(others) == 1 and len(lineup) == 2 else ""
    against = against or (f"{len(lineup) - 1} × {others[0]}" if len(others) == 1 else " + ".join(others))
    return Pairing(lineup[0], against, count, won, won / max(1, count), *wilson(won, count))


def statistics(games: Sequence[Played]) -> dict[str, Any]:
    """First player's and last mover's advantage, how games end, how long they last."""
    count = max(1, len(games))
    reasons = Counter(game.reason for game in games)
    forfeits = Counter((game.seats[game.forfeit.seat], game.forfeit.reason) for game in games if game.forfeit)
    return {
        "games": len(games),
        "even": sum(sum(game.shares) / len(game.seats) for game in games) / count,
        "first_player": sum(game.shares[game.first] for game in games) / count,
        "last_mover": sum(game.shares[game.last] for game in games) / count,
        "plies": sum(game.plies for game in games) / count,
        "reasons": {reason: number / count for reason, number in sorted(reasons.items())},
        "forfeits": [
            {"bot": bot, "reason": reason, "games": number} for (bot, reason), number in sorted(forfeits.items())
        ],
    }


def results(games: Sequence[Played]) -> Results:
    """Everything, the strongest bot first."""
    ratings = bradley_terry(games)
    skills = openskill(games) if any(len(game.seats) > 2 for game in games) else {}
    rows = []
    for bot, rating in ratings.items():
        count, won = _won(games, bot)
        mu, sigma = skills.get(bot, (None, None))
        margin = None if sigma is None else 1.96 * sigma
        low, high = wilson(won, count)
        lost = sum(game.forfeit is not None and game.seats[game.forfeit.seat] == bot for game in games)
        share = won / max(1, count)
        rows.append(Row(bot, count, won, share, low, high, rating.elo, rating.margin, lost, mu, margin))
    rows.sort(key=lambda row: (-row.elo, row.bot))
    lineups = list(dict.fromkeys(game.lineup for game in games))
    return Results(tuple(rows), tuple(pairing(games, lineup) for lineup in lineups), statistics(games))
