"""Numbers for what changes, sealed bytes, bans, recovery, notices. Frozen: a later change gets its own file."""

import json

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def _user() -> sa.Column[str]:
    return sa.Column("user_id", sa.String(24), sa.ForeignKey("users.id", ondelete="CASCADE"), nullable=False)


def _set_pace(db: sa.Connection) -> None:
    """Of the games with days a move that are there already."""
    unfinished = "SELECT id, settings FROM tables WHERE status IN ('open', 'running')"
    for name, settings in db.execute(sa.text(unfinished)).all():
        days = json.loads(settings).get("clock", {}).get("days", 0)
        if days:
            db.execute(
                sa.text("UPDATE tables SET pace = :pace WHERE id = :id"), {"pace": days * 86_400_000, "id": name}
            )


def upgrade() -> None:
    """Add them."""
    op.add_column("tables", sa.Column("changes", sa.Integer, nullable=False, server_default="0"))
    op.add_column("tables", sa.Column("rules", sa.String(24), nullable=False, server_default=""))
    op.add_column("tables", sa.Column("scheme", sa.Integer, nullable=False, server_default="2"))
    op.execute("UPDATE tables SET scheme = 1 WHERE status <> 'open'")  # what is not dealt yet is sealed first
    waiting = "SELECT id FROM tables WHERE status = 'open'"
    op.execute(f"UPDATE seats SET ready = (bot IS NOT NULL), entropy = NULL WHERE table_id IN ({waiting})")
    op.add_column("tables", sa.Column("pace", sa.BigInteger))
    op.create_index("tables_by_pace", "tables", ["pace"])
    op.create_index("tables_by_owner", "tables", ["owner", "status"])
    op.add_column("seats", sa.Column("sealed", sa.String(64)))
    op.add_column("users", sa.Column("seen", sa.BigInteger, nullable=False, server_default="0"))
    op.add_column("users", sa.Column("banned", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("users", sa.Column("email", sa.String(254)))
    op.add_column("users", sa.Column("language", sa.String(2), nullable=False, server_default="en"))
    op.execute("UPDATE users SET seen = created")
    _set_pace(op.get_bind())
    op.create_table(
        "processes",
        sa.Column("id", sa.String(24), primary_key=True),
        sa.Column("alive", sa.BigInteger, nullable=False),
        sa.Column("ended", sa.Boolean, nullable=False),
    )
    op.create_table(
        "recovery",
        sa.Column("digest", sa.String(64), primary_key=True),
        _user(),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("text", sa.String(254)),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("expires", sa.BigInteger),
    )
    op.create_index("recovery_by_user", "recovery", ["user_id"])
    op.create_table(
        "subscriptions",
        sa.Column("id", sa.String(24), primary_key=True),
        _user(),
        sa.Column("endpoint", sa.Text, nullable=False),
        sa.Column("p256dh", sa.String(120), nullable=False),
        sa.Column("auth", sa.String(60), nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
    )
    op.create_index("subscriptions_by_user", "subscriptions", ["user_id"])
    op.create_table(
        "notice_wishes",
        sa.Column("user_id", sa.String(24), sa.ForeignKey("users.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("mail", sa.Boolean, nullable=False),
        sa.Column("push", sa.Boolean, nullable=False),
        sa.Column("quiet_from", sa.Integer),
        sa.Column("quiet_to", sa.Integer),
        sa.Column("zone", sa.String(40), nullable=False),
        sa.Column("stop", sa.String(43), nullable=False, unique=True),
    )
    op.create_table(
        "notices",
        sa.Column("table_id", sa.String(24), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("kind", sa.String(8), primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("due", sa.BigInteger),
    )
    op.create_index("notices_by_due", "notices", ["due"])
