"""The site: a page for each clause, card and open point in the words of the commands, and links that lead somewhere."""

import ast
import dataclasses
import inspect
import os
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from html.parser import HTMLParser
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any
from urllib.parse import unquote, urljoin, urlsplit

import pytest

from oathtools import catalog
from oathtools.law import all_clauses, cited_by_clauses
from oathtools.law.rulings import points
from oathtools.render.rules import card
from oathtools.render.rules.law import INDEX, body
from oathtools.saga.chronicle.record import Chronicle
from tests.support.made_once import made_once

ROOT = Path(__file__).parents[2]
HOME = "http://site/"


@pytest.fixture(scope="module")
def made() -> Mapping[str, str]:
    """The sources of the pages that are in no file."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(ROOT / "docs" / "site"))
        return {
            path: text
            for name in ("law_pages", "card_pages", "point_pages")
            for path, text in import_module(name).pages()
        }


def words(text: str) -> list[str]:
    """What is read of a page or a text, without marks and links."""
    shown = re.sub(r"\]\([^)]*\)|<[^>]*>|^---.*?^---$", " ", text, flags=re.DOTALL | re.MULTILINE)
    return re.findall(r"[\w'.,:;?!-]*\w", shown.replace("\\", ""))


def within(part: str, whole: str) -> bool:
    return " ".join(words(part)) in " ".join(words(whole))


def test_a_page_for_each_clause_card_and_point_under_the_address_that_the_phones_have(made: Mapping[str, str]) -> None:
    ids = {"law": all_clauses(), "card": catalog.ids(), "ruling": points()}
    assert {f"{folder}/{each}.md" for folder, all_ids in ids.items() for each in all_ids} <= set(made)
    assert len({path.casefold() for path in made}) == len(made)  # some machines cannot tell such pages apart
    assert all(ids.values())


def test_a_clause_is_told_in_the_words_of_the_command_with_its_references_both_ways(made: Mapping[str, str]) -> None:
    for cid, clause in all_clauses().items():
        page = made[f"law/{cid}.md"]
        for part in body(clause):
            for line in part.text.splitlines():
                assert within(line, page), (cid, line)
        for ref in clause.refs:
            assert f"(../law/{ref}.md)" in page, (cid, ref)
        quoted = page.partition("## Quoted by")[2].partition("\n## ")[0]
        citing = [each for each in cited_by_clauses(cid) if each != INDEX]
        assert re.findall(r"\(\.\./law/(.+?)\.md\)", quoted) == citing, cid


def test_a_card_is_told_in_the_words_of_the_command_with_its_answers_in_full(made: Mapping[str, str]) -> None:
    for cid in catalog.ids():
        told, page = card.page(cid), made[f"card/{cid}.md"]
        lines = [*card.fact_lines(catalog.card(cid)), *(told["text"] or "").splitlines()]
        lines += [text for one in told["rulings"] for text in (one["question"], one["answer"])]
        for line in lines:
            assert within(line, page), (cid, line)


def test_a_point_is_told_with_all_its_readings_and_the_one_in_force_marked(made: Mapping[str, str]) -> None:
    for pid, point in points().items():
        page = made[f"ruling/{pid}.md"]
        readings = re.findall(r'^<div class="reading( force)?".*?^\*\*(\w)\*\* (.*?)$', page, re.DOTALL | re.MULTILINE)
        assert [letter for _, letter, _ in readings] == list(point.readings)
        marked = [letter for force, letter, _ in readings if force]
        assert marked == ([point.take] if len(readings) > 1 else [])
        assert all(within(text, page) for text in point.readings.values())


PROMISED = re.compile(r"^>>> from (oathtools[\w.]*) import ([\w, ]+?)(?: as \w+)?$", re.MULTILINE)


def parts() -> Mapping[str, Any]:
    """The pages of the reference by their names."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(ROOT / "docs" / "site"))
        return dict(import_module("reference_pages").PARTS)


def documented(module: ModuleType) -> Iterator[str]:
    """What the reference owes of a module: its public classes and functions with docstrings, and their members."""
    own = [name for name, each in vars(module).items() if getattr(each, "__module__", None) == module.__name__]
    for name in getattr(module, "__all__", own):
        what = inspect.unwrap(getattr(module, name))
        if name.startswith("_") or not (inspect.isclass(what) or inspect.isfunction(what)):
            continue
        node = ast.parse(inspect.getsource(what)).body[0]
        if isinstance(node, ast.ClassDef | ast.FunctionDef) and ast.get_docstring(node):
            yield f"{module.__name__}.{name}"
            for each in node.body if isinstance(node, ast.ClassDef) else ():
                if isinstance(each, ast.FunctionDef) and ast.get_docstring(each) and each.name[0] != "_":
                    yield f"{module.__name__}.{name}.{each.name}"


def test_what_the_page_for_scripts_imports_is_in_the_reference() -> None:
    modules = {f"oathtools.{module}" for part in parts().values() for module in part.modules}
    promised = PROMISED.findall((ROOT / "docs" / "library.md").read_text(encoding="utf-8"))
    assert len(promised) >= 20
    for home, names in promised:
        for name in names.split(", "):
            below = f"{home}.{name}"
            public = getattr(import_module(home), "__all__", (name,))
            assert below in modules or (home in modules and name in public), below


class Page(HTMLParser):
    """The places, links and files of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.places: set[str] = set()
        self.links: list[str] = []
        self.loaded: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note what the tag has."""
        told = {name: value or "" for name, value in attrs}
        self.places |= {told[name] for name in ("id", "name") if name in told}
        if "src" in told or (tag == "link" and told.get("rel") != "canonical"):
            self.loaded.append(told.get("src") or told["href"])
        elif tag == "a" and "href" in told:
            self.links.append(told["href"])


def build(folder: Path) -> None:
    """Build the site as strictly as for publishing."""
    env = os.environ | {"NO_MKDOCS_2_WARNING": "1", "PYTHONUTF8": "1"}
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "-f", "docs/mkdocs.yml", "--site-dir", str(folder)],
        cwd=ROOT,
        env=env,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, Page]]:
    """The folder of the site, and its pages by their addresses."""
    pytest.importorskip("mkdocs", reason="the extra docs is not installed")
    folder = made_once(tmp_path_factory, "site", build)
    files = sorted(folder.rglob("*.html"))
    return folder, {
        file.relative_to(folder).as_posix().removesuffix("index.html"): Page(file.read_text(encoding="utf-8"))
        for file in files
    }


@pytest.mark.soak
def test_every_link_of_the_site_leads_to_a_page_and_a_place_on_it(site: tuple[Path, dict[str, Page]]) -> None:
    folder, pages = site
    assert "law/5.5.2/" in pages and "card/denizen.longbows/" in pages and "ruling/A-02/" in pages
    followed = 0
    for address, page in pages.items():
        for link in page.links:
            to = urlsplit(urljoin(HOME + address, link))
            if address == "404.html" or to.netloc not in ("", "site"):
                continue
            path = unquote(to.path).lstrip("/")
            assert path in pages or (folder / path).is_file(), f"{address}: {link}"
            if to.fragment and path in pages and to.fragment != "__skip":
                assert unquote(to.fragment) in pages[path].places, f"{address}: {link}"
            followed += 1
    assert followed > 10_000


@pytest.mark.soak
def test_each_promised_module_has_a_page_on_which_every_public_name_with_a_docstring_stands(
    site: tuple[Path, dict[str, Page]],
) -> None:
    _, pages = site
    for name, part in parts().items():
        page = pages[f"reference/{name}/"]
        assert f"{name}/" in pages["reference/"].links or f"../reference/{name}/" in pages["reference/"].links
        for path in part.modules:
            names = list(documented(import_module(f"oathtools.{path}")))
            assert names and {f"oathtools.{path}", *names} - page.places == set(), path
    fields = pages["reference/chronicle/"].places
    assert {
        f"oathtools.saga.chronicle.record.Chronicle.{each.name}" for each in dataclasses.fields(Chronicle)
    } <= fields
    assert "oathtools.law.Clause.binding" in pages["reference/law/"].places
    private = [
        place
        for page in pages.values()
        for place in page.places
        if re.match(r"oathtools\.(.*\.)?(_[a-z]|__getattr__)", place)
    ]
    assert private == []


@pytest.mark.soak
def test_nothing_is_fetched_from_elsewhere(site: tuple[Path, dict[str, Page]]) -> None:
    folder, pages = site
    for address, page in pages.items():
        for file in page.loaded:
            to = urlsplit(urljoin(HOME + address, file))
            assert to.netloc == "site", f"{address}: {file}"
            assert address == "404.html" or (folder / unquote(to.path).lstrip("/")).exists(), f"{address}: {file}"
    for style in folder.rglob("*.css"):
        outside = re.findall(r"(?:url\(|@import)\s*[\"']?https?:", style.read_text(encoding="utf-8"))
        assert not outside, style.name


@pytest.mark.soak
def test_each_document_has_a_place_in_the_menu(site: tuple[Path, dict[str, Page]]) -> None:
    """Also one that the menu of ``docs/mkdocs.yml`` does not name."""
    _, pages = site
    home = {urlsplit(urljoin(HOME, link)).path.lstrip("/") for link in pages[""].links}
    for path in (ROOT / "docs").glob("*.md"):
        assert path.stem == "index" or f"{path.stem}/" in home, path.name
