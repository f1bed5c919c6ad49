"""What is dear to make and only looked at is made once for all workers of a run."""

import os
import time
from collections.abc import Callable
from pathlib import Path

import pytest


def made_once(factory: pytest.TempPathFactory, name: str, make: Callable[[Path], None]) -> Path:
    """A folder that ``make`` fills: by the first worker that asks, while the others wait for it."""
    root = factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        root = root.parent
    folder, over = root / name, root / f"{name}.over"
    try:
        (root / f"{name}.begun").mkdir()
    except FileExistsError:
        while not over.exists():
            time.sleep(0.1)
    else:
        try:
            make(folder)
        finally:
            over.touch()
    return folder
