"""What is stored. A table's game is its log: an append-only list in which (table, seq) is unique.

Times are whole milliseconds since 1970. Identities are random texts that say nothing.
"""

import sqlalchemy as sa

METADATA = sa.MetaData()
REVISION = "0008"  # the migration that this program expects

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
    sa.Column("seen", sa.BigInteger, nullable=False, server_default="0"),  # when they last came, to the hour
    sa.Column("banned", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("email", sa.String(254)),  # confirmed; null: none
    sa.Column("language", sa.String(2), nullable=False, server_default="en"),  # for what is sent to them
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
    sa.Column("changes", sa.Integer, nullable=False, server_default="0"),  # of all but the log: each has a number
    sa.Column("rules", sa.String(24), nullable=False, server_default=""),  # the rules that its log was written by
    sa.Column("scheme", sa.Integer, nullable=False, server_default="2"),  # of its fair deals
    sa.Column("pace", sa.BigInteger),  # milliseconds a move, where days are counted
    sa.Index("tables_by_status", "status", "public", "created"),
    sa.Index("tables_by_pace", "pace"),
    sa.Index("tables_by_owner", "owner", "status"),
)

SEATS = sa.Table(
    "seats",
    METADATA,
    sa.Column("table_id", sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("user_id", sa.String(24)),
    sa.Column("bot", sa.String(20)),
    sa.Column("name", sa.String(40), nullable=False, default=""),
    sa.Column("guest", sa.Boolean, nullable=False, default=False),
    sa.Column("ready", sa.Boolean, nullable=False, default=False),
    sa.Column("entropy", sa.String(128)),  # a player's bytes, once they are opened
    sa.Column("sealed", sa.String(64)),  # the hash by which their device committed itself to them
    sa.Column("ended", sa.BigInteger),  # when the match did; null: it has not
    sa.Column("outcome", sa.String(6)),  # won, shared, lost
    sa.Column("shown", sa.Boolean, nullable=False, server_default=sa.false()),  # strangers may be told of it
    sa.Column("reserved", sa.String(24)),  # the user for whom it is kept free: they were challenged
    sa.Index("seats_by_user", "user_id", "ended", "table_id"),
    sa.Index("seats_by_reserved", "reserved"),
)

SENT_AWAY = sa.Table(
    "sent_away",
    METADATA,
    sa.Column("table_id", sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("user_id", sa.ForeignKey("users.id", ondelete="CASCADE"), primary_key=True),
    sa.Index("sent_away_by_user", "user_id"),
)

SEEKS = sa.Table(
    "seeks",
    METADATA,
    sa.Column("table_id", sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("user_id", sa.ForeignKey("users.id", ondelete="CASCADE"), nullable=False),
    sa.Column("wish", sa.String(32), nullable=False),  # a hash of the settings: only the same are brought together
    sa.Column("rating", sa.Float),  # null: nothing is known of them
    sa.Column("at", sa.BigInteger, nullable=False),  # since when they wait
    sa.Column("alive", sa.BigInteger, nullable=False),  # when they were last connected
    sa.Index("seeks_by_wish", "wish", "alive"),
    sa.Index("seeks_by_user", "user_id"),
)

FRIENDS = sa.Table(
    "friends",
    METADATA,
    sa.Column("user_id", sa.ForeignKey("users.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("friend_id", sa.ForeignKey("users.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Index("friends_by_friend", "friend_id"),
)

BLOCKS = sa.Table(
    "blocks",
    METADATA,
    sa.Column("user_id", sa.ForeignKey("users.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("other_id", sa.ForeignKey("users.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Index("blocks_by_other", "other_id"),
)

ONLINE = sa.Table(
    "online",
    METADATA,
    sa.Column("user_id", sa.ForeignKey("users.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("at", sa.BigInteger, nullable=False),  # when they were last here, to the half minute
)

REPORTS = sa.Table(
    "reports",
    METADATA,
    sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
    sa.Column("user_id", sa.ForeignKey("users.id", ondelete="CASCADE"), nullable=False),
    sa.Column("about_id", sa.ForeignKey("users.id", ondelete="CASCADE"), nullable=False),
    sa.Column("table_id", sa.ForeignKey("tables.id", ondelete="SET NULL")),
    sa.Column("why", sa.String(8), nullable=False),  # chat, name, play, other
    sa.Column("text", sa.String(500), nullable=False),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Column("closed", sa.BigInteger),  # when an operator has dealt with it
    sa.Index("reports_by_user", "user_id"),
    sa.Index("reports_by_about", "about_id"),
    sa.Index("reports_by_table", "table_id"),
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
    sa.Column("sure", sa.Float, nullable=False, server_default="0"),  # mu - 3 sigma: what they are listed by
    sa.Index("ratings_by_game", "game", "sure"),
)

RATING_COURSE = sa.Table(
    "rating_course",
    METADATA,
    sa.Column("user_id", sa.ForeignKey("users.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("game", sa.String(20), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),  # their n-th rated match of this game
    sa.Column("rating", sa.Float, nullable=False),
    sa.Column("at", sa.BigInteger, nullable=False),
)

TALLIES = sa.Table(
    "tallies",
    METADATA,
    sa.Column("user_id", sa.ForeignKey("users.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("game", sa.String(20), primary_key=True),
    sa.Column("played", sa.Integer, nullable=False),
    sa.Column("won", sa.Integer, nullable=False),
    sa.Column("shared", sa.Integer, nullable=False),
    sa.Column("streak", sa.Integer, nullable=False),  # matches won in a row, up to now
    sa.Column("longest", sa.Integer, nullable=False),
)

OUTAGES = sa.Table(
    "outages",
    METADATA,
    sa.Column("began", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("ended", sa.BigInteger, nullable=False),
)

PROCESSES = sa.Table(
    "processes",
    METADATA,
    sa.Column("id", sa.String(24), primary_key=True),
    sa.Column("alive", sa.BigInteger, nullable=False),  # when it last said so
    sa.Column("ended", sa.Boolean, nullable=False),  # it has stopped, and said so
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

RECOVERY = sa.Table(
    "recovery",
    METADATA,
    sa.Column("digest", sa.String(64), primary_key=True),
    sa.Column("user_id", sa.ForeignKey("users.id", ondelete="CASCADE"), nullable=False),
    sa.Column("kind", sa.String(8), nullable=False),  # code, link (a new password), address (to be confirmed)
    sa.Column("text", sa.String(254)),  # the address
    sa.Column("created", sa.BigInteger, nullable=False),
    sa.Column("expires", sa.BigInteger),
    sa.Index("recovery_by_user", "user_id"),
)

SUBSCRIPTIONS = sa.Table(
    "subscriptions",
    METADATA,
    sa.Column("id", sa.String(24), primary_key=True),
    sa.Column("user_id", sa.ForeignKey("users.id", ondelete="CASCADE"), nullable=False),
    sa.Column("endpoint", sa.Text, nullable=False),
    sa.Column("p256dh", sa.String(120), nullable=False),
    sa.Column("auth", sa.String(60), nullable=False),
    sa.Column("created", sa.BigInteger, nullable=False),
    sa.Index("subscriptions_by_user", "user_id"),
)

NOTICE_WISHES = sa.Table(
    "notice_wishes",
    METADATA,
    sa.Column("user_id", sa.ForeignKey("users.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("mail", sa.Boolean, nullable=False),
    sa.Column("push", sa.Boolean, nullable=False),
    sa.Column("quiet_from", sa.Integer),  # minutes of the day, in their zone
    sa.Column("quiet_to", sa.Integer),
    sa.Column("zone", sa.String(40), nullable=False),
    sa.Column("stop", sa.String(43), nullable=False, unique=True),  # one click
)

NOTICES = sa.Table(
    "notices",
    METADATA,
    sa.Column("table_id", sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("kind", sa.String(8), primary_key=True),  # started, turn, reminder, asked, accepted
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Column("due", sa.BigInteger),  # when to send it; null: it is sent, or is not to be
    sa.Index("notices_by_due", "due"),
)
