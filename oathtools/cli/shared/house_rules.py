"""Which house rules the table of a command plays with."""

import os
from pathlib import Path

from oathtools.cli.shared.common import settings


def played() -> tuple[str, ...]:
    """The variants of the table whose saga this is; none where its file cannot be used: the Law can be read still."""
    folder = Path(settings().saga or os.environ.get("OATHTOOLS_SAGA") or ".")
    if not (folder / "rulings.yaml").is_file():
        return ()
    from oathtools.law.rulings import DamagedRulings, read_table

    try:
        return read_table(folder).variants
    except DamagedRulings:
        return ()


def standing(title: str, variant: str) -> str:
    """That a variant is a house rule, in force at this table or not, and where it is told in full."""
    is_not = "is" if variant in played() else "is not"
    return f"{title}, a house rule, {is_not} in force at this table (oathtools variants {variant})"
