"""How many examples a property is tried with."""

from hypothesis import settings


def examples(usual: int) -> settings:
    """This many in `make test`, in proportion more under the profile `long`."""
    return settings(max_examples=usual * settings().max_examples // 100)
