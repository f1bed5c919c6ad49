"""Metadata hook: the page of the package shows the README, its pictures and documents found at the project's forge.

``OATHTOOLS_HOME`` is the project's address there, as the release workflow knows it; without it the README stays as it
is.
"""

import os
import re
from pathlib import Path

try:
    from hatchling.metadata.plugin.interface import MetadataHookInterface
except ImportError:  # the tests need only what is below
    MetadataHookInterface = object


class PackagePage(MetadataHookInterface):
    def update(self, metadata):
        home = os.environ.get("OATHTOOLS_HOME", "").rstrip("/")
        text = (Path(self.root) / "README.md").read_text(encoding="utf-8")
        if home:
            text = with_addresses(text, home, f"v{metadata['version']}")
            metadata["urls"] = {"Source": home, "Changelog": f"{home}/blob/v{metadata['version']}/CHANGELOG.md"}
        metadata["readme"] = {"content-type": "text/markdown", "text": text}


def with_addresses(text, home, tag):
    """The README with what it links to at its forge: pictures as they are, documents as pages."""
    text = re.sub(r'(!\[[^\]]*\]\(|src=")(?!\w+:)([^)"]+)', rf"\1{home}/raw/{tag}/\2", text)
    return re.sub(r"(?<!!)(\[[^\]]*\]\()(?!\w+:|#)([^)]+)", rf"\1{home}/blob/{tag}/\2", text)
