"""Analyses are kept. Frozen: a later change of the schema gets its own file."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Create their tables."""
    op.create_table(
        "analyses",
        sa.Column("id", sa.String(24), primary_key=True),
        sa.Column("owner", sa.String(24), sa.ForeignKey("users.id", ondelete="CASCADE"), nullable=False, index=True),
        sa.Column("request", sa.Text, nullable=False),
        sa.Column("status", sa.String(10), nullable=False),
        sa.Column("progress", sa.Float, nullable=False),
        sa.Column("turning_points", sa.Text),
        sa.Column("worker", sa.String(24)),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("changed", sa.BigInteger, nullable=False),
    )
    op.create_index("analyses_by_status", "analyses", ["status", "created"])
    op.create_table(
        "analysis_lines",
        sa.Column("analysis_id", sa.String(24), sa.ForeignKey("analyses.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("text", sa.Text, nullable=False),
    )
