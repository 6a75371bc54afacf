"""Settings for all tests."""

from hypothesis import HealthCheck, settings

# Examples are the same in every run: a red test is red for everybody.
settings.register_profile("sommet", derandomize=True, deadline=None, suppress_health_check=list(HealthCheck))
settings.load_profile("sommet")
