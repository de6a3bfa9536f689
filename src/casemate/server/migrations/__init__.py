"""How what is on disk came to be as it is, step by step (Alembic)."""
