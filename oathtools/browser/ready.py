"""Run in Pyodide when the folder is made (``ready.mjs``): what a start needs is compiled, all else stays as it is.

Compiled is larger and quicker, so only those modules are that a start, a look-up and a saga's first answer import. It
imports nothing of the package at its head: until ``ready`` is called there is none.
"""

import io
import sys
import zipfile
from collections.abc import Collection
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
# This package reads its own source.
_READ = ("anyio/",)


async def ready(site: str, unused: str) -> None:
    """Make both archives, ``/oathtools.zip`` and ``/python_stdlib.zip``, anew; the latter without what is unused."""
    root = Path("/first")
    root.mkdir()
    device = import_module("oathtools.browser.device").Device(root)
    guest = import_module("oathtools.web.seats").GUEST
    for where, fields in BEGUN:
        await device.answer("POST", where, urlencode({"mark": device.served.seats.mark(guest), **fields}).encode())
    for where in (*FIRST, "/table", "/question"):
        assert (await device.answer("GET", where)).status == 200, where
    specs = [getattr(module, "__spec__", None) for module in sys.modules.values()]
    origins = [str(spec.origin) for spec in specs if spec is not None]
    _packed(Path("/oathtools.zip"), {each.removeprefix(f"{site}/") for each in origins})
    library = {each.partition(".zip/")[2] for each in origins}
    _packed(Path("/python_stdlib.zip"), library, tuple(unused.split()))


def _packed(archive: Path, compiled: Collection[str], unused: tuple[str, ...] = ()) -> None:
    held, out = zipfile.ZipFile(archive), io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as made:
        for name in held.namelist():
            if unused and name.startswith(unused):
                continue
            content = held.read(name)
            if name in compiled and not name.startswith(_READ):
                # Docstrings are for people who read the source, but those of commands are their help.
                slim = 0 if name.startswith("oathtools/cli/") else 2
                code = compile(content, name, "exec", dont_inherit=True, optimize=slim)
                # Flag 1: by the source's hash, and nobody looks for the source.
                content = MAGIC_NUMBER + (1).to_bytes(4, "little") + source_hash(content) + dumps(code)
                name += "c"
            made.writestr(zipfile.ZipInfo(name), content, zipfile.ZIP_DEFLATED)
    archive.write_bytes(out.getvalue())
