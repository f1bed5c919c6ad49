"""Build hook: what the wheel ships ready: the YAML books and what is read off sources as JSON, the search index.

With ``OATHTOOLS_COMPILE=1`` its core is compiled besides (``hatch_compile``), for the platform that builds it.
"""

import json
import os
import sys
import tempfile
from pathlib import Path

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).parent))
import hatch_compile


class CompileData(BuildHookInterface):
    def dependencies(self):
        return hatch_compile.REQUIRES if hatch_compile.asked() and self.target_name == "wheel" else []

    def initialize(self, version, build_data):
        if self.target_name != "wheel" or version == "editable":
            return
        root = Path(self.root)
        self.folder = tempfile.TemporaryDirectory()
        os.environ["OATHTOOLS_CACHE"] = self.folder.name  # a build leaves nothing in the user's own
        sys.path.insert(0, self.root)
        try:
            from oathtools import search
            from oathtools.kit import datafiles
            from oathtools.law import coverage
            from oathtools.search import store

            books = {book: datafiles.compile_book(book, root / "data") for book in datafiles.books(root / "data")}
            books |= {book: made() for book, (_files, made) in coverage.BOOKS.items()}
            books[coverage.BOOK] = coverage.points()
            index = search.own()
        finally:
            sys.path.remove(self.root)
        ready = {f"{book}.json": _json(content) for book, content in books.items()} | {store.SHIPPED: index}
        for name, content in ready.items():
            compiled = Path(self.folder.name) / name
            compiled.write_bytes(content)
            build_data["force_include"][str(compiled)] = f"oathtools/_data/{name}"
        if hatch_compile.asked():
            made = hatch_compile.compiled(root, Path(self.folder.name))
            libraries = [path for path in made.rglob("*") if path.is_file()]
            build_data["force_include"] |= {str(path): str(path.relative_to(made)) for path in libraries}
            build_data["pure_python"], build_data["infer_tag"] = False, True


def _json(content):
    return json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode()
