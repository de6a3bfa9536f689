"""What is on disk. Rows of `acts` are only ever added: a game is its start and everything that was done since."""

from sqlalchemy import Column, Float, ForeignKey, Index, Integer, LargeBinary, MetaData, String, Table, Text

SCHEMA = MetaData()

PEOPLE = Table(
    "people",
    SCHEMA,
    Column("id", Integer, primary_key=True),
    Column("token", LargeBinary(32), nullable=False, unique=True),  # a hash of it: the token itself is never kept
    Column("name", String(40), nullable=False),
    Column("created", Float, nullable=False),
)
GAMES = Table(
    "games",
    SCHEMA,
    Column("id", String(16), primary_key=True),
    Column("game", String(40), nullable=False),
    Column("options", Text, nullable=False),  # JSON
    Column("start", Text, nullable=False),  # a position, or "" for the game's own
    Column("seed", LargeBinary(32), nullable=True),  # of the dice; none where they were rolled by hand
    Column("clock", Text, nullable=False),  # JSON
    Column("record", Text, nullable=True),  # an uploaded record, to be looked at
    Column("invitation", String(24), nullable=True),  # the key to a free seat
    Column("result", Text, nullable=True),  # JSON, once the game is over
    Column("follows", String(16), nullable=True),  # the game this is a rematch of
    Column("created", Float, nullable=False),
)
SEATS = Table(
    "seats",
    SCHEMA,
    Column("game", String(16), ForeignKey("games.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("person", Integer, ForeignKey("people.id"), nullable=True),
    Column("level", String(40), nullable=True),  # the computer plays here
    Index("seats_of_a_person", "person"),
)
ACTS = Table(
    "acts",
    SCHEMA,
    Column("game", String(16), ForeignKey("games.id"), primary_key=True),
    Column("n", Integer, primary_key=True),  # 0, 1, 2 ... in each game: nothing is written twice
    Column("kind", String(8), nullable=False),  # answer, roll, undo, resign, draw, time, word
    Column("player", Integer, nullable=False),
    Column("text", Text, nullable=False),
    Column("time", Integer, nullable=False),  # milliseconds since 1970
    Column("left_first", Integer, nullable=True),  # milliseconds on the clocks after this
    Column("left_second", Integer, nullable=True),
    sqlite_with_rowid=False,
)
CHAT = Table(
    "chat",
    SCHEMA,
    Column("id", Integer, primary_key=True),
    Column("game", String(16), ForeignKey("games.id"), nullable=False, index=True),
    Column("seat", Integer, nullable=False),
    Column("name", String(40), nullable=False),
    Column("text", String(300), nullable=False),
    Column("time", Integer, nullable=False),
)
REVIEWS = Table(
    "reviews",
    SCHEMA,
    Column("game", String(16), ForeignKey("games.id"), primary_key=True),
    Column("data", Text, nullable=False),  # JSON
    Column("created", Float, nullable=False),
)
