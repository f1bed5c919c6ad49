"""``oathtools mcp`` as an assistant's program meets it: the SDK's own client, over standard input and output."""

import asyncio
import importlib.util
import json
import os
import re
import sys
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from mcp import Client, StdioServerParameters
from mcp.client.stdio import stdio_client
from mcp.shared.exceptions import MCPError
from mcp_types import CallToolResult

from oathtools.assistants import TOOLS, Asker, result, served, words
from oathtools.kit import datafiles
from tests.cli.calls import Call, caller
from tests.cli.test_legal_command import POSITION as TABLE

ROOT = Path(__file__).parents[2]
SESSION = datafiles.compile_book("session", Path(__file__).parent)
Talk = Callable[[Client], Awaitable[Any]]


def talking(folder: Path, args: Sequence[str], talk: Talk, mode: str = "auto") -> Any:
    """What comes of a talk with a server that was started with some words in a folder."""
    own = {"PYTHONPATH": str(ROOT), "OATHTOOLS_CACHE": os.environ["OATHTOOLS_CACHE"]}
    server = StdioServerParameters(
        command=sys.executable, args=["-m", "oathtools", "mcp", *args], env=own, cwd=str(folder)
    )

    async def whole() -> Any:
        async with Client(stdio_client(server), mode=mode) as client:
            return await talk(client)

    return asyncio.run(whole())


def in_memory(asker: Asker, talk: Talk, mode: str = "auto") -> Any:
    """The same with the server of an asker in this process: what is told is the same, whoever carries it."""

    async def whole() -> Any:
        async with Client(served(asker), mode=mode) as client:
            return await talk(client)

    return asyncio.run(whole())


def said(step: Any) -> dict[str, Any]:
    """The arguments of a call of the session."""
    return {name: TABLE if value == "TABLE" else value for name, value in step["with"].items()}


def told(result: CallToolResult) -> str:
    return "\n".join(block.text for block in result.content if block.type == "text")


@pytest.fixture(scope="module")
def session(tmp_path_factory: pytest.TempPathFactory) -> list[CallToolResult]:
    """The session, talked through once; the client itself checks each answer against the tool's schema."""

    async def talk(client: Client) -> list[CallToolResult]:
        return [await client.call_tool(step["call"], said(step)) for step in SESSION]

    found: list[CallToolResult] = talking(tmp_path_factory.mktemp("nowhere"), [], talk)
    return found


@pytest.mark.parametrize("mode", ["auto", "legacy"])
def test_initialize_and_list(mode: str) -> None:
    """Also with the handshake of earlier versions of the protocol."""

    async def talk(client: Client) -> Any:
        return client.server_info, client.instructions, (await client.list_tools()).tools

    info, instructions, tools = in_memory(Asker(), talk, mode)
    assert info.name == "oathtools" and info.version
    assert "open point" in instructions and "Quote the clauses" in instructions and datafiles.LAW in instructions
    assert [tool.name for tool in tools] == list(TOOLS)
    for tool in tools:
        assert tool.annotations.read_only_hint is True and tool.description
        assert tool.input_schema["additionalProperties"] is False
        assert {"answer", "citations", "clauses", "readings", "edition"} <= set(tool.output_schema["required"])


def test_the_session_calls_each_tool() -> None:
    called = {step["call"] for step in SESSION if "refused" not in step}
    assert called | {name for name, _ in ASKED} == set(TOOLS)


@pytest.mark.parametrize("number", range(len(SESSION)), ids=lambda number: f"{number}-{SESSION[number]['call']}")
def test_the_session(session: list[CallToolResult], number: int) -> None:
    step, result = SESSION[number], session[number]
    data, text = result.structured_content, told(result)
    assert "Traceback" not in text
    if "refused" in step:
        assert result.is_error and all(words in text for words in step["refused"]), text
        assert data["error"]["kind"] != "internal" and data["error"]["message"]
        return
    assert not result.is_error, text
    assert json.loads(text) == data
    assert set(map(str, step.get("cites", ()))) <= set(data["citations"])
    assert all(words in json.dumps(data["answer"]) for words in step.get("has", ()))
    assert set(step.get("open", ())) <= {each["id"] for each in data["readings"] if each["open"]}
    assert data["edition"]["id"] == datafiles.LAW
    assert {each["id"] for each in data["clauses"]} <= set(data["citations"])
    assert all(each["text"] for each in data["clauses"])


ANSWERED = [number for number, step in enumerate(SESSION) if "refused" not in step]


@pytest.mark.parametrize("number", ANSWERED, ids=lambda number: f"{number}-{SESSION[number]['call']}")
def test_a_tool_answers_as_its_command_does(
    session: list[CallToolResult],
    number: int,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    step = SESSION[number]
    given = said(step)
    typed = caller(None, capsys, monkeypatch)("--json", *words(TOOLS[step["call"]], given), stdin=given.get("position"))
    assert typed.data == session[number].structured_content["answer"]
    assert typed.answer["citations"] == session[number].structured_content["citations"]
    assert typed.answer["warnings"] == session[number].structured_content["warnings"]


def test_no_such_tool_is_an_error_that_names_the_tools() -> None:
    async def talk(client: Client) -> str:
        with pytest.raises(MCPError) as wrong:
            await client.call_tool("answer", {"words": "end"})
        return str(wrong.value)

    assert "there is no tool 'answer'" in (message := in_memory(Asker(), talk)) and "why" in message


def test_p3_what_is_refused_names_tools_and_arguments_no_shell() -> None:
    """P3: hints named commands of a shell, which an assistant has not."""
    asker = Asker("nowhere", None)
    for name, given in (("odds", {"force": 5, "defense": 4}), ("law", {"reference": "99"}), ("legal", {}), ("log", {})):
        refused = result(TOOLS[name], given, asker)
        text = told(refused) + json.dumps(refused.structured_content)
        assert refused.is_error and not re.search(rf"oathtools ({'|'.join(TOOLS)})\b|--defenders|--help", text), text
    assert "missing: defenders" in told(result(TOOLS["odds"], {"force": 5, "defense": 4}, asker))


def test_p3_answers_are_short_enough_to_be_read() -> None:
    """P3: ``why`` had 10,000 characters, ``card`` 6,300, ``odds`` 26,200. What is decided is told in short."""
    asker = Asker(None, None)
    campaign = {"request": "campaign Bo target pawn dice 2", "position": TABLE}
    for name, given, most in (
        ("why", campaign, 5_000), ("card", {"name": "Longbows"}, 5_000), ("law", {"reference": "5.5.2"}, 5_000),
        ("odds", {"declared": "Bo, pawn, 2 dice", "position": TABLE}, 11_000),
    ):  # fmt: skip
        answer = result(TOOLS[name], given, asker)
        assert len(told(answer)) < most, (name, len(told(answer)))
        for each in answer.structured_content["readings"]:
            assert ("others" in each) is ("question" in each) and (not each["open"] or each["others"])


def test_p3_clauses_cards_and_points_are_resources_and_there_are_prompts() -> None:
    async def talk(client: Client) -> None:
        templates = (await client.list_resource_templates()).resource_templates
        assert {each.uri_template for each in templates} == {
            "oath://law/{reference}", "oath://card/{name}", "oath://rulings/{about}",
        }  # fmt: skip
        for uri, holds in (("oath://law/5.5.2", "dice pool"), ("oath://card/Family%20Wagon", "denizen.family_wagon")):
            (page,) = (await client.read_resource(uri)).contents
            assert holds in page.text.casefold() and json.loads(page.text)["edition"]["id"] == datafiles.LAW
        for uri in ("oath://journal/0001", "oath://law/99", "oath://law/"):
            with pytest.raises(MCPError):
                await client.read_resource(uri)
        for each in (await client.list_prompts()).prompts:
            given = {of.name: "Bo {and} Ann" for of in each.arguments}
            (message,) = (await client.get_prompt(each.name, given)).messages
            assert "Bo {and} Ann" in message.content.text
            with pytest.raises(MCPError, match="takes"):
                await client.get_prompt(each.name, {})

    in_memory(Asker(), talk)


# -- a running game --------------------------------------------------------------------------------------------------


@pytest.fixture
def saga(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Path:
    """A game that goes on from the table in Bo's turn, who has a facedown Keep that nobody else has seen."""
    call: Call = caller(tmp_path / "saga", capsys, monkeypatch)
    (tmp_path / "table.yaml").write_text(TABLE.replace("player: Ann", "player: Bo"), encoding="utf-8")
    assert call("new", str(tmp_path / "saga"), "--first-game").status == 0
    assert call("rulings", "set", "A-104", "a", "--note", "ours").status == 0
    assert call("start", "--seed", "1", "--position", str(tmp_path / "table.yaml")).status == 0
    return tmp_path / "saga"


ASKED = [
    ("legal", {"player": "Bo"}),
    ("why", {"request": "play Keep", "player": "Bo"}),
    ("win", {}),
    ("win", {"ahead": True, "player": "Bo", "deep": 1}),
    ("odds", {"declared": "Bo, pawn, 2 dice", "player": "Ann"}),
    ("status", {"player": "Bo"}),
    ("ask", {}),
    ("log", {"last": 3}),
]


async def ask_all(client: Client) -> list[CallToolResult]:
    return [await client.call_tool(name, given) for name, given in ASKED]


def in_the_game(saga: Path, viewer: str | None = None) -> list[CallToolResult]:
    found: list[CallToolResult] = in_memory(Asker(str(saga), viewer), ask_all)
    return found


def test_the_words_that_start_it_name_the_saga_and_the_player(saga: Path) -> None:
    async def ask(client: Client) -> CallToolResult:
        return await client.call_tool("status", {"player": "Bo"})

    started = talking(saga.parent, ["-C", str(saga), "--as", "Bo"], ask)
    assert started.content == in_memory(Asker(str(saga), "Bo"), ask).content
    assert started.content != in_memory(Asker(str(saga)), ask).content


def test_9_4_nothing_private_of_a_running_game_is_told_unless_it_was_started_for_that_player(saga: Path) -> None:
    """9.4, 6.1: Bo alone knows the facedown Keep."""
    before = {path: path.read_bytes() for path in saga.rglob("*.jsonl")}
    for viewer, seen in ((None, False), ("Ann", False), ("Bo", True)):
        legal, why, *others = in_the_game(saga, viewer)
        status = others.pop(3)
        assert ("denizen.keep" in json.dumps(status.structured_content["answer"])) is seen, viewer
        assert ("denizen.keep" in json.dumps(legal.structured_content["answer"])) is seen, viewer
        assert (why.structured_content.get("answer", {}).get("legal") is True) is seen, told(why)
        assert not any(each.is_error or "denizen.keep" in told(each).casefold() for each in others)
    assert {path: path.read_bytes() for path in before} == before


def test_the_readings_are_those_of_the_table_and_of_its_game(saga: Path) -> None:
    odds = in_the_game(saga)[4]
    point = next(each for each in odds.structured_content["readings"] if each["id"] == "A-104")
    assert (point["reading"], point["by"], point["open"]) == ("a", "table", False)


# -- the command -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("args", "status", "says"),
    [
        (["--json"], 2, "mcp answers assistants, not scripts"),
        (["-C", "nowhere"], 1, "there is no saga in nowhere"),
        (["--as", "Bo"], 1, "there is no saga in"),
    ],
)
def test_what_cannot_be_served(
    args: list[str],
    status: int,
    says: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    shown = caller(None, capsys, monkeypatch)("mcp", *args)
    assert shown.status == status and says in " ".join((shown.out + shown.err).split())


def test_as_names_a_player_of_the_game(
    saga: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = caller(saga, capsys, monkeypatch)("mcp", "--as", "Zed")
    assert shown.status == 1 and "there is no player 'Zed'" in shown.err


def test_without_the_extra_it_says_what_to_install(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    monkeypatch.delitem(sys.modules, "oathtools.cli.game.sessions", raising=False)
    shown = caller(None, capsys, monkeypatch)("mcp")
    assert shown.status == 2 and "pip install 'oathtools[mcp]'" in shown.err
    monkeypatch.undo()
    sys.modules.pop("oathtools.cli.game.sessions", None)
