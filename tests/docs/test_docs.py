"""The documents say what the program does."""

import doctest
import importlib.util
import inspect
import os
import re
import shlex
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
import yaml

from oathtools.cli.rules import look_up
from oathtools.cli.shared.commands import COMMANDS, Entry
from oathtools.kit import datafiles, schemas
from tests import described
from tests.cli.calls import caller
from tests.docs.test_schemas import undescribed

ROOT = Path(__file__).parents[2]


def updater() -> Any:
    spec = importlib.util.spec_from_file_location("update", ROOT / "docs" / "update.py")
    assert spec is not None and spec.loader is not None
    update = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(update)
    return update


def test_cli_page_is_the_programs_own_help() -> None:
    update = updater()
    assert (ROOT / "docs" / "cli.md").read_text(encoding="utf-8") == update.page(), "run: python docs/update.py"


def test_modules_that_the_page_about_the_house_names_are_there() -> None:
    """By their paths below ``oathtools``, ``procedures`` or the folder that the page is about, or with a member."""
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`([a-z_]+(?:/[a-z_]+)+)`", page))
    assert len(named) > 60
    roots = [ROOT, ROOT / "oathtools", ROOT / "oathtools" / "procedures", ROOT / "oathtools" / "saga"]
    missing = {
        each for each in named if not any((root / each).exists() or (root / f"{each}.py").exists() for root in roots)
    }
    assert missing == set()


def test_files_that_pages_name_are_there() -> None:
    """A page names a module by its path below ``oathtools`` or ``procedures``, a data file by its own."""
    for path in sorted((ROOT / "docs").glob("*.md")):
        text = path.read_text(encoding="utf-8")
        for named in re.findall(r"`((?:oathtools|data|tests|docs)/[\w./-]+)`", text):
            assert (
                (ROOT / named).exists()
                or "hard-winters" in named
                or "hard_winters" in named
                or "distant-shores" in named
            ), f"{path.name}: {named}"
        for link in re.findall(r"\]\(([\w-]+\.md)[)#]", text):
            assert (ROOT / "docs" / link).is_file(), f"{path.name}: {link}"


PAGES = sorted((ROOT / "docs").glob("writing-*.md"))


def test_what_pages_quote_stands_in_the_sources() -> None:
    """A block of code that begins with the path of a file is a part of that file, word for word."""
    block = re.compile(r"^```\w+\n# ((?:oathtools|tests|data)/\S+)\n(.*?)^```", re.DOTALL | re.MULTILINE)
    quoted = [(page.name, *found) for page in PAGES for found in block.findall(page.read_text(encoding="utf-8"))]
    assert len(quoted) >= 10
    for page, path, text in quoted:
        assert text in (ROOT / path).read_text(encoding="utf-8"), f"{page} quotes {path} as it is not: {text}"


def test_the_command_of_the_page_answers_as_the_page_says(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """``docs/writing-a-command.md``: its command, its schema and its tests, in the places that it names."""
    page = (ROOT / "docs" / "writing-a-command.md").read_text(encoding="utf-8")
    command, tests = re.findall(r"^```py\n(.*?)^```", page, re.DOTALL | re.MULTILINE)
    (form,) = re.findall(r"^```yaml\n(suit: .*?)^```", page, re.DOTALL | re.MULTILINE)
    module: dict[str, Any] = {"caller": caller}
    exec(command, module)
    monkeypatch.setattr(look_up, "suit_command", module["suit_command"], raising=False)
    monkeypatch.setitem(COMMANDS, "suit", Entry("rules.look_up", "The denizens of a suit."))
    monkeypatch.setitem(datafiles.load("schemas")["answers"], "suit", yaml.safe_load(form)["suit"])
    monkeypatch.setattr(described, "ANSWERS", [*described.ANSWERS, "suit"])
    exec(tests, module)
    for name in [name for name in module if name.startswith("test_")]:
        module[name](capsys, monkeypatch)
    assert not list(undescribed(schemas.schema("suit")))


def test_the_web_page_of_the_page_opens(monkeypatch: pytest.MonkeyPatch) -> None:
    """``docs/writing-a-page.md``: its function, its template and its test."""
    phones = pytest.importorskip("tests.support.phones", reason="the extra web is not installed")
    from jinja2 import ChoiceLoader, DictLoader
    from starlette.routing import Route

    from oathtools.web import app, shelf

    text = (ROOT / "docs" / "writing-a-page.md").read_text(encoding="utf-8")
    function, test = re.findall(r"^```py\n(.*?)^```", text, re.DOTALL | re.MULTILINE)
    template = re.findall(r"^```html\n(.*?)^```", text, re.DOTALL | re.MULTILINE)[-1]
    module: dict[str, Any] = {"Phone": phones.Phone, "serve": phones.serve}
    exec(function, module)

    def routes(served: app.Served, own: Any = app.Served._routes) -> list[Route]:
        return [*own(served), Route("/suit/{name}", served._look(module["suit"]))]

    monkeypatch.setattr(app.Served, "_routes", routes)
    own = shelf._pages().loader
    assert own is not None
    monkeypatch.setattr(shelf._pages(), "loader", ChoiceLoader([DictLoader({"suit.html": template}), own]))
    exec(test, module)
    (name,) = [name for name in module if name.startswith("test_")]
    module[name]()


def test_functions_that_pages_name_take_what_is_told() -> None:
    """``verbs.kill(game, color, count, place, *cites)``: the parameters up to the clauses, by their names."""
    function = re.compile(r"`(\w+)\.(\w+)\(([\w, ]+), \*cites\)")
    told = {each for page in PAGES for each in function.findall(page.read_text(encoding="utf-8"))}
    homes = {"asking": "machine", "citizenship": "minor"}
    assert len(told) > 20
    for module, name, takes in told:
        home = import_module(f"oathtools.procedures.{homes.get(module, 'glossary')}.{module}")
        given = list(inspect.signature(getattr(home, name)).parameters)
        assert given[: given.index("cites")] == takes.split(", "), f"{module}.{name}"


def test_the_examples_from_python_run() -> None:
    page = ROOT / "docs" / "library.md"
    failed, tried = doctest.testfile(
        str(page), module_relative=False, optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
    )
    assert tried > 50 and failed == 0


def test_the_examples_from_python_have_the_types_that_the_strictest_check_asks_for(typed: list[str]) -> None:
    """As in a script of somebody who has the package installed: of the package itself only the types count."""
    assert (ROOT / "oathtools" / "py.typed").is_file()
    assert "not indexable" in typed[0] and {line.partition(":")[0] for line in typed} == {"wrong.py"}, typed


SCRIPTS = sorted((ROOT / "tests" / "docs" / "scripts").glob("*.py"))


def test_three_scripts_of_somebody_who_read_that_page_alone_pass_and_run(tmp_path: Path, typed: list[str]) -> None:
    """What cards do; games of bots, whose world goes on; a position judged."""
    assert len(SCRIPTS) == 3
    assert not [line for line in typed if not line.startswith("wrong.py:")]
    ends = {"cards": "['10.4'])", "season": "Empire and Exile", "position": "<svg"}
    for script in SCRIPTS:
        command = [sys.executable, str(script), *([str(tmp_path / "table.html")] if script.stem == "position" else [])]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, env=OURS)
        assert done.returncode == 0 and done.stdout.rstrip().endswith(ends[script.stem]), done.stdout + done.stderr


OURS = {**os.environ, "PYTHONPATH": str(ROOT), "MYPYPATH": str(ROOT)}


@pytest.fixture(scope="module")
def typed(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """What a strict check of types has against the examples, the scripts, and examples with a fault at their end."""
    folder, page = tmp_path_factory.mktemp("typed"), (ROOT / "docs" / "library.md").read_text(encoding="utf-8")
    examples = "".join(example.source for example in doctest.DocTestParser().get_examples(page))
    (folder / "right.py").write_text(examples, encoding="utf-8")
    (folder / "wrong.py").write_text(examples + 'play.state.result["winner"]\n', encoding="utf-8")
    files = ["right.py", "wrong.py", *map(str, SCRIPTS)]
    command = [sys.executable, "-m", "mypy", "--strict", "--follow-imports=silent", "--no-error-summary", *files]
    done = subprocess.run(command, cwd=folder, env=OURS, capture_output=True, text=True)
    assert not done.stderr
    return done.stdout.splitlines()


def test_commands_named_in_the_readme_exist() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    named = [shlex.split(line, posix=True)[2] for line in re.findall(r"^\$ oathtools [^\n;]*", text, re.M)]
    assert len(named) > 8
    assert set(named) <= set(COMMANDS)


SETUP = ("3", "3", "3", "3", "Mountain", "-", "-")  # three cards are drawn four times, two stand at a site, dice lie


def test_p1_the_game_of_the_readme_typed_in_its_order(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What setup asks is answered where the page says so; then every line does what it says."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    block = text[text.index("$ oathtools new our-saga") :].partition("```")[0]
    lines = [re.split(r"\s{2,}", line)[0] for line in re.findall(r"^\$ (.*)", block, re.M)]
    assert lines[1] == "cd our-saga" and "oathtools ask" in lines and len(lines) > 10
    call = caller(None, capsys, monkeypatch)
    monkeypatch.chdir(tmp_path)
    for line in lines:
        if line == "cd our-saga":
            monkeypatch.chdir(tmp_path / "our-saga")
            continue
        for one in line.split("; "):
            words = shlex.split(one)[1:]
            if words[0] in ("play", "serve"):  # they go on until somebody stops them
                continue
            assert call(*words).status == 0, one
            for answer in SETUP if words == ["ask"] else ():
                assert call("answer", answer).status == 0, answer
    assert {"table.html", "game.html"} <= {each.name for each in Path().iterdir()}


def test_documents_exist_that_the_readme_links_to() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    for link in re.findall(r"\]\(([^)#]+)\)", text):
        link = re.sub(r"\.\./\.\./actions/(workflows/\w+\.yml)(/badge\.svg)?", r".github/\1", link)
        assert (ROOT / link).is_file(), link
    for picture in re.findall(r'src="([^"]+)"', text):
        assert (ROOT / picture).is_file(), picture


def test_pictures_of_the_readme_are_what_the_program_prints() -> None:
    spec = importlib.util.spec_from_file_location("make", ROOT / "docs" / "pictures" / "make.py")
    assert spec is not None and spec.loader is not None
    make = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(make)
    for name, picture in make.pictures().items():
        drawn = (ROOT / "docs" / "pictures" / name).read_text(encoding="utf-8")
        assert drawn == picture, f"run: python docs/pictures/make.py ({name})"
        ElementTree.fromstring(drawn)


def test_nothing_names_a_machine_or_a_registry() -> None:
    hosts = re.compile(r"pypi\.org|pythonhosted|registry\.npmjs|deb\.debian|/work/|/opt/venv|\.\./shared")
    for path in ROOT.rglob("*"):
        hidden = any(part.startswith(".") and part != ".ci" for part in path.relative_to(ROOT).parts)
        skipped = hidden or path.suffix not in {".py", ".md", ".yaml", ".toml", ""} or not path.is_file()
        if not skipped and path != Path(__file__):
            assert not hosts.search(path.read_text(encoding="utf-8", errors="ignore")), path
