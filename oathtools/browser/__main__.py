"""``python -m oathtools.browser -o FOLDER``: the pages as a folder of static files, for any host, and for none."""

from pathlib import Path

import click

from oathtools.browser import bundle


@click.command()
@click.option("-o", "folder", metavar="FOLDER", required=True, type=click.Path(file_okay=False, path_type=Path))
@click.option("--pyodide", metavar="FILE", type=click.Path(exists=True, dir_okay=False, path_type=Path))
def main(folder: Path, pyodide: Path | None) -> None:
    """Make FOLDER: the tool as a page that runs in a browser, offline once it was opened.

    Pyodide comes by npm, or is read from FILE, its package as npm has it.
    """
    try:
        version = bundle.make(folder, pyodide.read_bytes() if pyodide else None)
    except (bundle.NoRuntime, OSError) as fault:
        raise click.ClickException(str(fault)) from None
    size = sum(path.stat().st_size for path in (folder / version).iterdir())
    click.echo(f"{folder}: version {version}, {size / 1e6:.1f} MB.")
    click.echo(f"To look at it: python -m http.server -d {folder}")


if __name__ == "__main__":
    main()
