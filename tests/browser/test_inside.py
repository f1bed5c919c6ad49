"""The suite inside Pyodide: what needs no process, socket or thread passes there too, by the package of the folder."""

import os
import re
import shutil
import subprocess
import sys
import tarfile
from io import BytesIO
from pathlib import Path

import pytest

pytest.importorskip("starlette", reason="the extra web is not installed")

from oathtools.browser import bundle

pytestmark = pytest.mark.soak
ROOT = Path(__file__).parents[2]
FOLDERS = sorted({path.parent.name for path in (ROOT / "tests").glob("*/test_*.py")} - {"assistants", "browser"})
WHEELS = ("--only-binary=:all:", "--python-version", "3.14", "--platform", "pyemscripten_2026_0_wasm32", "--no-deps")


@pytest.fixture(scope="session")
def runtime(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Pyodide as npm has it, and hypothesis for it."""
    folder = tmp_path_factory.mktemp("pyodide")
    try:
        package = bundle.fetched()
    except bundle.NoRuntime as fault:
        pytest.skip(str(fault))
    with tarfile.open(fileobj=BytesIO(package)) as archive:
        archive.extractall(folder, filter="data")
    pip = [sys.executable, "-m", "pip", "download", "--quiet", *WHEELS, "-d", str(folder), "hypothesis"]
    if subprocess.run(pip, check=False).returncode:
        pytest.skip("hypothesis for Pyodide is not to be had")
    return folder


@pytest.mark.parametrize("name", FOLDERS)
def test_what_needs_no_process_socket_or_thread_passes_in_pyodide(runtime: Path, folder: Path, name: str) -> None:
    (version,) = (path.parent for path in folder.glob("*/python.zst"))
    (wheel,) = runtime.glob("hypothesis-*.whl")
    site = Path(pytest.__file__).parents[1]
    node = shutil.which("node")
    assert node is not None
    words = [
        node,
        f"{ROOT}/tests/browser/inside.mjs",
        f"{runtime}/package",
        version,
        wheel,
        ROOT,
        site,
        f"tests/{name}",
    ]
    done = subprocess.run(words, capture_output=True, text=True, check=False, env={**os.environ, "NODE_OPTIONS": ""})
    told = "\n".join(line[:300] for line in done.stdout.splitlines()[-60:])
    print(told)
    assert done.returncode == 0, told + done.stderr[-2000:]
    assert re.search(r"\d+ passed", told)
