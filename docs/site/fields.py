"""What the reference takes from the sources beside docstrings: the comment that says what a field of a record holds."""

import tokenize
from functools import cache
from pathlib import Path
from typing import Any

import griffe


class Fields(griffe.Extension):
    """A field of a documented class stands in the reference, with the comment at its end."""

    def on_function(self, *, func: griffe.Function, **_: Any) -> None:
        """The look-up of a module's lazy names is nobody's to call."""
        if func.name == "__getattr__" and func.parent is not None and func.parent.is_module:
            func.public = False

    def on_class_members(self, *, cls: griffe.Class, **_: Any) -> None:
        """Give each annotated public field its comment as a docstring."""
        for field in cls.attributes.values():
            declared = field.is_public and field.annotation is not None and cls.has_docstring
            if declared and not field.has_docstring and "instance-attribute" in field.labels:
                text = _comments(Path(str(field.filepath))).get(field.endlineno or 0, "")
                field.docstring = griffe.Docstring(text, parent=field)


@cache
def _comments(path: Path) -> dict[int, str]:
    """The comments at the ends of lines of code, by their lines."""
    with path.open("rb") as file:
        tokens = list(tokenize.tokenize(file.readline))
    return {token.start[0]: token.string.lstrip("# ") for token in tokens if token.type == tokenize.COMMENT}
