"""``python -m tests.checks``: what searches for faults (``runner``)."""

import sys

from tests.checks.runner import main

if __name__ == "__main__":
    sys.exit(main())
