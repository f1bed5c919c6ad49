"""The compiled core, an option of the build (``docs/compiling.md``): ``OATHTOOLS_COMPILE=1 pip install .``

python .build/hatch_compile.py FOLDER      a copy of this checkout in a new folder, its core compiled: for its tests
"""

import contextlib
import os
import shutil
import sys
import sysconfig
from pathlib import Path
from typing import Any

REQUIRES = ["mypy[mypyc]>=2.4,<3", "setuptools>=70"]
ROOT = Path(__file__).parents[1]

# What a decision spends its time in. Left out are what other classes are made from at home or by a variant (the
# registries, a sequence of entries), what reads signatures (windows, places), the powers, and all that runs seldom.
CORE = {
    "engine": "decision driver",
    "kit": "text",
    "table": "effects effects_cards knowledge state views",
    "procedures/machine": "asking facts frame game hands title",
    "procedures/glossary": "drawing taking verbs",
    "procedures": "setup turn",
    "procedures/actions": "action muster play record recover search trade travel",
    "procedures/minor": "card_powers citizenship exchange warbands",
    "procedures/campaign": "aftermath declaration fight plans pools",
    "procedures/victory": "check claims",
    "procedures/adjudicate": "walk",
    "odds": "battle numbers plans using",
    "journal": "entry play running",
    "bots": "branching planner policy prospects",
    "answerers": "bot",
}

# For GCC: the modules, translated to a file each, are optimized as the one library that they become.
AS_ONE = ["-flto=auto", "-fvisibility=hidden", "-fno-semantic-interposition"]


def asked() -> bool:
    """Is a compiled core asked for?"""
    return os.environ.get("OATHTOOLS_COMPILE", "") not in ("", "0")


def modules() -> list[str]:
    """The files of the modules that are compiled, from the root of the checkout."""
    return [str(Path("oathtools", folder, f"{name}.py")) for folder, names in CORE.items() for name in names.split()]


def translated(root: Path, folder: Path) -> list[Any]:
    """What has to be compiled for the core of a checkout, its modules translated to C in a folder.

    Ends the program with what stands in the way, if anything does.
    """
    import setuptools  # noqa: F401 (mypyc takes what it finds loaded)
    from mypyc.build import mypycify

    checks = ("--config-file=", "--follow-imports=silent", "--ignore-missing-imports", f"--cache-dir={folder}/mypy")
    with contextlib.chdir(root):
        extensions = mypycify(
            [*checks, *modules()],
            opt_level="2",
            debug_level="0",
            multi_file=True,
            group_name="oathtools_core",
            target_dir=str(folder / "c"),
        )
    for extension in extensions if _is_gcc() else ():
        extension.extra_compile_args = [*extension.extra_compile_args, *AS_ONE]
        extension.extra_link_args = [*extension.extra_link_args, *AS_ONE]
    return extensions


def _is_gcc() -> bool:
    """Is the C compiler the one whose options ``AS_ONE`` are?"""
    compiler = os.environ.get("CC") or sysconfig.get_config_var("CC") or ""
    return sys.platform == "linux" and "gcc" in compiler


def compiled(root: Path, folder: Path) -> Path:
    """Compile the core of a checkout; returns the folder with what it has become, laid out as the package is."""
    from setuptools import Distribution

    extensions = translated(root, folder)
    build = Distribution({"name": "oathtools", "ext_modules": extensions}).get_command_obj("build_ext")
    build.build_lib, build.build_temp = str(folder / "made"), str(folder / "objects")
    build.ensure_finalized()
    build.run()
    return folder / "made"


def main() -> None:
    """A copy of the checkout with its core compiled."""
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    copy = Path(sys.argv[1]).resolve()
    shutil.copytree(ROOT, copy, ignore=shutil.ignore_patterns(".[!b]*", "__pycache__", "*.so", "build", "dist"))
    shutil.copytree(compiled(copy, copy / "build"), copy, dirs_exist_ok=True)
    print(f"Now: cd {copy} && python -m pytest")


if __name__ == "__main__":
    main()
