"""``python -m tests.benchmarks``: what measures speed (``measure``)."""

import sys

from tests.benchmarks.measure import main

if __name__ == "__main__":
    sys.exit(main())
