"""A table may begin with a game that was brought along. Frozen: a later change of the schema gets its own file."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """A place for its record."""
    op.add_column("tables", sa.Column("brought", sa.Text))
