"""Which variants a table plays with: writing that line of its ``rulings.yaml``; the rest of the file stays as it is."""

from pathlib import Path
from typing import Any

from oathtools.kit import files, schemas
from oathtools.law.rulings import FILE
from oathtools.law.rulings_file import parse, read_table
from oathtools.law.rulings_variants import named

KEY = "variants"


def set_variant(folder: Path | str, name: str, on: bool) -> bool:
    """Record that a table plays with a variant (its id), or without it; gives whether that is new.

    Raises ``DamagedRulings`` (nothing is written then) and ``OSError``.
    """
    table = read_table(folder)
    if (name in table.variants) is on:
        return False
    path = Path(folder) / FILE
    text = path.read_bytes().decode("utf-8-sig") if path.exists() else schemas.heading("rulings")
    ends = "\r\n" if "\r\n" in text else "\n"
    changed = edited(text.replace("\r\n", "\n"), name, on).replace("\n", ends)
    again = parse(changed.encode())
    wanted = (*table.variants, name) if on else tuple(each for each in table.variants if each != name)
    if again.variants != wanted or again.taken != table.taken or len(again.rules) != len(table.rules):
        raise RuntimeError(f"{FILE} would not say what was recorded")
    files.write(path, changed)
    schemas.put(path, "rulings", changed)
    return True


def edited(text: str, name: str, on: bool) -> str:
    """The text of such a file with a variant added or taken out where it names them, or at its end."""
    from oathtools.kit.handwritten import compose

    root: Any = compose(text)
    pairs = root.value if root is not None and root.id == "mapping" else []
    found = next(((key, value) for key, value in pairs if key.value == KEY), None)
    if found is None:
        line = "" if not text or text.endswith("\n") else "\n"
        # An empty mapping in braces is all there is: the line takes its place.
        text = "" if root is not None and not pairs and root.flow_style else text
        return f"{text}{line}{KEY}: [{name}]\n"
    key, value = found
    if value.id == "sequence" and not value.flow_style:
        return _in_block(text, key, value, name, on)
    listed = [] if value.id == "scalar" and not value.value else value.value if value.id == "sequence" else [value]
    names = [text[each.start_mark.index : each.end_mark.index] for each in listed if on or named(each.value).id != name]
    names_listed = f"[{', '.join([*names, name] if on else names)}]"
    if value.start_mark.index == value.end_mark.index:
        return _after_key(text, key, names_listed)
    return text[: value.start_mark.index] + names_listed + text[value.end_mark.index :]


def _after_key(text: str, key: Any, words: str) -> str:
    colon = text.index(":", key.end_mark.index)
    return f"{text[: colon + 1]} {words}{text[colon + 1 :]}"


def _in_block(text: str, key: Any, value: Any, name: str, on: bool) -> str:
    """One line a name: a line is added below the last one, or taken out."""
    lines = text.split("\n")
    if on:
        last = value.value[-1].start_mark
        dash = lines[last.line].index("-")
        lines.insert(last.line + 1, f"{' ' * dash}- {name}")
        return "\n".join(lines)
    gone = next(each for each in value.value if named(each.value).id == name)
    del lines[gone.start_mark.line]
    left = "\n".join(lines)
    return left if len(value.value) > 1 else _after_key(left, key, "[]")
