"""What mkdocs calls while it builds the site: the pages of the Law, cards, open points and library are made here."""

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import card_pages
import law_pages
import point_pages
import reference_pages
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.nav import Navigation, Section

from oathtools import catalog
from oathtools.law import all_clauses
from oathtools.law.rulings import points
from oathtools.render.world.story_page import palette

ORDER = {"law": all_clauses, "card": catalog.ids, "ruling": points, "reference": lambda: reference_pages.PARTS}


def made() -> Iterator[tuple[str, str]]:
    """Everything on the site that is in no file, by the path of its source."""
    yield from law_pages.pages()
    yield from card_pages.pages()
    yield from point_pages.pages()
    yield from reference_pages.pages()
    yield "assets/colors.css", palette("[data-md-color-scheme=default]", "[data-md-color-scheme=slate]")


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """A document that the menu does not name stands at its end, so that none is forgotten."""
    named = {path for part in config.nav for path in _named(part)}
    others = sorted(path.name for path in Path(config.docs_dir).glob("*.md") if path.name not in named)
    config.nav += [{"More": others}] if others else []
    return config


def _named(part: Any) -> Iterator[str]:
    if isinstance(part, str):
        yield part
    else:
        for below in part.values() if isinstance(part, dict) else part:
            yield from _named(below)


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add what is made."""
    for path, content in made():
        files.append(File.generated(config, path, content=content))
    return files


def on_nav(nav: Navigation, config: MkDocsConfig, files: Files) -> Navigation:
    """Most of these pages stand in no menu: they open the part that they belong to, and follow one another."""
    parts = {part.children[0].file.src_uri: part for part in nav.items if isinstance(part, Section)}
    for folder, ids in ORDER.items():
        pages = [files.get_file_from_path(f"{folder}/{each}.md").page for each in ids()]
        for page in pages:
            page.parent = parts[f"{folder}/index.md"]
        for before, after in pairwise(pages):
            before.next_page, after.previous_page = after, before
    return nav
