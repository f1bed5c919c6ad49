"""What hatchling asks of us: what a wheel ships ready, and the page of the package.

The wheel has the YAML books and what is read off sources as JSON, and the search index. With ``OATHTOOLS_COMPILE=1``
its core is compiled besides (``hatch_compile``), for the platform that builds it.

The page shows the README, its pictures and documents found at the project's forge. ``OATHTOOLS_HOME`` is the project's
address there, as the release workflow knows it; without it that of the checkout's ``origin``. Where there is neither
the README stays as it is.
"""

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

try:
    from hatchling.builders.hooks.plugin.interface import BuildHookInterface
    from hatchling.metadata.plugin.interface import MetadataHookInterface
except ImportError:  # the tests need only what makes the page
    BuildHookInterface = MetadataHookInterface = object

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


class PackagePage(MetadataHookInterface):
    def update(self, metadata):
        home = os.environ.get("OATHTOOLS_HOME", "").rstrip("/") or origin(self.root)
        text = (Path(self.root) / "README.md").read_text(encoding="utf-8")
        if home:
            text = with_addresses(text, home, f"v{metadata['version']}")
            changelog = f"{home}/blob/v{metadata['version']}/CHANGELOG.md"
            metadata["urls"] = {"Source": home, "Issues": f"{home}/issues", "Changelog": changelog}
        metadata["readme"] = {"content-type": "text/markdown", "text": text}


def origin(root):
    """The address of a checkout's ``origin`` as a page; empty where there is none on the web."""
    try:
        address = subprocess.run(
            ["git", "-C", str(root), "remote", "get-url", "origin"], capture_output=True, text=True, check=False
        ).stdout
    except OSError:
        return ""
    found = re.fullmatch(r"(?:https://(?:[^@/]*@)?|(?:ssh://)?git@)([\w.-]+)[:/](.+?)(?:\.git)?/?\s*", address)
    return f"https://{found[1]}/{found[2]}" if found else ""


def with_addresses(text, home, tag):
    """The README with what it links to at its forge: pictures as they are, documents as pages, badges of its runs."""
    text = text.replace("(../../", f"({home}/")
    text = re.sub(r'(!\[[^\]]*\]\(|src=")(?!\w+:)([^)"]+)', rf"\1{home}/raw/{tag}/\2", text)
    return re.sub(r"(?<!!)(\[[^\]]*\]\()(?!\w+:|#)([^)]+)", rf"\1{home}/blob/{tag}/\2", text)
