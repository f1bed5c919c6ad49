"""``oathtools variants``: house rules that a table may switch on."""

from typing import TYPE_CHECKING, Any

import click

from oathtools.cli.shared.common import Command, Failure, emit
from oathtools.cli.shared.house_rules import table_folder, unusable
from oathtools.text import Hint

if TYPE_CHECKING:
    from oathtools.law.rulings import Readings
    from oathtools.law.variants import VariantText
    from oathtools.render.document import Block


@click.command(cls=Command)
@click.argument("words", nargs=-1, metavar="[NAME]")
@click.option(
    "--on/--off", "switch", default=None, help="Play with it in this saga, or without it, from the next game on."
)
def command(words: tuple[str, ...], switch: bool | None) -> int:
    """House rules that change the Law: which there are, and which this table plays with.

    NAME shows one: its clauses, and its open points with the readings in force. What a table plays with stands in its
    rulings.yaml; a running game keeps what it began with until `oathtools rulings adopt`.

    \b
    oathtools variants
    oathtools variants outland realms
    oathtools variants outland realms --on
    """
    from oathtools.law.variants import all_texts
    from oathtools.render.rules.variants import listing, one

    table = _table()
    if not words:
        if switch is not None:
            raise Failure("usage", "say which variant", hint="oathtools variants NAME --on")
        every = list(all_texts().values())
        data = [_data(text, table) for text in every]
        return emit(data, lambda: listing(every, table.variants))
    text = _named(" ".join(words))
    if switch is not None:
        return _switch(text, switch, table)
    return emit(
        _data(text, table, whole=True),
        lambda: one(text, table),
        citations=dict.fromkeys(each for clause in text.clauses.values() for each in clause.beside),
        pager=True,
    )


def _switch(text: "VariantText", on: bool, table: "Readings") -> int:
    from oathtools.cli.shared.folders import write_folder
    from oathtools.law.rulings import FILE, DamagedRulings, set_variant

    folder = table_folder()
    warnings = []
    if not (folder / "chronicle.yaml").exists():
        warnings.append(f"there is no chronicle.yaml in {folder.resolve()}; -C DIR names the saga's folder")
    try:
        with write_folder(folder):
            changed = set_variant(folder, text.id, on)
    except DamagedRulings as wrong:
        raise unusable(wrong) from None
    except OSError as wrong:
        raise Failure("usage", f"{FILE} could not be written in {folder}: {wrong.strerror}") from None
    if changed and any((folder / "games").glob("*.jsonl")):
        warnings.append("a running game keeps what it began with until oathtools rulings adopt")
    state = "in force" if on else "not in force"
    recorded = f" Recorded in {folder / FILE}." if changed else ""
    said: list[Block] = [f"{text.title} is {state}{'' if changed else ' already'}.{recorded}"]
    if on and changed and text.points:
        said.append(("Its open points: ", Hint("variants", text.id)))
    data = {**_data(text, _table()), "changed": changed, "file": str(folder / FILE)}
    return emit(data, said, warnings=warnings)


def _data(text: "VariantText", table: "Readings", *, whole: bool = False) -> dict[str, Any]:
    from oathtools.law.rulings import as_json

    data: dict[str, Any] = {
        "id": text.id,
        "title": text.title,
        "in_force": text.id in table.variants,
        "summary": text.summary,
    }
    if whole:
        data["clauses"] = [
            {"id": clause.id, "heading": clause.heading, "text": clause.text, "beside": list(clause.beside)}
            for clause in text.clauses.values()
        ]
        data["points"] = [as_json(point, table) for point in text.points.values()]
    return data


def _named(words: str) -> "VariantText":
    from oathtools.law.variants import UnknownVariantName, named

    try:
        return named(words)
    except UnknownVariantName as wrong:
        raise Failure("not_found", str(wrong), hint=wrong.hint) from None


def _table() -> "Readings":
    from oathtools.law.rulings import DamagedRulings, read_table

    try:
        return read_table(table_folder())
    except DamagedRulings as wrong:
        raise unusable(wrong) from None
