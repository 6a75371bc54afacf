"""Friends, blocks, reports, who is online, and seats kept for somebody. Frozen: a later change gets its own file."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def _user(name: str, key: bool = True) -> sa.Column[str]:
    return sa.Column(
        name, sa.String(24), sa.ForeignKey("users.id", ondelete="CASCADE"), primary_key=key, nullable=False
    )


def upgrade() -> None:
    """Create their tables."""
    op.add_column("seats", sa.Column("reserved", sa.String(24)))
    op.create_index("seats_by_reserved", "seats", ["reserved"])
    op.create_table("friends", _user("user_id"), _user("friend_id"), sa.Column("at", sa.BigInteger, nullable=False))
    op.create_index("friends_by_friend", "friends", ["friend_id"])
    op.create_table("blocks", _user("user_id"), _user("other_id"), sa.Column("at", sa.BigInteger, nullable=False))
    op.create_index("blocks_by_other", "blocks", ["other_id"])
    op.create_table("online", _user("user_id"), sa.Column("at", sa.BigInteger, nullable=False))
    op.create_table(
        "reports",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
        _user("user_id", key=False),
        _user("about_id", key=False),
        sa.Column("table_id", sa.String(24), sa.ForeignKey("tables.id", ondelete="SET NULL")),
        sa.Column("why", sa.String(8), nullable=False),
        sa.Column("text", sa.String(500), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("closed", sa.BigInteger),
    )
    op.create_index("reports_by_user", "reports", ["user_id"])
    op.create_index("reports_by_about", "reports", ["about_id"])
    op.create_index("reports_by_table", "reports", ["table_id"])
