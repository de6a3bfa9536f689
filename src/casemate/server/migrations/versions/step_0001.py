"""People, games, seats, what was done, what was said, and reviews."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "people",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("token", sa.LargeBinary(32), nullable=False, unique=True),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("created", sa.Float, nullable=False),
    )
    op.create_table(
        "games",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("start", sa.Text, nullable=False),
        sa.Column("seed", sa.LargeBinary(32), nullable=True),
        sa.Column("clock", sa.Text, nullable=False),
        sa.Column("record", sa.Text, nullable=True),
        sa.Column("invitation", sa.String(24), nullable=True),
        sa.Column("result", sa.Text, nullable=True),
        sa.Column("follows", sa.String(16), nullable=True),
        sa.Column("created", sa.Float, nullable=False),
    )
    op.create_table(
        "seats",
        sa.Column("game", sa.String(16), sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("person", sa.Integer, sa.ForeignKey("people.id"), nullable=True),
        sa.Column("level", sa.String(40), nullable=True),
    )
    op.create_index("seats_of_a_person", "seats", ["person"])
    op.create_table(
        "acts",
        sa.Column("game", sa.String(16), sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("n", sa.Integer, primary_key=True),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("player", sa.Integer, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("time", sa.Integer, nullable=False),
        sa.Column("left_first", sa.Integer, nullable=True),
        sa.Column("left_second", sa.Integer, nullable=True),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "chat",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("game", sa.String(16), sa.ForeignKey("games.id"), nullable=False, index=True),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("text", sa.String(300), nullable=False),
        sa.Column("time", sa.Integer, nullable=False),
    )
    op.create_table(
        "reviews",
        sa.Column("game", sa.String(16), sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("data", sa.Text, nullable=False),
        sa.Column("created", sa.Float, nullable=False),
    )
