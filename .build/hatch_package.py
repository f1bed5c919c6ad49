"""Metadata hook: the page of the package shows the README, its pictures and documents found at the project's forge.

``OATHTOOLS_HOME`` is the project's address there, as the release workflow knows it; without it that of the checkout's
``origin``. Where there is neither the README stays as it is.
"""

import os
import re
import subprocess
from pathlib import Path

try:
    from hatchling.metadata.plugin.interface import MetadataHookInterface
except ImportError:  # the tests need only what is below
    MetadataHookInterface = object


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
