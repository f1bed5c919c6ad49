"""``python -m oathtools``."""

from oathtools.cli.main import main

main()
