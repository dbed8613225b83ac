"""How Hypothesis works in these tests."""

from hypothesis import HealthCheck, settings

# A busy machine would break a time limit for one example, and the one for making examples.
PATIENT = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("turnkeeper", PATIENT)
# For `make coverage`: few examples, and the same each time, so that no branch is reached by luck.
settings.register_profile("coverage", PATIENT, derandomize=True, max_examples=20)
settings.load_profile("turnkeeper")
