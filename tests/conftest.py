"""For all tests: the same examples every time, no clock decides, no run touches a folder that another one uses."""

import atexit
import os
import shutil
import tempfile

from hypothesis import settings

settings.register_profile("steady", derandomize=True, deadline=None, database=None)
settings.load_profile("steady")

# Compiled data and search indexes of this run alone: neither the user's own nor those of a run beside it.
_CACHE = tempfile.mkdtemp(prefix="oathtools-tests-")
os.environ["OATHTOOLS_CACHE"] = _CACHE
atexit.register(shutil.rmtree, _CACHE, ignore_errors=True)
