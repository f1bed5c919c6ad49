"""The Whoosh schema: a bag of weighted terms, facets to filter by, and the document itself.

Whoosh's own text fields score each field apart and add the results up. Here a term's weights in heading, keywords and
text are added before they are dampened, which is what the F in BM25F stands for, and one look-up serves all fields.
"""

from collections.abc import Generator
from typing import Any

from whoosh import fields, formats


class Bag(fields.FieldType):
    """A field whose value is a mapping from terms to weights."""

    def __init__(self) -> None:
        self.format = formats.Existence()
        self.scorable = self.stored = self.unique = False

    def index(self, value: Any, **kwargs: Any) -> Generator[tuple[bytes, int, float, bytes], Any, None]:
        for term, weight in value.items():
            yield term.encode("utf-8"), 1, weight, b""


def schema() -> Any:
    """The schema of every search index of ours. A facet is an exact term such as ``suit:order``."""
    return fields.Schema(bag=Bag(), facet=Bag(), doc=fields.STORED())
