"""The server of the Model Context Protocol: tools listed, called, refused; on standard input and output."""

import json
from collections.abc import Mapping
from typing import Any

import anyio
import mcp_types as types
from jsonschema import Draft202012Validator
from mcp.server import Server
from mcp.server.stdio import stdio_server
from mcp.shared.exceptions import MCPError

from oathtools import __version__
from oathtools.assistants.calls import Asker, asked, readings
from oathtools.assistants.told import INSTRUCTIONS, output_schema, told
from oathtools.assistants.tools import TOOLS, Tool
from oathtools.cli.shared.position_faults import fault_text

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

    return Server(
        "oathtools",
        title="Oath: rules that are cited",
        version=__version__,
        instructions=INSTRUCTIONS,
        on_list_tools=listed,
        on_call_tool=called,
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


def result(tool: Tool, said: Mapping[str, Any], asker: Asker) -> types.CallToolResult:
    """The answer to one call; a call that cannot be answered says why, and the way out."""
    wrong = [_fault(each) for each in Draft202012Validator(tool.input_schema).iter_errors(said)]
    if wrong:
        takes = ", ".join(f"{name} (needed)" if name in tool.needs else name for name in tool.takes)
        return _refused({"kind": "usage", "message": "; ".join(wrong), "hint": f"{tool.name} takes: {takes}"})
    answer = asked(tool, said, asker)
    if not answer["ok"]:
        return _refused(answer["error"])
    data = told(tool, answer, readings(tool, said, asker))
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


def _text(said: str) -> types.TextContent:
    return types.TextContent(type="text", text=said)
