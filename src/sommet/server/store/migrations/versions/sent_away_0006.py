"""Whom the owner of a table has sent away from it. Frozen: a later change gets its own file."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Create its table."""
    op.create_table(
        "sent_away",
        sa.Column("table_id", sa.String(24), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("user_id", sa.String(24), sa.ForeignKey("users.id", ondelete="CASCADE"), primary_key=True),
    )
    op.create_index("sent_away_by_user", "sent_away", ["user_id"])
