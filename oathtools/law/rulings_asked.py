"""Which points of the Law our code asks for, by a scan of its sources; the table is built with the package."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from oathtools.datafiles import derived

BOOK = "points_asked"
_PACKAGE = Path(__file__).parent.parent
_ASKING = ("reading", "takes")
_ASKED = re.compile(r"[A-Z]{1,3}-[A-Z0-9]{1,3}")
_ASKS = re.compile(rf"\b(?:{'|'.join(_ASKING)})\s*\(")


def asked(root: Path) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The points that Python sources below a folder ask for: each id, and the other bare strings of the same call.

    A call counts when the function is named ``reading`` or ``takes`` and the id stands in it as a string.
    """
    import ast

    for path in sorted(root.rglob("*.py")):
        source = path.read_text(encoding="utf-8")
        if not (_ASKS.search(source) and _ASKED.search(source)):
            continue
        try:
            tree = ast.parse(source)
        except SyntaxError:
            continue  # what cannot run asks for nothing
        for call in (node for node in ast.walk(tree) if isinstance(node, ast.Call)):
            name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
            if name not in _ASKING:
                continue
            values = (*call.args, *(keyword.value for keyword in call.keywords))
            words = [one.value for one in values if isinstance(one, ast.Constant) and isinstance(one.value, str)]
            for word in words:
                if _ASKED.fullmatch(word):
                    yield word, tuple(other for other in words if other != word)


def points() -> list[str]:
    """The points that our code asks for, by a scan of its sources."""
    return sorted({point for point, _ in asked(_PACKAGE)})


@cache
def engine_reads() -> frozenset[str]:
    """The points that our code asks for, as they were found when the package was built or its sources changed last."""
    return frozenset(derived(BOOK, lambda: sorted(_PACKAGE.rglob("*.py")), points))
