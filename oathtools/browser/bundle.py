"""The folder of static files: Pyodide, the package with what it needs, its pages, and the look-ups made beforehand.

Pyodide comes from npm, in one version with one checksum; all else is what is installed here. Node begins it once, and
what the folder has is Python's memory after that (``ready.mjs``), so that a start imports nothing. Files lie below a
folder named by what they are made of, so that a browser never mixes two versions.
"""

import asyncio
import base64
import gzip
import hashlib
import io
import json
import re
import shutil
import subprocess
import tarfile
import tempfile
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from importlib import metadata
from pathlib import Path

from oathtools import catalog, search
from oathtools.browser.device import Device
from oathtools.kit import datafiles

PYODIDE = "pyodide@314.0.7"
CHECKSUM = "66b7949e5a0cba2250b586d7e368bf12fb482800748d182c4618254b685ffaa0"
RUNTIME = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")
# What the package needs to answer pages; compiled parts are left out, all of them have plain Python besides.
NEEDED = (
    *("anyio", "click", "Jinja2", "MarkupSafe", "platformdirs", "PyYAML", "rapidfuzz", "ruamel.yaml"),
    *("starlette", "tabulate", "Whoosh3"),
)
_COMPILED = (".so", ".pyd", ".pyc", ".dylib", ".pyi", ".c", ".h", ".exe")
_PACKAGE = Path(__file__).parent.parent
_STATIC = Path(__file__).parent / "static"
# What a worker unpacks on its way, since not every host packs it.
_PACKED = ("pyodide.asm.mjs", "pyodide.asm.wasm")
# What only a browser asks for that does not take the memory: all of the files.
_SELDOM = "python.tar.packed"
_TOP = ("index.html", "manifest.webmanifest", "offline.js")
_MAKERS = ("../ready.mjs", "../ready.py", "../unused.txt")
_PYTHON = "python3.14"
_SITE = f"lib/{_PYTHON}/site-packages"
_LINK = re.compile(r'href="(/(?:law|card|ruling|rules|cards|rulings|odds|setup|won)[^"#?]*)"')


class NoRuntime(Exception):
    """Pyodide cannot be had, or is not what it should be."""


def make(folder: Path, runtime: bytes | None = None) -> str:
    """Make the folder; returns its version. ``runtime``: the package of Pyodide, if it is there already.

    Raises ``NoRuntime``, ``OSError``; a folder that was made before is replaced in part: what is new lies beside it.
    """
    files = dict(_runtime(runtime if runtime is not None else fetched()))
    package = [*_library(files.pop("python_stdlib.zip")), *((f"{_SITE}/{name}", file) for name, file in _package())]
    files["early.json.packed"] = _small(json.dumps(asyncio.run(early())).encode())
    names = [path.name for path in _STATIC.iterdir() if path.name not in _TOP]
    files |= {name: (_STATIC / name).read_bytes() for name in names} | _shared()
    made_of = [*sorted(files.items()), *package, *((name, _filled(name, {})) for name in (*_TOP, *_MAKERS))]
    version = hashlib.sha256(repr(made_of).encode()).hexdigest()[:12]
    files = _ready(files, _tar(package, int(version[:7], 16)))
    inner = folder / version
    shutil.rmtree(inner, ignore_errors=True)
    inner.mkdir(parents=True)
    for name, content in files.items():
        (inner / name).write_bytes(content)
    loaded = (*(f"{name}.packed" for name in _PACKED), "python.zst", "start.json", "pyodide-lock.json")
    build = {
        "version": version,
        "top": ["./", "manifest.webmanifest"],
        "files": [f"{version}/{name}" for name in files if name != _SELDOM],
    }
    values = {
        "VERSION": version,
        "BYTES": str(sum(len(files[name]) for name in loaded)),
        "STORY": _story_digest(),
        "BUILD": json.dumps(build),
    }
    for name in _TOP:
        (folder / name).write_bytes(_filled(name, values))
    return version


def _filled(name: str, values: Mapping[str, str]) -> bytes:
    text = (_STATIC / name).read_text(encoding="utf-8")
    return re.sub(r"@([A-Z]+)@", lambda found: values.get(found[1], ""), text).encode()


def _shared() -> dict[str, bytes]:
    """The script and the looks that the pages of ``serve`` have, too."""
    from oathtools.web import shelf

    static = Path(shelf.__file__).parent / "static"
    scripts = {name: (static / name).read_bytes() for name in ("table.js", "icon.svg")}
    return {**scripts, "table.css": shelf.sheet().encode()}


def _story_digest() -> str:
    """By which the page lets the story's own style in, and no other."""
    from oathtools.render.world.story_page import style

    return base64.b64encode(hashlib.sha256(style().encode()).digest()).decode()


# -- Pyodide -------------------------------------------------------------------------------------------------------


def fetched() -> bytes:
    """The package of Pyodide, by npm. Raises ``NoRuntime``."""
    npm = shutil.which("npm")
    if npm is None:
        raise NoRuntime("Pyodide comes by npm, which is not installed")
    with tempfile.TemporaryDirectory() as there:
        done = subprocess.run([npm, "pack", PYODIDE], cwd=there, capture_output=True, text=True, check=False)
        found = list(Path(there).glob("*.tgz"))
        if done.returncode or not found:
            raise NoRuntime(f"npm pack {PYODIDE}: {done.stderr.strip()[-300:]}")
        return found[0].read_bytes()


def _runtime(package: bytes) -> Iterator[tuple[str, bytes]]:
    """Its files by their names here. Raises ``NoRuntime`` for another package than is named above."""
    if hashlib.sha256(package).hexdigest() != CHECKSUM:
        raise NoRuntime(f"this is not the package {PYODIDE} that is wanted (its checksum is another one)")
    with tarfile.open(fileobj=io.BytesIO(package)) as archive:
        held = {name: archive.extractfile(f"package/{name}") for name in (*RUNTIME, "pyodide-lock.json")}
        read = {name: file.read() for name, file in held.items() if file is not None}
    lock = json.loads(read.pop("pyodide-lock.json"))
    yield "pyodide-lock.json", json.dumps({**lock, "packages": {}}).encode()
    yield from read.items()


def _ready(files: Mapping[str, bytes], python: bytes) -> dict[str, bytes]:
    """The runtime with Python as it stands after its imports, and what is large packed. Raises ``NoRuntime``."""
    node = shutil.which("node")
    if node is None:
        raise NoRuntime("Python is begun once by node, which is not installed")
    with tempfile.TemporaryDirectory() as there:
        for name, content in {**files, "python.tar": python, "python_stdlib.zip": b""}.items():
            Path(there, name).write_bytes(content)
        here = Path(__file__).with_name("ready.mjs")
        done = subprocess.run([node, here, there, here.with_suffix(".py")], capture_output=True, text=True, check=False)
        if done.returncode:
            raise NoRuntime(f"Pyodide did not start: {done.stderr.strip()[-2000:]}")
        made = {name: Path(there, name).read_bytes() for name in ("python.zst", "start.json")}
        packed = {_SELDOM: _gz(Path(there, "python.tar").read_bytes())}
    packed |= {f"{name}.packed": _small(files[name]) for name in _PACKED}
    return {name: content for name, content in files.items() if name not in _PACKED} | packed | made


# -- the package ---------------------------------------------------------------------------------------------------


def _package() -> Iterator[tuple[str, bytes]]:
    """Every file that Python wants to find there."""
    for path in sorted(_PACKAGE.rglob("*")):
        inner = path.relative_to(_PACKAGE)
        if path.is_file() and path.suffix not in _COMPILED and inner.parts[:2] != ("browser", "static"):
            yield f"oathtools/{inner.as_posix()}", path.read_bytes()
    if datafiles.sources():
        yield from ((f"oathtools/_data/{name}", content) for name, content in search.shipped().items())
    for name in NEEDED:
        for file in metadata.files(name) or []:
            if file.suffix not in _COMPILED and not (file.parts[0] == ".." or file.parts[0].endswith(".dist-info")):
                yield file.as_posix(), file.read_binary()


def _gz(content: bytes) -> bytes:
    return gzip.compress(content, 9, mtime=0)


def _small(content: bytes) -> bytes:
    """The same for what everybody loads, a twenty-fifth smaller where zopfli is installed (``[browser]``)."""
    try:
        from zopfli.gzip import compress
    except ImportError:
        return _gz(content)
    packed: bytes = compress(content, numiterations=1)
    return packed


def _library(archive: bytes) -> Iterator[tuple[str, bytes]]:
    """The standard library, not zipped."""
    with zipfile.ZipFile(io.BytesIO(archive)) as held:
        yield from ((f"lib/{_PYTHON}/{row.filename}", held.read(row)) for row in held.infolist() if not row.is_dir())


def _tar(files: Iterable[tuple[str, bytes]], time: int) -> bytes:
    """The files; their time says which version they are of, for whoever keeps what was worked out from them."""
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for name, content in files:
            (row := tarfile.TarInfo(name)).size, row.mtime = len(content), time
            archive.addfile(row, io.BytesIO(content))
    return out.getvalue()


# -- look-ups made beforehand --------------------------------------------------------------------------------------


async def early() -> dict[str, str]:
    """The look-ups that need no words of anybody, by their addresses: what is there while the rest is loaded."""
    device, found = Device(None), {}
    ahead = ["/rules", *(f"/card/{card}" for card in catalog.ids())]
    while ahead:
        where = ahead.pop()
        if where not in found:
            answer = await device.answer("GET", where)
            found[where] = answer.body.decode()
            ahead += [each for each in _LINK.findall(found[where]) if each not in found]
    return found
