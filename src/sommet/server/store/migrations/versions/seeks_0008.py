"""Who waits for a quick match. Frozen: a later change gets its own file."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Create its table."""
    op.create_table(
        "seeks",
        sa.Column("table_id", sa.String(24), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("user_id", sa.String(24), sa.ForeignKey("users.id", ondelete="CASCADE"), nullable=False),
        sa.Column("wish", sa.String(32), nullable=False),
        sa.Column("rating", sa.Float),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("alive", sa.BigInteger, nullable=False),
    )
    op.create_index("seeks_by_wish", "seeks", ["wish", "alive"])
    op.create_index("seeks_by_user", "seeks", ["user_id"])
