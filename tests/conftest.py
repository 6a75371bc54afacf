"""Settings for all tests."""

import pytest
from hypothesis import HealthCheck, settings

# `make test`: examples are the same in every run, so that a red test is red for everybody.
settings.register_profile("same", derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow])
# `make test-long` (--hypothesis-profile long): other examples in every run, and ten times as many.
settings.register_profile("long", settings.get_profile("same"), derandomize=False, max_examples=1000, print_blob=True)
settings.load_profile("same")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The longest first, so that no worker is left alone with them at the end."""
    items.sort(key=lambda item: item.path.name != "test_kill.py")
