"""The pack of cards of docs/writing-a-pack.md, and a table where it is in force."""

import re
from pathlib import Path
from typing import Any

import yaml

from oathtools import variants
from tests.support.tables import Table, a_table

PAGE = Path(__file__).parents[2] / "docs" / "writing-a-pack.md"


NAME = "distant-shores"


def block(language: str) -> str:
    (text,) = re.findall(rf"^```{language}\n(.*?)^```", PAGE.read_text(encoding="utf-8"), re.S | re.M)
    return str(text)


def known() -> Any:
    """The pack of the page, known from now on."""
    module: dict[str, Any] = {}
    exec(block("python"), module)
    variants.add(module["VARIANT"], yaml.safe_load(block("yaml")))
    return module["VARIANT"]


def shores(**red: Any) -> Table:
    """Red at the Far Haven, in the Cradle."""
    table = a_table(3).oath("devotion").title(None)
    table.state.variants[NAME] = {}
    table.map("far_haven", "mountain", "plains", "steppe", "river", "marshes", "wastes", "deep_woods")
    return table.seat("red", at="far_haven", **red)
