"""Build hook: what the wheel ships ready: the YAML books and what is read off sources as JSON, the search index.

With ``OATHTOOLS_COMPILE=1`` its core is compiled besides (``hatch_compile``), for the platform that builds it.
"""

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

            ready = search.shipped()
        finally:
            sys.path.remove(self.root)
        for name, content in ready.items():
            compiled = Path(self.folder.name) / name
            compiled.write_bytes(content)
            build_data["force_include"][str(compiled)] = f"oathtools/_data/{name}"
        if hatch_compile.asked():
            made = hatch_compile.compiled(root, Path(self.folder.name))
            libraries = [path for path in made.rglob("*") if path.is_file()]
            build_data["force_include"] |= {str(path): str(path.relative_to(made)) for path in libraries}
            build_data["pure_python"], build_data["infer_tag"] = False, True
