"""JSON Schemas: sound, one for every command that answers, and true of answers and files.

Every call and file of the suite is held against them (``tests/described.py``), with no key that they do not name.
"""

import json
import re
import tempfile
from collections.abc import Iterator
from copy import copy
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import click
import pytest
import yaml
from jsonschema import Draft202012Validator

from oathtools.cli.main import cli
from oathtools.cli.shared.common import Settings
from oathtools.journal import file
from oathtools.kit import datafiles, files, schemas
from oathtools.law.rulings_file import parse
from oathtools.saga.chronicle.form import dumps, loads
from oathtools.saga.chronicle.record import Chronicle, Joined
from oathtools.table.position.form import from_position, read_position
from tests import described
from tests.cli.calls import Call, at_table, caller
from tests.cli.test_table_talk import TABLE
from tests.support.daily import daily
from tests.support.made_once import a_line_an_action
from tests.support.phones import BEGUN

ROOT = Path(__file__).parents[2]
GAMES = sorted((ROOT / "tests" / "games").glob("*.jsonl")) + sorted(
    (ROOT / "tests" / "games" / "older").glob("*.jsonl")
)
NAMES = [*described.ANSWERS, *described.FILES]
PAGE = (ROOT / "docs" / "formats.md").read_text(encoding="utf-8")
SILENT = {"serve", "mcp"}  # they answer others than whoever types


def commands(group: click.Group, context: click.Context, above: str = "") -> Iterator[str]:
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        if isinstance(command, click.Group):
            yield from commands(command, context, f"{above}{name}-")
        else:
            yield f"{above}{name}"


def test_every_command_has_a_schema_and_no_schema_is_without_a_command() -> None:
    with click.Context(cli, info_name="oathtools", obj=Settings()) as context:
        assert set(commands(cli, context)) - SILENT == set(described.ANSWERS)


@cache
def sound(schema: str) -> None:
    """Nothing, or the fault of a schema: parts stand in many."""
    Draft202012Validator.check_schema(json.loads(schema))


@pytest.mark.parametrize("name", NAMES)
def test_a_schema_is_one_and_stands_by_itself(name: str) -> None:
    schema = schemas.schema(name)
    sound(json.dumps({**schema, "$defs": {}}))
    for part in schema["$defs"].values():
        sound(json.dumps(part))
    named = set(schemas._named_in(schema))
    assert named == set(schema["$defs"])
    assert not Draft202012Validator(schema).is_valid(["no answer", "and no file"])


RUN = {"keyword": "", "markexpr": "not soak", "collectonly": False, "lf": False, "deselect": None}


@pytest.mark.parametrize(
    ("otherwise", "whole"),
    [({}, True), ({"markexpr": "soak or not soak"}, True), ({"markexpr": "soak"}, False), ({"keyword": "odds"}, False),
     ({"deselect": ["tests/law"]}, False), ({"lf": True}, False)],
)  # fmt: skip
def test_a_run_of_all_tests_is_asked_for_every_key(otherwise: dict[str, Any], whole: bool) -> None:
    """And one of some is not (``tests/conftest.py``), nor one in which a test failed."""

    def run(folder: str, failed: int) -> Any:
        config = SimpleNamespace(option=SimpleNamespace(**RUN | otherwise), args=[str(ROOT / folder)])
        return SimpleNamespace(config=config, testsfailed=failed)

    assert described.is_of_everything(run("tests", 0)) is whole
    assert not described.is_of_everything(run("tests", 1)) and not described.is_of_everything(run("tests/law", 0))


def test_a_key_that_no_answer_had_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(described, "SEEN", described.declared("odds") - {"battle.attack"})
    assert "battle.attack" in described.unseen() and not described.unseen() & described.SEEN


NOTATION = {
    "{a: str?, b?: [int, 1..], c: =x}": {
        "type": "object",
        "required": ["a", "c"],
        "properties": {
            "a": {"type": ["string", "null"]},
            "b": {"type": "array", "items": {"type": "integer"}, "minItems": 1},
            "c": {"const": "x"},
        },
    },
    '#short (count? or <a b>?) "what it is"': {
        "title": "short",
        "anyOf": [{"anyOf": [{"$ref": "#/$defs/count"}, {"type": "null"}]}, {"enum": ["a", "b", None]}],
        "description": "what it is",
    },
    "{...secrets, suit*: str /^a/ | int 0..7, b^: any}": {
        "type": "object",
        "required": ["up", "down"],
        "properties": {"up": {"type": "integer"}, "down": {"type": "integer"}, "b": {}},
        "oneOf": [{"required": ["b"]}],
        "propertyNames": {"$ref": "#/$defs/suit"},
        "additionalProperties": {"type": ["string", "integer"], "pattern": "^a", "minimum": 0, "maximum": 7},
    },
}


@pytest.mark.parametrize("form", NOTATION)
def test_the_notation_says_a_schema(form: str) -> None:
    assert schemas.Notation(form).schema == NOTATION[form]


@pytest.mark.parametrize(
    "wrong", ["", "{a str}", "{a: str", "[int", "(int or str", "int int", "{a: ?}", "(int | )", "%"]
)
def test_a_slip_in_the_notation_is_refused(wrong: str) -> None:
    with pytest.raises(ValueError, match=r"missing|begin|what is"):
        schemas.Notation(wrong)


def undescribed(schema: Any) -> Iterator[str]:
    """The keys of which a schema does not say what they mean; those of the object itself are told once, at its end."""
    if isinstance(schema, list):
        for each in schema:
            yield from undescribed(each)
    elif isinstance(schema, dict):
        keys = schema.get("properties")
        for key, each in keys.items() if isinstance(keys, dict) else ():
            if not each.get("description") and schema.get("required") not in (["data"], ["error"]):
                yield key
        for each in schema.values():
            yield from undescribed(each)


def test_every_key_says_what_it_means() -> None:
    for name in NAMES:
        assert list(undescribed(schemas.schema(name))) == [], name


def test_no_word_is_without_a_key() -> None:
    whole = json.dumps([schemas.schema(name) for name in NAMES])
    told = set(re.findall(r'"description": ("(?:[^"\\]|\\.)*")', whole))
    assert {key: text for key, text in datafiles.load("schemas")["words"].items() if json.dumps(text) not in told} == {}


@pytest.fixture
def call(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Call:
    return caller(tmp_path / "saga", capsys, monkeypatch)


LOOKS = [
    "law 5",
    "law 5.5.1-5.5.4",
    "law 5.5.2 --refs --levels 2",
    "card longbows",
    "card plains",
    "card conquest",
    "card grand scepter",
    "card brutal",
]
LOOKS += ["rulings", "search kill", "variants", "variants outland-realms", "setup --players 5", "odds --plans"]
LOOKS += [
    "card quick exit",
    "card painted towers",
    "card people's favor",
    "card great spire",
    "card supremacy",
    "print turn",
    "new -o -",
]
LOOKS += ["odds --dice", "status --coverage", "schema", "schema law", "books list"]


@pytest.mark.parametrize("words", LOOKS)
def test_what_needs_no_game(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, words: str
) -> None:
    monkeypatch.chdir(tmp_path)
    assert caller(None, capsys, monkeypatch)(*words.split(), "--json").status == 0


ASIDES = ["teach Ann Bo Cy Dee", "hint --off", "hint --on", "teach --off", "note Bo hesitated", "status --html s.html"]
ASIDES += [
    "status --svg s.svg",
    "replay -o replay.html",
    "demo --bots random --replay demo.html",
    "answer travel Mountain",
]
ASIDES += ["correct travel Rocky Coast", "explore -o there --seed 1", "chronicle export csv -o games.csv"]


def test_what_is_said_beside_the_answers_of_a_game(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of itself, not of the game: each is asked whether it is what its schema says (``tests/conftest.py``)."""
    monkeypatch.chdir(tmp_path)
    call = caller(tmp_path / "saga", capsys, monkeypatch)
    assert call("new", "saga", "--first-game", "--json").status == 0
    for words in ASIDES:
        assert call(*words.split(), "--json").status == 0, words
        for answer in BEGUN if words.startswith("teach Ann") else ():
            assert call("answer", answer).status == 0


def test_what_few_answers_have(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Promises beyond a game, and in a position; a page of a position; what the game has rolled; shuffled cards;
    where a save string is damaged."""
    monkeypatch.chdir(tmp_path)
    call = at_table(TABLE, tmp_path / "saga", capsys, monkeypatch, "--table")
    assert call("promise", "Bo to Cy: to give him 1 favor", "--beyond").status == 0
    promises = call("position", "export", "--json").data["promises"]
    assert promises[0]["beyond"] and set(promises[0]["does"]) >= {"action", "given"}
    (tmp_path / "table.yaml").write_text(json.dumps(yaml.safe_load(TABLE) | {"promises": promises}), encoding="utf-8")
    assert call("start", "--position", "table.yaml", "--table", "--anew").status == 0
    assert "at" in call("position", "export", "--json").data["promises"][0]["does"]
    shown = call("position", "show", "table.yaml", "--html", "table.html", "--json").data
    assert Path(shown["html"]).is_file()
    call("answer", "campaign Cy: Mountain, 2 dice")
    while call("ask", "--json").data["kind"] == "campaign.plan":
        call("answer", "no")
    assert len(call("roll", "--json").data["faces"]) == 2
    joined = Joined(2, ("denizen.wolves", "denizen.keep", "denizen.tents"), ("dispossessed", "world_deck"))
    damaged = call("new", "other", "--tts", "0301010000", "--json").answer["error"]
    assert damaged["position"] > 0 and damaged["field"]
    (tmp_path / "saga" / "chronicle.yaml").write_text(dumps(Chronicle(joined=[joined])), encoding="utf-8")
    assert call("chronicle", "show", "--spoil", "--json").data["joined"][0]["n"] == 2


@pytest.mark.parametrize("game", daily(GAMES, 5), ids=lambda path: path.stem)
def test_a_recorded_game_and_what_is_asked_of_it(call: Call, tmp_path: Path, game: Path) -> None:
    """At its end, and where it stood before: the answers, its journal, its positions."""
    lines = game.read_text(encoding="utf-8").splitlines()
    assert not [fault for line in lines for fault in described.faults("journal", json.loads(line))]
    assert call("new", str(tmp_path / "saga"), "--first-game", "--json").status == 0
    (tmp_path / "saga" / "games").mkdir(exist_ok=True)
    (tmp_path / "saga" / "games" / "0001.jsonl").write_bytes(game.read_bytes())
    a_line_an_action(tmp_path / "saga")
    for back in ("1", "40"):
        assert call("undo", back, "--json").status in (0, 1)
        for words in ("status", "log", "ask", "legal", "win", "position export --public", "journal check"):
            assert call(*words.split(), "--json").status in (0, 1, 2)
        said = call("position", "export", "--all")
        if said.status == 0:
            assert not list(described.faults("position", yaml.safe_load(said.out)))


def spoilt(value: Any) -> Iterator[Any]:
    """The value with one thing in it another, missing or too many."""
    yield from (None, True, -1, 1.5, 10**6, "x", [], {})
    if isinstance(value, list | dict):
        for key in range(len(value)) if isinstance(value, list) else list(value):
            for each in spoilt(value[key]):
                other = copy(value)
                other[key] = each
                yield other
            other = copy(value)
            del other[key]
            yield other
        yield [*value, 1] if isinstance(value, list) else {**value, "x": 1}


@pytest.mark.parametrize("most", daily([3, 40], 2))
def test_what_fits_is_what_the_library_allows(call: Call, tmp_path: Path, most: int) -> None:
    """The quick way (``described.Fit``) and the library agree on what is right and on everything near it."""
    values = [("journal", json.loads(line)) for line in GAMES[0].read_text(encoding="utf-8").splitlines()[:12:3]]
    assert call("new", str(tmp_path / "saga"), "--first-game").status == 0
    assert call("start", "--seed", "1").status == 0
    values += [
        (words, call(*words.split(), "--json").data)
        for words in (("ask", "win") if most < 40 else ("ask", "status", "win"))
    ]
    for name, value in values:
        library = described.validator(name)
        fits = described.Fit(library.schema["$defs"], set())
        assert fits(library.schema, value, name)
        near = list(spoilt(value))
        for each in near[:: len(near) // most + 1]:
            assert fits(library.schema, each, name) is library.is_valid(each), each


def test_files_that_the_tool_writes(call: Call, tmp_path: Path) -> None:
    assert call("new", str(tmp_path / "saga"), "--first-game").status == 0
    assert call("start", "--bots", "4=random", "--seed", "3").status == 0
    assert call("play", "--auto").status == 0
    assert call("chronicle", "write").status == 0
    assert call("rulings", "set", "A-02", "a").status == 0
    assert call("rulings", "add", "Both.", "--clause", "5.5.2", "--question", "Which?").status == 0
    for words in ("chronicle show", "chronicle history", "chronicle diff", "chronicle pulls", "chronicle check"):
        assert call(*words.split(), "--json").status in (0, 1)
    for name in ("chronicle", "rulings"):
        written = yaml.safe_load((tmp_path / "saga" / f"{name}.yaml").read_text(encoding="utf-8"))
        assert not list(described.faults(name, _plain(written)))


def test_a_yaml_file_names_its_schema_which_lies_beside_it(call: Call, tmp_path: Path) -> None:
    """So that editors complete it; comments and the schema's name stay when the file is written again."""
    saga = tmp_path / "saga"
    assert call("new", str(saga), "--first-game").status == 0
    assert call("rulings", "set", "A-02", "a").status == 0
    assert call("start", "--bots", "4=random", "--seed", "3").status == 0
    assert call("play", "--auto").status == 0
    assert call("position", "export", "-o", str(tmp_path / "end.yaml")).status == 0
    for again in (False, True):
        for path, name in (
            (saga / "chronicle.yaml", "chronicle"),
            (saga / "rulings.yaml", "rulings"),
            (tmp_path / "end.yaml", "position"),
        ):
            first = path.read_text(encoding="utf-8").splitlines()[0]
            assert first == f"# yaml-language-server: $schema=.oathtools/{name}.schema.json"
            beside = path.parent / first.rpartition("=")[2]
            schema = json.loads(beside.read_text(encoding="utf-8"))
            assert schema == schemas.schema(name)
            written = _plain(yaml.safe_load(path.read_text(encoding="utf-8")))
            assert Draft202012Validator(schema).is_valid(written)
        if not again:
            (saga / ".oathtools" / "chronicle.schema.json").write_text("of an older version")
            assert call("chronicle", "write").status == 0
            assert call("rulings", "set", "A-02", "b").status == 0
    assert call("win", "--position", str(tmp_path / "end.yaml")).status == 0


def test_a_file_whose_first_comment_was_taken_out_is_left_without(call: Call, tmp_path: Path) -> None:
    saga = tmp_path / "saga"
    assert call("new", str(saga), "--first-game").status == 0
    (saga / "rulings.yaml").write_text("# ours\nreadings: {A-02: a}\n", encoding="utf-8")
    assert call("rulings", "set", "A-02", "b").status == 0
    assert (saga / "rulings.yaml").read_text(encoding="utf-8").startswith("# ours\n")
    assert not (saga / ".oathtools" / "rulings.schema.json").exists()


def test_the_position_of_the_page_is_one() -> None:
    block = PAGE.partition("## Position file")[2].partition("```yaml\n")[2].partition("```")[0]
    position = yaml.safe_load(block)
    assert not list(described.faults("position", position))
    for wrong in ({"rounds": 3}, {"oath": "power"}, {"players": [{"name": "Ann", "color": "green"}]}, {"round": 9}):
        assert list(described.faults("position", {**position, **wrong})), wrong


def read(kind: str, text: str) -> None:
    """What the reader of a kind of file makes of a text. Raises ``ValueError`` with what is wrong."""
    if kind == "position":
        from_position(read_position(f"{text}\n"))
    elif kind == "chronicle":
        loads(text)
    else:
        parse(text.encode())


WORLD = "{oath: people, map: [%s]}"
READ = [
    ("position", "{oath: people, round: 8, turn: {phase: wake, player: Ann}, players: [Ann, {name: Bo, role: exile}]}"),
    ("position", "{banners: {darkest_secret: {favor: 0, secrets: {up: 1, down: 0}}}, oathkeeper: {side: oathkeeper}}"),
    ("chronicle", WORLD % "{site: Plains, cards: [Longbows], slots: [2]}, {unknown: site, seen_by: [Ann]}"),
    (
        "chronicle",
        "{oath: people, map: [], game: 0, world_deck: {layers: [{denizens: 9}], top: [Tents], pool: [Keep]}}",
    ),
    (
        "chronicle",
        "{oath: people, map: [], world_deck: [Tents], dispossessed: [{card: Keep}, {unknown: denizen, n: 2}]}",
    ),
    ("rulings", "{format: 1, readings: {A-02: {reading: a, note: once}}, rules: [{id: T-1, ruling: Never}]}"),
    ("rulings", "{variants: outland-realms, rules: [{id: T-1, ruling: Never, clauses: 5.5.2, cards: Longbows}]}"),
]
REFUSED = [
    *(("position", f"{{{key}: 1}}") for key in ("rounds", "garrisons", "leaders", "attacked", "turn", "players")),
    ("position", "{round: 9}"),
    ("position", "{turn: {phase: dusk}}"),
    ("position", "{banners: {darkest_secret: {mob: true}}}"),
    ("position", "{players: [Ann, {name: Bo, rank: 1}]}"),
    ("position", "{oathkeeper: {side: left}}"),
    *(("chronicle", WORLD % f"{{site: Plains, {more}}}") for more in ("may_also_be: [Mine]", "slots: {a: 1}", "n: 1")),
    *(("position", f"{{{deck}}}") for deck in ("world_deck: {order: []}", "relic_deck: {layers: []}")),
    ("position", "{site_deck: {visions: []}}"),
    ("position", "{discard_piles: {cradle: [{card: Tents, favor: 1}]}}"),
    ("position", "{dispossessed: [{card: Tents, seen_by: [Chancellor]}]}"),
    ("position", "{reliquary: [{sealed: eJyrVkrLz1eyUlBKSixSquUCAB5GA_0}]}"),
    *(
        ("chronicle", f"{{oath: people, map: [], {deck}}}")
        for deck in ("world_deck: {rest: 3}", "relic_deck: {top: []}")
    ),
    ("chronicle", "{oath: people, map: [], dispossessed: [{card: Tents, favor: 1}]}"),
    ("chronicle", "{oath: people, map: [], dispossessed: [{unknown: denizen, may_also_be: [Tents]}]}"),
    ("chronicle", "{oath: people, map: [], tts: {colors: red}}"),
    ("chronicle", "{oath: people, map: [], worlds: 1}"),
    ("rulings", "{rules: {T-1: {ruling: Never}}}"),
    ("rulings", "{variants: {outland-realms: {}}}"),
    *(
        ("rulings", f"{{rules: [{rule}]}}")
        for rule in ("{ruling: Never}", "{id: T-1}", "{id: T-1, ruling: Never, title: A}")
    ),
    ("rulings", "{reading: {A-02: a}}"),
    ("rulings", "{readings: {A-02: {letter: a}}}"),
]


@pytest.mark.parametrize(("kind", "text"), READ)
def test_what_is_read_is_what_the_schema_allows(kind: str, text: str) -> None:
    read(kind, text)
    assert not list(described.faults(kind, yaml.safe_load(text)))


@pytest.mark.parametrize(("kind", "text"), REFUSED)
def test_what_the_schema_does_not_allow_is_refused(kind: str, text: str) -> None:
    """The keys of a form are declared once: its reader and its schema have them from there."""
    with pytest.raises(ValueError, match=r"."):
        read(kind, text)
    assert list(described.faults(kind, yaml.safe_load(text)))


def test_what_is_no_answer_is_told() -> None:
    assert list(described.faults("win", {"winner": 3}))
    assert list(described.faults("law", [{"id": "5.5.2"}]))
    assert list(described.faults("error", {"kind": "odd", "message": "", "hint": None}))


WRONG = {
    "chronicle.yaml": "oath: people\nmap: []\nmaps: 3\n",
    "rulings.yaml": "readings: {A-02: maybe}\n",
    "tonight.yaml": "rounds: 3\n",
    "0001.jsonl": '{"origin": {}}\n',
    "results.json": "{}",
    "chronicle.schema.json": '{"type": "odd"}',
    "new-kind.bin": "\x00",
}


@pytest.mark.parametrize("name", WRONG)
def test_a_file_that_is_not_what_its_schema_says_is_told(tmp_path: Path, undescribed: list[str], name: str) -> None:
    """Whoever writes it: each file of the suite goes through what is asked here."""
    files.write(tmp_path / name, WRONG[name])
    assert undescribed
    undescribed.clear()


def test_a_line_that_is_added_to_a_journal_is_looked_at(tmp_path: Path, undescribed: list[str]) -> None:
    path = tmp_path / "0001.jsonl"
    files.write(path, (ROOT / "tests" / "games" / "3.1-usurper.jsonl").read_bytes())
    entry = file.read(path).entries[-1]
    assert not undescribed
    wrong = copy(entry)
    wrong.n, wrong.readings = entry.n + 1, {"A-02": "maybe"}
    with file.Writer(path) as writer:
        writer.append([wrong])
    assert undescribed
    undescribed.clear()


def test_a_fault_of_ours_says_where_its_report_is(call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setattr(schemas, "named", lambda name: 1 // 0)
    error = call("schema", "law", "--json").answer["error"]
    assert error["kind"] == "internal" and "ZeroDivisionError" in Path(error["report"]).read_text(encoding="utf-8")


def test_a_name_in_any_spelling_and_one_that_is_none(call: Call) -> None:
    assert call("schema", "Chronicle", "history", "--json").data == schemas.schema("chronicle-history")
    assert call("schema", "why", "--json").data["title"] == "oathtools why --json"
    said = call("schema", "postion", "--json")
    assert said.status == 1 and "position" in said.answer["error"]["hint"]


def _plain(value: Any) -> Any:
    """Dates as YAML reads them are texts in JSON."""
    return json.loads(json.dumps(value, default=str))
