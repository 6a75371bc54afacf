"""Alembic's environment: the store hands over its own connection."""

from alembic import context

from sommet.server.store.schema import METADATA

context.configure(
    connection=context.config.attributes["connection"], target_metadata=METADATA, transaction_per_migration=True
)
with context.begin_transaction():
    context.run_migrations()
