"""The tools, from ``data/assistants.yaml``: what each is for, what it takes, and which command answers."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from oathtools.kit.datafiles import load

POSITION = "position"
_TEXT = {"type": "string", "minLength": 1}
_KINDS: Mapping[str, Mapping[str, Any]] = {
    "text": _TEXT,
    "texts": {"type": "array", "items": _TEXT},
    "number": {"type": "integer"},
    "flag": {"type": "boolean"},
    "one": {},
}


class Tool(NamedTuple):
    """A tool: its name, what it is for, the command that answers, the schema of that command's data, what it takes.

    ``takes``: each argument with its kind and words, its bounds, and the ``option`` of the command, if it has one.
    """

    name: str
    title: str
    about: str
    command: list[str]
    schema: str
    takes: Mapping[str, Mapping[str, Any]]
    needs: list[str] = []

    @property
    def typed(self) -> str:
        """The command that answers, as people type it."""
        return " ".join(word for word in self.command if word != "show")

    @property
    def words(self) -> str:
        """The argument that is no option of the command; nothing if there is none."""
        return next((name for name, argument in self.takes.items() if "option" not in argument), "")

    @property
    def options(self) -> Mapping[str, str]:
        """By the name of an argument, the option of the command."""
        return {name: argument["option"] for name, argument in self.takes.items() if "option" in argument}

    @property
    def input_schema(self) -> dict[str, Any]:
        """What the tool takes, as a JSON Schema."""
        return {
            "type": "object",
            "properties": {name: _schema(argument) for name, argument in self.takes.items()},
            "required": self.needs,
            "additionalProperties": False,
        }


def _schema(argument: Mapping[str, Any]) -> dict[str, Any]:
    kind = next(iter(argument))
    schema = {**_KINDS[kind]}
    if kind == "number":
        schema["minimum"] = argument.get("low", 0)
    schema |= {key: argument[name] for key, name in (("maximum", "high"), ("enum", "of")) if name in argument}
    return schema | {"description": argument[kind]}


TOOLS = {name: Tool(name, **about) for name, about in load("assistants")["tools"].items()}
