"""What an answer costs beside `python -c "import click"`: the price of looking something up at the table.

    python benchmarks/cold_start.py              builds the wheel, installs it into a fresh venv, times the commands
    python benchmarks/cold_start.py --rounds 40  more rounds, steadier medians

The commands run in an empty folder, in turn with the bare import, so that other work on the machine falls on both. Only
the ratio of the medians counts. The exit status is 1 if one is over its limit.
"""

import argparse
import os
import shlex
import statistics
import subprocess
import sys
import tempfile
import time
import venv
from pathlib import Path

ROOT = Path(__file__).parent.parent
BARE = 'python -c "import click"'
LIMITS = {
    "oathtools --help": 2.0,
    "oathtools card Longbows": 2.0,
    "oathtools law 5.5.2": 2.0,
    "oathtools odds --force 6 --defense 4 --defenders 3": 2.0,
    "oathtools search warbands killed": 3.5,
}


def installed(folder: Path) -> Path:
    """The wheel of this checkout in a fresh venv; the folder of its programs."""
    quiet = {"check": True, "stdout": subprocess.DEVNULL}
    wheels = folder / "wheels"
    pip = [sys.executable, "-m", "pip", "--quiet", "wheel", "--no-deps", "--wheel-dir", str(wheels), str(ROOT)]
    subprocess.run(pip, **quiet)
    (wheel,) = wheels.glob("*.whl")
    venv.create(folder / "venv", with_pip=True)
    programs = folder / "venv" / ("Scripts" if os.name == "nt" else "bin")
    subprocess.run([str(programs / "python"), "-m", "pip", "--quiet", "install", str(wheel)], **quiet)
    return programs


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=20)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        programs = installed(folder)
        (empty := folder / "empty").mkdir()
        kept = ("PYTHONPATH", "OATHTOOLS_SAGA", "PYTHONDONTWRITEBYTECODE")
        environment = {key: value for key, value in os.environ.items() if key not in kept}
        environment["OATHTOOLS_CACHE"] = str(folder / "cache")

        def once(command: str) -> float:
            program, *words = shlex.split(command)
            start = time.perf_counter()
            done = subprocess.run(
                [str(programs / program), *words], cwd=empty, env=environment, capture_output=True, text=True
            )
            spent = time.perf_counter() - start
            if done.returncode:
                raise SystemExit(f"{command}: exit status {done.returncode}\n{done.stderr}")
            return spent

        spent: dict[str, list[float]] = {command: [] for command in (BARE, *LIMITS)}
        for command in spent:
            once(command)  # the first one fills caches: byte code, the search index
        for _ in range(options.rounds):
            for command, times in spent.items():
                times.append(once(command))
    bare = statistics.median(spent[BARE])
    print(f"{BARE:<55} {bare * 1e3:6.0f} ms")
    over = 0
    for command, limit in LIMITS.items():
        median = statistics.median(spent[command])
        over += median > limit * bare
        print(f"{command:<55} {median * 1e3:6.0f} ms  ratio {median / bare:.2f} (at most {limit})")
    return 1 if over else 0


if __name__ == "__main__":
    sys.exit(main())
