"""Run in Pyodide when the folder is made (``ready.mjs``): what the first answers need is compiled.

Compiled is larger and quicker, so only those modules are that a start, a look-up and a saga's first answer import.
"""

import io
import site
import sys
import tarfile
from collections.abc import Callable
from importlib import import_module
from importlib.util import MAGIC_NUMBER, source_hash
from marshal import dumps
from pathlib import Path
from urllib.parse import urlencode

# What somebody does first: pages, and a saga with a first game.
FIRST = ("/rules?q=who+kills", "/odds?force=6&defense=4&defenders=3&attacker_plans=longbows", "/cards", "/law/5.5.2")
BEGUN = (
    ("/sagas", {"do": "begin", "name": "First", "string": ""}),
    ("/start", {"players": "Ann, Bo", "bots": "0", "deals": "tool"}),
)
SITE = f"{site.getsitepackages()[0]}/"
LIBRARY = SITE.removesuffix("site-packages/")
# This package reads its own source.
_READ = ("anyio/",)


async def compiled(tar: bytes, unused: str) -> bytes:
    """The files with those compiled that the first answers import, without what is unused of the standard library."""
    (root := Path("/first")).mkdir()
    device = import_module("oathtools.browser.device").Device(root)
    guest = import_module("oathtools.web.seats").GUEST
    for where, fields in BEGUN:
        await device.answer("POST", where, urlencode({"mark": device.served.seats.mark(guest), **fields}).encode())
    for where in (*FIRST, "/table", "/question"):
        assert (await device.answer("GET", where)).status == 200, where
    imported = {str(getattr(module, "__file__", None)) for module in sys.modules.values()}
    left_out = tuple(f"{LIBRARY}{each}" for each in unused.split())

    def made(name: str, content: bytes) -> tuple[str, bytes] | None:
        if name.startswith(left_out):
            return None
        inner = name.removeprefix(SITE)
        if name not in imported or inner.startswith(_READ):
            return name, content
        # Docstrings are for people who read the source, but those of commands are their help.
        slim = 0 if inner.startswith("oathtools/cli/") else 2
        code = compile(content, inner, "exec", dont_inherit=True, optimize=slim)
        # Flag 1: by the source's hash, and nobody looks for the source.
        return f"{name}c", MAGIC_NUMBER + (1).to_bytes(4, "little") + source_hash(content) + dumps(code)

    return _changed(tar, made)


def without(tar: bytes, held: str) -> bytes:
    """The files without those that Python has read already."""
    read = set(held.splitlines())
    return _changed(tar, lambda name, content: None if name in read else (name, content))


def packed(content: bytes) -> bytes:
    """As small as it may be."""
    zstd = import_module("compression.zstd")  # new in this Python
    ways = zstd.CompressionParameter
    how = {ways.compression_level: 22, ways.window_log: 24, ways.enable_long_distance_matching: 1}
    small: bytes = zstd.compress(bytes(content), options=how)
    return small


def _changed(tar: bytes, change: Callable[[str, bytes], tuple[str, bytes] | None]) -> bytes:
    out = io.BytesIO()
    with (
        tarfile.open(fileobj=io.BytesIO(bytes(tar))) as given,
        tarfile.open(fileobj=out, mode="w", format=tarfile.USTAR_FORMAT) as made,
    ):
        for row in given:
            file = given.extractfile(row)
            if file is not None and (new := change(f"/{row.name}", file.read())):
                row.name, row.size = new[0].lstrip("/"), len(new[1])
                made.addfile(row, io.BytesIO(new[1]))
    return out.getvalue()
