"""Alembic's entry: the connection is handed over by storage.py."""

from alembic import context

from casemate.server.schema import SCHEMA

connection = context.config.attributes["connection"]
context.configure(connection=connection, target_metadata=SCHEMA, render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
