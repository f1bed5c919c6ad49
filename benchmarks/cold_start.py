"""What an answer costs beside `python -c "import click"`: the price of looking something up at the table.

    python benchmarks/cold_start.py              builds the wheel, installs it into a fresh venv, times the commands
    python benchmarks/cold_start.py --rounds 40  more rounds, steadier medians
    python benchmarks/cold_start.py --before ../released
                                                 another checkout, in turn with this one

The commands run in an empty folder, in turn with the bare import, so that other work on the machine falls on both. Only
the ratio of the medians counts, of times of the processor. The exit status is 1 if one is over its limit.
"""

import argparse
import os
import resource
import shlex
import statistics
import subprocess
import sys
import tempfile
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


def installed(folder: Path, checkout: Path) -> Path:
    """The wheel of a checkout in a fresh venv; the folder of its programs."""
    quiet = {"check": True, "stdout": subprocess.DEVNULL}
    wheels = folder / "wheels"
    pip = [sys.executable, "-m", "pip", "--quiet", "wheel", "--no-deps", "--wheel-dir", str(wheels), str(checkout)]
    subprocess.run(pip, **quiet)
    (wheel,) = wheels.glob("*.whl")
    venv.create(folder / "venv", with_pip=True)
    programs = folder / "venv" / ("Scripts" if os.name == "nt" else "bin")
    subprocess.run([str(programs / "python"), "-m", "pip", "--quiet", "install", str(wheel)], **quiet)
    return programs


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--before", type=Path, help="Another checkout, in turn with this one.")
    options = parser.parse_args()
    codes = {"now": ROOT} | ({"before": options.before.resolve()} if options.before else {})
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        programs = {code: installed(folder / code, path) for code, path in codes.items()}
        (empty := folder / "empty").mkdir()
        without = ("PYTHONPATH", "OATHTOOLS", "PYTHONDONTWRITEBYTECODE")
        environment = {key: value for key, value in os.environ.items() if not key.startswith(without)}

        def once(code: str, command: str) -> float:
            program, *words = shlex.split(command)
            own = environment | {"OATHTOOLS_CACHE": str(folder / code / "cache")}
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            done = subprocess.run(
                [str(programs[code] / program), *words], cwd=empty, env=own, capture_output=True, text=True
            )
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            if done.returncode:
                raise SystemExit(f"{command}: exit status {done.returncode}\n{done.stderr}")
            return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

        spent: dict[tuple[str, str], list[float]] = {(code, each): [] for code in codes for each in (BARE, *LIMITS)}
        for code, command in spent:
            once(code, command)  # the first one fills caches: byte code, the search index
        for _ in range(options.rounds):
            for (code, command), times in spent.items():
                times.append(once(code, command))
    over = 0
    for (code, command), times in spent.items():
        median, bare = statistics.median(times), statistics.median(spent[code, BARE])
        limit = LIMITS.get(command, 1.0)
        over += code == "now" and median > limit * bare
        print(f"{code:<8}{command:<55} {median * 1e3:6.0f} ms  ratio {median / bare:.2f} (at most {limit})")
    return 1 if over else 0


if __name__ == "__main__":
    sys.exit(main())
