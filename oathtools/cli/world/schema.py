"""``oathtools schema``: what may stand in an answer or in a file, for editors and programs."""

import json

import click

from oathtools import schemas
from oathtools.cli.shared.common import Command, Failure, did_you_mean, emit


@click.command(cls=Command)
@click.argument("words", nargs=-1, metavar="[NAME]")
def command(words: tuple[str, ...]) -> int:
    """The JSON Schema of an answer or of a file; without a name, which there are.

    NAME is a command, whose answer with --json is described, or a file: position, chronicle, rulings, journal (each of
    its lines), history (each game of a Chronicle's). An editor that knows JSON Schema completes and checks a position
    or a rulings file by it.

    \b
    Examples:
      oathtools schema
      oathtools schema position > position.schema.json
      oathtools schema chronicle history
    """
    answers, files = schemas.names()
    if not words:
        shown = [f"Files: {', '.join(files)}", "", "Answers, by command:", *(f"  {each}" for each in answers)]
        return emit({"files": files, "answers": answers}, "\n".join(shown))
    said = " ".join(words)
    name = schemas.named(said)
    if name is None:
        hint = did_you_mean("-".join(words), [*answers, *files]) or "See: oathtools schema"
        raise Failure("not_found", f"there is no schema {said!r}", hint=hint)
    made = schemas.schema(name)
    return emit(made, json.dumps(made, indent=2, ensure_ascii=False))
