"""What is stored. A table's game is its log: an append-only list in which (table, seq) is unique.

Times are whole milliseconds since 1970. Identities are random texts that say nothing.
"""

import sqlalchemy as sa

METADATA = sa.MetaData()
REVISION = "0003"  # the migration that this program expects

SETTINGS = sa.Table(
    "settings",
    METADATA,
    sa.Column("key", sa.String(40), primary_key=True),
    sa.Column("value", sa.Text, nullable=False),
)

USERS = sa.Table(
    "users",
    METADATA,
    sa.Column("id", sa.String(24), primary_key=True),
    sa.Column("name", sa.String(40), nullable=False),
    sa.Column("handle", sa.String(40), unique=True),  # the folded name of an account; null: a guest
    sa.Column("password", sa.String(200)),
    sa.Column("epoch", sa.Integer, nullable=False, default=0),  # older cookies are void
    sa.Column("created", sa.BigInteger, nullable=False),
)

TOKENS = sa.Table(
    "tokens",
    METADATA,
    sa.Column("id", sa.String(24), primary_key=True),
    sa.Column("user_id", sa.ForeignKey("users.id", ondelete="CASCADE"), nullable=False, index=True),
    sa.Column("digest", sa.String(64), nullable=False, unique=True),
    sa.Column("label", sa.String(40), nullable=False),
    sa.Column("created", sa.BigInteger, nullable=False),
)

TABLES = sa.Table(
    "tables",
    METADATA,
    sa.Column("id", sa.String(24), primary_key=True),
    sa.Column("owner", sa.String(24), nullable=False),
    sa.Column("game", sa.String(20), nullable=False),
    sa.Column("players", sa.Integer, nullable=False),
    sa.Column("settings", sa.Text, nullable=False),
    sa.Column("public", sa.Boolean, nullable=False),
    sa.Column("status", sa.String(8), nullable=False),  # open, running, over, closed
    sa.Column("invite", sa.String(24), nullable=False),
    sa.Column("secret", sa.String(64), nullable=False),
    sa.Column("result", sa.Text),
    sa.Column("rematch", sa.String(24)),
    sa.Column("brought", sa.Text),  # the record that it begins with, hidden things too; null: it is dealt
    sa.Column("created", sa.BigInteger, nullable=False),
    sa.Column("changed", sa.BigInteger, nullable=False),
    sa.Index("tables_by_status", "status", "public", "created"),
)

SEATS = sa.Table(
    "seats",
    METADATA,
    sa.Column("table_id", sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("user_id", sa.String(24), index=True),
    sa.Column("bot", sa.String(20)),
    sa.Column("name", sa.String(40), nullable=False, default=""),
    sa.Column("guest", sa.Boolean, nullable=False, default=False),
    sa.Column("ready", sa.Boolean, nullable=False, default=False),
    sa.Column("entropy", sa.String(128)),
)

LOG = sa.Table(
    "log",
    METADATA,
    sa.Column("table_id", sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("kind", sa.String(8), nullable=False),  # deal, move, back, end, replace
    sa.Column("seat", sa.Integer),
    sa.Column("text", sa.Text),
    sa.Column("at", sa.BigInteger, nullable=False),
    sqlite_with_rowid=False,
)

CHAT = sa.Table(
    "chat",
    METADATA,
    sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
    sa.Column("table_id", sa.ForeignKey("tables.id", ondelete="CASCADE"), nullable=False, index=True),
    sa.Column("user_id", sa.String(24), nullable=False, index=True),
    sa.Column("name", sa.String(40), nullable=False),
    sa.Column("seat", sa.Integer),
    sa.Column("text", sa.String(300), nullable=False),
    sa.Column("at", sa.BigInteger, nullable=False),
)

CONSENTS = sa.Table(
    "consents",
    METADATA,
    sa.Column("table_id", sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("what", sa.String(12), primary_key=True),
    sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("first", sa.Boolean, nullable=False),
)

RATINGS = sa.Table(
    "ratings",
    METADATA,
    sa.Column("user_id", sa.ForeignKey("users.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("game", sa.String(20), primary_key=True),
    sa.Column("mu", sa.Float, nullable=False),
    sa.Column("sigma", sa.Float, nullable=False),
    sa.Column("games", sa.Integer, nullable=False),
)

OUTAGES = sa.Table(
    "outages",
    METADATA,
    sa.Column("began", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("ended", sa.BigInteger, nullable=False),
)

ANALYSES = sa.Table(
    "analyses",
    METADATA,
    sa.Column("id", sa.String(24), primary_key=True),
    sa.Column("owner", sa.ForeignKey("users.id", ondelete="CASCADE"), nullable=False, index=True),
    sa.Column("request", sa.Text, nullable=False),
    sa.Column("status", sa.String(10), nullable=False),  # waiting, running, done, cancelled, failed
    sa.Column("progress", sa.Float, nullable=False),
    sa.Column("turning_points", sa.Text),
    sa.Column("worker", sa.String(24)),  # the process that is at it
    sa.Column("created", sa.BigInteger, nullable=False),
    sa.Column("changed", sa.BigInteger, nullable=False),
    sa.Index("analyses_by_status", "status", "created"),
)

ANALYSIS_LINES = sa.Table(
    "analysis_lines",
    METADATA,
    sa.Column("analysis_id", sa.ForeignKey("analyses.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("text", sa.Text, nullable=False),
)
