"""How Hypothesis works in these tests."""

from hypothesis import settings

# A busy machine would break a time limit for one example.
settings.register_profile("turnkeeper", deadline=None)
# For `make coverage`: few examples, and the same each time, so that no branch is reached by luck.
settings.register_profile("coverage", deadline=None, derandomize=True, max_examples=20)
settings.load_profile("turnkeeper")
