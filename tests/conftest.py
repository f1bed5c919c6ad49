"""For all tests: examples that are found at random are the same in every run, and no clock decides."""

from hypothesis import settings

settings.register_profile("steady", derandomize=True, deadline=None, database=None)
settings.load_profile("steady")
