"""What a test can only do to plain Python: listen in on a method, or hand over what no type allows."""

import pytest

from oathtools.engine import decision

IS_COMPILED = not str(decision.__file__).endswith(".py")
plain_only = pytest.mark.skipif(IS_COMPILED, reason="the core is compiled: nothing can be put in the place of its own")
