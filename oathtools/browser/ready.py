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
# Of the standard library: what nobody calls in a page. A module that is wanted all the same says that it is missing.
UNUSED = (
    *(
        "_pydatetime.py",
        "_pyio.py",
        "_pyrepl/",
        "bdb.py",
        "cProfile.py",
        "cmd.py",
        "ctypes/",
        "doctest.py",
        "ensurepip/",
    ),
    *(
        "ftplib.py",
        "http/cookiejar.py",
        "http/server.py",
        "idlelib/",
        "imaplib.py",
        "logging/handlers.py",
        "mailbox.py",
    ),
    *("modulefinder.py", "multiprocessing/", "optparse.py", "pdb.py", "pickletools.py", "poplib.py", "profile.py"),
    *("pstats.py", "pydoc.py", "pydoc_data/", "smtplib.py", "sqlite3/", "timeit.py", "tkinter/"),
    *("trace.py", "tracemalloc.py", "turtle.py", "turtledemo/", "unittest/", "venv/", "wave.py", "wsgiref/"),
    *("xml/dom/", "xml/etree/", "xmlrpc/"),
    # Whatever is read here is UTF-8; zips name their files in cp437.
    *("encodings/big5", "encodings/cp0", "encodings/cp1", "encodings/cp5", "encodings/cp7", "encodings/cp8"),
    *(
        "encodings/cp9",
        "encodings/euc",
        "encodings/gb",
        "encodings/iso",
        "encodings/jo",
        "encodings/koi",
        "encodings/mac",
    ),
    *("encodings/shift", "encodings/tis"),
)


async def ready(site: str) -> None:
    """Make both archives, ``/oathtools.zip`` and ``/python_stdlib.zip``, anew."""
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
    _packed(Path("/python_stdlib.zip"), library, UNUSED)


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
