"""Build hook: compile the YAML books under ``data/`` into the JSON files that the wheel ships."""

import importlib.util
import json
import tempfile
from pathlib import Path

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CompileData(BuildHookInterface):
    def initialize(self, version, build_data):
        if self.target_name != "wheel" or version == "editable":
            return
        root = Path(self.root)
        spec = importlib.util.spec_from_file_location("datafiles", root / "oathtools" / "datafiles.py")
        datafiles = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(datafiles)
        self.folder = tempfile.TemporaryDirectory()
        for book in datafiles.books(root / "data"):
            compiled = Path(self.folder.name) / f"{book}.json"
            content = datafiles.compile_book(book, root / "data")
            compiled.write_text(json.dumps(content, ensure_ascii=False, separators=(",", ":")), encoding="utf-8")
            build_data["force_include"][str(compiled)] = f"oathtools/_data/{book}.json"
