"""What the server's tests share."""

import itertools
import os
from collections.abc import Callable, Iterator

import pytest

from .postgres import Postgres

_NUMBERS = itertools.count()


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """One PostgreSQL for this process' tests."""
    cluster = Postgres()
    try:
        yield cluster
    finally:
        cluster.close()


@pytest.fixture
def new_postgres(postgres: Postgres) -> Callable[[], str]:
    """Makes empty databases."""
    return lambda: postgres.new_database(f"sommet_{os.getpid()}_{next(_NUMBERS)}")
