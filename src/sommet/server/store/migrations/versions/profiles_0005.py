"""How matches ended for each player, for profiles, histories and lists. Frozen: a later change gets its own file."""

import json
from collections import defaultdict
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def _user() -> sa.Column[str]:
    return sa.Column("user_id", sa.String(24), sa.ForeignKey("users.id", ondelete="CASCADE"), primary_key=True)


def upgrade() -> None:
    """Add it, and fill it in from the matches that are over."""
    op.add_column("seats", sa.Column("ended", sa.BigInteger))
    op.add_column("seats", sa.Column("outcome", sa.String(6)))
    op.add_column("seats", sa.Column("shown", sa.Boolean, nullable=False, server_default=sa.false()))
    op.drop_index("ix_seats_user_id", "seats")
    op.create_index("seats_by_user", "seats", ["user_id", "ended", "table_id"])
    op.add_column("ratings", sa.Column("sure", sa.Float, nullable=False, server_default="0"))
    op.create_index("ratings_by_game", "ratings", ["game", "sure"])
    op.execute("UPDATE ratings SET sure = mu - 3 * sigma")
    op.create_table(
        "rating_course",
        _user(),
        sa.Column("game", sa.String(20), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("rating", sa.Float, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "tallies",
        _user(),
        sa.Column("game", sa.String(20), primary_key=True),
        sa.Column("played", sa.Integer, nullable=False),
        sa.Column("won", sa.Integer, nullable=False),
        sa.Column("shared", sa.Integer, nullable=False),
        sa.Column("streak", sa.Integer, nullable=False),
        sa.Column("longest", sa.Integer, nullable=False),
    )
    _fill(op.get_bind())


def _fill(db: sa.Connection) -> None:
    users = set(db.execute(sa.text("SELECT id FROM users")).scalars())
    tallies: dict[tuple[str, str], list[int]] = {}
    courses: defaultdict[tuple[str, str], list[tuple[float, int]]] = defaultdict(list)
    over = (
        "SELECT id, game, players, settings, result, changed FROM tables WHERE status = 'over' AND result IS NOT NULL"
    )
    for table in db.execute(sa.text(f"{over} ORDER BY changed, id")).all():
        settings, result = json.loads(table.settings), json.loads(table.result)
        shown = bool(_public(settings) and settings.get("watch", True))
        seats = db.execute(
            sa.text("SELECT seat, user_id FROM seats WHERE table_id = :id ORDER BY seat"), {"id": table.id}
        ).all()
        outcomes = {}
        for seat, user in seats:
            outcomes[user] = outcome = _outcome(result, seat)
            values = {"ended": table.changed, "outcome": outcome, "shown": shown, "id": table.id, "seat": seat}
            ended = "ended = :ended, outcome = :outcome, shown = :shown"
            db.execute(sa.text(f"UPDATE seats SET {ended} WHERE table_id = :id AND seat = :seat"), values)
            rated = (result.get("ratings") or [None] * table.players)[seat]
            if user in users and rated is not None:
                courses[user, table.game].append((rated["after"], table.changed))
        outcomes.pop(None, None)
        if (shown or settings.get("rated")) and len(outcomes) > 1:
            for user, outcome in outcomes.items():
                if user in users:
                    _count(tallies.setdefault((user, table.game), [0, 0, 0, 0, 0]), outcome)
    _store(db, tallies, courses)


def _public(settings: dict[str, Any]) -> bool:
    """Whether it stood in the lobby."""
    return bool(settings.get("public")) and not settings.get("device")


def _outcome(result: dict[str, Any], seat: int) -> str:
    winners, rounds = result["winners"], result["rounds"]
    if seat not in winners:
        return "lost"
    return "shared" if len(winners) > 1 and rounds and rounds[-1].get("reason") == "shared" else "won"


def _count(tally: list[int], outcome: str) -> None:
    tally[0] += 1
    tally[1] += outcome == "won"
    tally[2] += outcome == "shared"
    tally[3] = tally[3] + 1 if outcome == "won" else 0
    tally[4] = max(tally[3:])


def _store(
    db: sa.Connection,
    tallies: dict[tuple[str, str], list[int]],
    courses: dict[tuple[str, str], list[tuple[float, int]]],
) -> None:
    """The newest of a player's rated matches has the number of those that they have played."""
    names = ("user", "game", "played", "won", "shared", "streak", "longest")
    for key, tally in tallies.items():
        values = dict(zip(names, (*key, *tally), strict=True))
        db.execute(sa.text(f"INSERT INTO tallies VALUES ({', '.join(f':{name}' for name in names)})"), values)
    for (user, game), course in courses.items():
        played = "SELECT games FROM ratings WHERE user_id = :user AND game = :game"
        count = db.execute(sa.text(played), {"user": user, "game": game}).scalar() or 0
        for number, (rating, at) in enumerate(course[-count:] if count else [], count - min(count, len(course)) + 1):
            point = {"user": user, "game": game, "number": number, "rating": rating, "at": at}
            db.execute(sa.text("INSERT INTO rating_course VALUES (:user, :game, :number, :rating, :at)"), point)
