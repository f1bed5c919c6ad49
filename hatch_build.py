"""Build hook: compile the YAML books under ``data/``, and what is read off sources, into JSON that the wheel ships."""

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
            from oathtools import datafiles
            from oathtools.law import coverage, rulings_asked

            books = {book: datafiles.compile_book(book, root / "data") for book in datafiles.books(root / "data")}
            books |= {book: made() for book, (_files, made) in coverage.BOOKS.items()}
            books[rulings_asked.BOOK] = rulings_asked.points()
        finally:
            sys.path.remove(self.root)
        for book, content in books.items():
            compiled = Path(self.folder.name) / f"{book}.json"
            compiled.write_text(json.dumps(content, ensure_ascii=False, separators=(",", ":")), encoding="utf-8")
            build_data["force_include"][str(compiled)] = f"oathtools/_data/{book}.json"
