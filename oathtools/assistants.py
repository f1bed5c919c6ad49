"""The server of the Model Context Protocol: tools listed, called, refused; on standard input and output.

The tools stand in ``data/assistants.yaml``: what each is for, what it takes, and which command answers.
"""

import json
import re
from collections.abc import Collection, Iterable, Mapping
from threading import Lock
from typing import Any, NamedTuple
from urllib.parse import unquote

import anyio
import mcp_types as types
from jsonschema import Draft202012Validator
from mcp.server import Server
from mcp.server.stdio import stdio_server
from mcp.shared.exceptions import MCPError

from oathtools import __version__
from oathtools.cli.main import run
from oathtools.cli.shared.common import Settings
from oathtools.cli.shared.folders import fault_text
from oathtools.kit import datafiles, intake, schemas
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


# -- what a tool tells: the answer of the command, with the clauses and readings it rests on, in a form to be quoted ---


MOST = 12  # so many clauses and readings are told with their words; of the others their ids stand in the citations
_SHORT = 400
_UNDECIDED = ("lean", "open")

_BOOK = datafiles.load("assistants")
INSTRUCTIONS: str = _BOOK["instructions"].format(law=datafiles.LAW, source=datafiles.SOURCE)


class Readings(NamedTuple):
    """The readings in force at a table, by point, and the points that it has decided for itself."""

    letters: Mapping[str, str]
    decided: Collection[str] = ()


def structured(tool: Tool, answer: Mapping[str, Any], readings: Readings) -> dict[str, Any]:
    """The structured output of a tool, from the object of its command and the readings in force at its table.

    ``clauses`` are left out where the answer is clauses itself.
    """
    cited = list(dict.fromkeys(answer["citations"]))
    clauses = [] if tool.schema == "law" else list(_clauses(cited))
    points = [] if tool.schema == "rulings-show" else list(_points(cited, readings))
    return {
        "answer": answer["data"],
        "citations": cited,
        "clauses": clauses[:MOST],
        "readings": points[:MOST],
        "edition": {"id": answer["edition"], "of": "Law of Oath", "source": datafiles.SOURCE},
        "warnings": answer["warnings"],
    }


def _clauses(cited: Iterable[str]) -> Iterable[dict[str, str]]:
    from oathtools.law import exists, get

    for clause in (get(each) for each in cited if exists(each)):
        words = " ".join((clause.binding or clause.overview or "").split())
        yield {
            "id": clause.id,
            "heading": clause.heading or clause.gist,
            "text": words if len(words) <= _SHORT else f"{words[:_SHORT].rsplit(' ', 1)[0]} ...",
        }


def _points(cited: Iterable[str], readings: Readings) -> Iterable[dict[str, Any]]:
    """The points that are cited, then, of those on the clauses that are cited, what Law and FAQ leave undecided."""
    from oathtools.law import exists, rulings_on

    named = [each for each in cited if not exists(each)]
    keys = dict.fromkeys([*named, *(key for each in cited if exists(each) for key in rulings_on(each))])
    found = [_point(key, readings) for key in keys if key in readings.letters]
    bearing = [each for each in found if each["id"] in named or "question" in each]
    return sorted(bearing, key=lambda each: (each["id"] not in named, not each["open"]))


def _point(key: str, readings: Readings) -> dict[str, Any]:
    from oathtools.law.rulings import point

    one, letter = point(key), readings.letters[key]
    decided = key in readings.decided or letter != one.take
    found: dict[str, Any] = {
        "id": key,
        "title": one.title,
        "reading": letter,
        "says": one.readings[letter],
        "firmness": one.firmness,
    }
    found |= {"open": not decided and one.firmness in _UNDECIDED, "by": "table" if decided else "default"}
    if found["open"] or decided:
        found["question"] = one.question
        found["others"] = {other: says for other, says in one.readings.items() if other != letter}
    return found


def output_schema(tool: Tool) -> dict[str, Any]:
    """The schema of what ``told`` makes of an answer."""
    answer = schemas.data(tool.schema)
    parts = answer.pop("$defs")
    own, beside = {"description": f"As oathtools {tool.typed} --json.", "anyOf": [answer]}, _BOOK["answer"]
    return {
        "type": "object",
        "required": [*beside, "answer"],
        "properties": {"answer": own, **beside},
        "additionalProperties": False,
        "$defs": parts,
    }


# -- what an assistant asks, as the call of a command: the same function, and its answer as ``--json`` prints it -------


_ONE_AT_A_TIME = Lock()


class Asker(NamedTuple):
    """For whom a server answers: the saga's folder, and the player who may be shown what that player may know."""

    saga: str | None = None
    viewer: str | None = None


def call_tool(tool: Tool, arguments: Mapping[str, Any], asker: Asker) -> dict[str, Any]:
    """The one object that the command of a tool prints with ``--json``, ``ok`` or not. Never raises.

    A position is open to the assistant that wrote it; ``asker.viewer`` is for the running game.
    """
    replies: list[str] = []
    position = arguments.get(POSITION)
    settings = Settings(
        json=True, saga=asker.saga, viewer=None if position else asker.viewer, shell=False, out=replies.append
    )
    with _ONE_AT_A_TIME, intake.in_its_place("the position", position or ""):
        run(words(tool, arguments), settings)
    answer: dict[str, Any] = json.loads(replies[-1])
    return answer


def readings(tool: Tool, arguments: Mapping[str, Any], asker: Asker) -> Readings:
    """The readings that an answer went by: those of the table; over them those of the position, or of the running game.

    For an answer that was given: what cannot be read was refused there.
    """
    from oathtools.law.rulings import DamagedRulings, in_force, read_table
    from oathtools.saga import folder

    try:
        table = read_table(folder.folder(asker.saga))
    except DamagedRulings:
        table = None
    own = (
        _of_position(arguments[POSITION])
        if POSITION in arguments
        else _of_game(asker)
        if POSITION in tool.options
        else {}
    )
    chosen = dict(each.replace(":", "=").split("=", 1) for each in arguments.get("readings", ()))
    usual = in_force(table)
    decided = {*(table.taken if table else ()), *chosen}
    return Readings({**usual, **own, **chosen}, decided)


def _of_position(text: str) -> dict[str, str]:
    from oathtools.table.position.form import read_position

    return {str(key): str(letter) for key, letter in (read_position(f"{text}\n").get("rulings") or {}).items()}


def _of_game(asker: Asker) -> dict[str, str]:
    from oathtools.saga import folder

    try:
        return dict(folder.view(folder.latest(folder.require(asker.saga))).play.game.readings)
    except folder.NoSaga:
        return {}


def words(tool: Tool, arguments: Mapping[str, Any]) -> list[str]:
    """The same as it is typed. What an assistant says is a value, never an option: it names no file and no viewer."""
    found = list(tool.command)
    for name, option in tool.options.items():
        value = arguments.get(name)
        for each in value if isinstance(value, list) else [value]:
            found += _typed(option, "-" if name == POSITION and each else each)
    plain = arguments.get(tool.words, "") if tool.words else ""
    return [*found, "--", *(["-"] if tool.words == POSITION else [plain] if plain else [])]


def _typed(option: str, value: Any) -> list[str]:
    yes, _, no = option.partition("/")
    if value is None or (value is False and not no):
        return []
    return [yes if value else no] if isinstance(value, bool) else [f"{option}={value}"]


# What can be read by its address: by the tool that answers, the argument that stands in the address.
_OATH, _PAGES = "oath://", {"law": "reference", "card": "name", "rulings": "about"}
_HINTS = types.ToolAnnotations(read_only_hint=True, destructive_hint=False, idempotent_hint=True, open_world_hint=False)


def serve(asker: Asker) -> None:
    """Answer one client on standard input and output until it goes."""
    anyio.run(_serving, asker)


async def _serving(asker: Asker) -> None:
    server = served(asker)
    async with stdio_server() as (reading, writing):
        await server.run(reading, writing, server.create_initialization_options())


def served(asker: Asker) -> Server[Any]:
    """The server itself, whoever carries its messages."""

    async def listed(ctx: Any, params: Any) -> types.ListToolsResult:
        return types.ListToolsResult(tools=[_described(tool) for tool in TOOLS.values()])

    async def called(ctx: Any, params: types.CallToolRequestParams) -> types.CallToolResult:
        tool = TOOLS.get(params.name)
        if tool is None:
            known = ", ".join(TOOLS)
            raise MCPError(types.INVALID_PARAMS, f"there is no tool {params.name!r}. The tools: {known}")
        return await anyio.to_thread.run_sync(result, tool, params.arguments or {}, asker)

    async def templates(ctx: Any, params: Any) -> types.ListResourceTemplatesResult:
        return types.ListResourceTemplatesResult(
            resource_templates=[
                types.ResourceTemplate(name=name, title=TOOLS[name].title, uri_template=f"{_OATH}{name}/{{{what}}}",
                    mime_type="application/json")
                for name, what in _PAGES.items()
            ]
        )  # fmt: skip

    async def read(ctx: Any, params: types.ReadResourceRequestParams) -> types.ReadResourceResult:
        name, _, what = str(params.uri).removeprefix(_OATH).partition("/")
        if name not in _PAGES or not what:
            known = ", ".join(f"{_OATH}{each}/..." for each in _PAGES)
            raise MCPError(types.INVALID_PARAMS, f"there is no resource {params.uri}. There are {known}")
        found = await anyio.to_thread.run_sync(result, TOOLS[name], {_PAGES[name]: unquote(what)}, asker)
        text = "\n".join(each.text for each in found.content if isinstance(each, types.TextContent))
        if found.is_error:
            raise MCPError(types.INVALID_PARAMS, text)
        content = types.TextResourceContents(uri=params.uri, mime_type="application/json", text=text)
        return types.ReadResourceResult(contents=[content])

    async def prompts(ctx: Any, params: Any) -> types.ListPromptsResult:
        return types.ListPromptsResult(
            prompts=[
                types.Prompt(name=name, description=each["about"],
                    arguments=[types.PromptArgument(name=of, required=True) for of in each["takes"]])
                for name, each in _BOOK["prompts"].items()
            ]
        )  # fmt: skip

    async def prompt(ctx: Any, params: types.GetPromptRequestParams) -> types.GetPromptResult:
        known, given = _BOOK["prompts"], params.arguments or {}
        each = known.get(params.name)
        if each is None or not set(each["takes"]) <= set(given):
            takes = "; ".join(f"{name} takes {', '.join(of['takes'])}" for name, of in known.items())
            raise MCPError(types.INVALID_PARAMS, f"the prompts: {takes}")
        words = each["says"].format(**given)
        message = types.PromptMessage(role="user", content=types.TextContent(type="text", text=words))
        return types.GetPromptResult(description=each["about"], messages=[message])

    return Server(
        "oathtools",
        title="Oath: rules that are cited",
        version=__version__,
        instructions=INSTRUCTIONS,
        on_list_tools=listed,
        on_call_tool=called,
        on_list_resource_templates=templates,
        on_read_resource=read,
        on_list_prompts=prompts,
        on_get_prompt=prompt,
    )


def _described(tool: Tool) -> types.Tool:
    return types.Tool(
        name=tool.name,
        title=tool.title,
        description=tool.about,
        input_schema=tool.input_schema,
        output_schema=output_schema(tool),
        annotations=_HINTS,
    )


def result(tool: Tool, arguments: Mapping[str, Any], asker: Asker) -> types.CallToolResult:
    """The answer to one call; a call that cannot be answered says why, and the way out."""
    wrong = [_fault(each) for each in Draft202012Validator(tool.input_schema).iter_errors(arguments)]
    if wrong:
        takes = ", ".join(f"{name} (needed)" if name in tool.needs else name for name in tool.takes)
        return _refused({"kind": "usage", "message": "; ".join(wrong), "hint": f"{tool.name} takes: {takes}"})
    answer = call_tool(tool, arguments, asker)
    if not answer["ok"]:
        return _refused(_in_words_of_tools(answer["error"], tool, str(arguments)))
    data = structured(tool, answer, readings(tool, arguments, asker))
    return types.CallToolResult(content=[_text(json.dumps(data, ensure_ascii=False))], structured_content=data)


def _fault(fault: Any) -> str:
    at = "/".join(map(str, fault.absolute_path))
    return f"{at}: {fault.message}" if at else str(fault.message)


def _refused(error: Mapping[str, Any]) -> types.CallToolResult:
    faults = [fault_text(fault) for fault in error.get("faults", ())]
    lines = [f"Error: {error['message']}", *faults, *([error["hint"]] if error.get("hint") else [])]
    return types.CallToolResult(
        content=[_text("\n".join(lines))], structured_content={"error": dict(error)}, is_error=True
    )


_TYPED = re.compile(rf"\boathtools (?:-C \S+ )?({'|'.join(tool.typed for tool in TOOLS.values())})\b(?: --help)?")


def _in_words_of_tools(answer: Any, tool: Tool, given: str) -> Any:
    """Texts in which commands and their options have the names that an assistant calls them by, as deep as they lie.

    What was ``given`` is quoted as it is.
    """
    if isinstance(answer, dict):
        return {key: _in_words_of_tools(value, tool, given) for key, value in answer.items()}
    if isinstance(answer, list):
        return [_in_words_of_tools(value, tool, given) for value in answer]
    if not isinstance(answer, str):
        return answer
    called = {each.typed: each.name for each in TOOLS.values()}
    text = _TYPED.sub(lambda found: f"the tool {called[found[1]]}", answer)
    for name, options in tool.options.items():
        for option in options.split("/"):
            text = text if option in given else re.sub(rf"(?<![\w-]){option}(?![\w-])", name, text)
    return text


def _text(words: str) -> types.TextContent:
    return types.TextContent(type="text", text=words)
