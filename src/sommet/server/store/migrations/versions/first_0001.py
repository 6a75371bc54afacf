"""The first tables. Frozen: a later change of the schema gets its own file."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Create everything."""
    op.create_table(
        "settings", sa.Column("key", sa.String(40), primary_key=True), sa.Column("value", sa.Text, nullable=False)
    )
    op.create_table(
        "users",
        sa.Column("id", sa.String(24), primary_key=True),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("handle", sa.String(40), unique=True),
        sa.Column("password", sa.String(200)),
        sa.Column("epoch", sa.Integer, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "tokens",
        sa.Column("id", sa.String(24), primary_key=True),
        sa.Column("user_id", sa.String(24), sa.ForeignKey("users.id", ondelete="CASCADE"), nullable=False, index=True),
        sa.Column("digest", sa.String(64), nullable=False, unique=True),
        sa.Column("label", sa.String(40), nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "tables",
        sa.Column("id", sa.String(24), primary_key=True),
        sa.Column("owner", sa.String(24), nullable=False),
        sa.Column("game", sa.String(20), nullable=False),
        sa.Column("players", sa.Integer, nullable=False),
        sa.Column("settings", sa.Text, nullable=False),
        sa.Column("public", sa.Boolean, nullable=False),
        sa.Column("status", sa.String(8), nullable=False),
        sa.Column("invite", sa.String(24), nullable=False),
        sa.Column("secret", sa.String(64), nullable=False),
        sa.Column("result", sa.Text),
        sa.Column("rematch", sa.String(24)),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("changed", sa.BigInteger, nullable=False),
    )
    op.create_index("tables_by_status", "tables", ["status", "public", "created"])
    _of_a_table("seats", sa.Column("seat", sa.Integer, primary_key=True), *_seat())
    _of_a_table(
        "log",
        sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("seat", sa.Integer),
        sa.Column("text", sa.Text),
        sa.Column("at", sa.BigInteger, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "chat",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
        sa.Column(
            "table_id", sa.String(24), sa.ForeignKey("tables.id", ondelete="CASCADE"), nullable=False, index=True
        ),
        sa.Column("user_id", sa.String(24), nullable=False, index=True),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("seat", sa.Integer),
        sa.Column("text", sa.String(300), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
    _of_a_table(
        "consents",
        sa.Column("what", sa.String(12), primary_key=True),
        sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("first", sa.Boolean, nullable=False),
    )
    op.create_table(
        "ratings",
        sa.Column("user_id", sa.String(24), sa.ForeignKey("users.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("game", sa.String(20), primary_key=True),
        sa.Column("mu", sa.Float, nullable=False),
        sa.Column("sigma", sa.Float, nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
    )
    op.create_table(
        "outages",
        sa.Column("began", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("ended", sa.BigInteger, nullable=False),
    )


def _seat() -> tuple[sa.Column[object], ...]:
    columns: tuple[sa.Column[object], ...] = (
        sa.Column("user_id", sa.String(24), index=True),
        sa.Column("bot", sa.String(20)),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("guest", sa.Boolean, nullable=False),
        sa.Column("ready", sa.Boolean, nullable=False),
        sa.Column("entropy", sa.String(128)),
    )
    return columns


def _of_a_table(name: str, *columns: sa.Column[object], **options: object) -> None:
    key: sa.Column[str] = sa.Column(
        "table_id", sa.String(24), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True
    )
    op.create_table(name, key, *columns, **options)  # type: ignore[arg-type]
