"""Build hook: what the wheel ships ready: the YAML books and what is read off sources as JSON, the search index."""

import json
import os
import sys
import tempfile
from pathlib import Path

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CompileData(BuildHookInterface):
    def initialize(self, version, build_data):
        if self.target_name != "wheel" or version == "editable":
            return
        root = Path(self.root)
        self.folder = tempfile.TemporaryDirectory()
        os.environ["OATHTOOLS_CACHE"] = self.folder.name  # a build leaves nothing in the user's own
        sys.path.insert(0, self.root)
        try:
            from oathtools import datafiles, search
            from oathtools.law import coverage, rulings_asked
            from oathtools.search import store

            books = {book: datafiles.compile_book(book, root / "data") for book in datafiles.books(root / "data")}
            books |= {book: made() for book, (_files, made) in coverage.BOOKS.items()}
            books[rulings_asked.BOOK] = rulings_asked.points()
            index = search.own()
        finally:
            sys.path.remove(self.root)
        ready = {f"{book}.json": _json(content) for book, content in books.items()} | {store.SHIPPED: index}
        for name, content in ready.items():
            compiled = Path(self.folder.name) / name
            compiled.write_bytes(content)
            build_data["force_include"][str(compiled)] = f"oathtools/_data/{name}"


def _json(content):
    return json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode()
