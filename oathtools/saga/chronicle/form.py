"""The Chronicle file: YAML for people, JSON for programs, the same keys in both.

``format``, ``name``, ``game``, ``oath``, ``boards``, ``map`` (eight rows as in a position file: ``site``, ``facedown``,
``cards``, ``relics``), ``world_deck``, ``dispossessed``, ``relic_deck`` (top to bottom), ``history``, ``variants``,
``tts``. JSON names cards by their ids, YAML by their names; both are read, in any spelling that is a name and no guess.
A card nobody knows is ``{unknown: relic}``, several of a kind ``{unknown: denizen, n: 6}``; a slot without a site is
``{site: null}``; an empty entry of a deck is ``null``. A row that a save string keeps in unusual slots has ``slots``:
the slot, 1 to 3, of each of its cards and then of its relics. ``world_deck`` is ``{order: [...]}`` or ``{layers:
[{denizens: 10, visions: 2}, ...], top: [...], bottom: [...], pool: [...]}``; ``relic_deck: null`` is still to be made.
``joined`` says what is known of cards that were shuffled together: ``{n: 3, may_be: [...], in: [world_deck,
dispossessed]}``. The Archive is what lies nowhere else; ``archive``, which may be left out, lists its unknown cards:
``{unknown: denizen, n: 17, may_be: [...]}``, a stack of which somebody drew without looking. The word
``unknown`` among the Dispossessed, or in their place: there may be others, nobody knows how many.

*Sealed* form. In the Chronicle file of a saga, what the people at the table may not know is stored so that opening the
file does not show it. In the place of such a value stands ``{sealed: TEXT}``; TEXT is base64 of the zlib-compressed
JSON of the value, with ids. Sealed are

* ``world_deck``, ``dispossessed``, ``relic_deck`` and ``joined``, each as a whole,
* a facedown site with what is on it: ``{facedown: true, sealed: TEXT}``, TEXT holding the row,
* each relic at a faceup site: ``relics: [{sealed: TEXT}]``, TEXT holding the relic.

It is an envelope, not a lock: anyone can open it on purpose, nobody does by accident. Plain and sealed values may stand
side by side; what is unknown anyway is not sealed.

``edited`` changes the file in place: comments, the order of keys and the spelling of what stays are kept. This is the
only part of the saga that loads ruamel.yaml.
"""

import io
import json
import re
from collections.abc import Callable, Iterable, MutableMapping
from typing import Any

from oathtools.kit import intake
from oathtools.kit.intake import seal
from oathtools.saga.chronicle import record


def to_data(
    chronicle: record.Chronicle, *, names: bool = False, sealed: bool = False, brief: bool = False
) -> dict[str, Any]:
    """The file form as plain data.

    ``names``: names instead of ids (never under a seal). ``sealed``: hide what people may not know. ``brief``: rows
    without their empty parts.
    """
    note = chronicle.tts
    shown = _named if names else _ids
    tts: dict[str, Any] = {"version": note.version, "status": note.status, "suit_order": list(note.suit_order)}
    tts["name_unit"] = note.name_unit
    if note.also_citizen:
        tts["also_citizen"] = list(note.also_citizen)
    if note.winner is not None or note.previous_citizenship is not None or note.winner_name is not None:
        tts["previous_citizenship"] = note.previous_citizenship and list(note.previous_citizenship)
        tts["winner"] = note.winner[0] if note.winner and len(note.winner) == 1 else note.winner and list(note.winner)
        tts["winner_name"] = note.winner_name

    def hide(value: Any, secret: bool = True) -> Any:
        return seal(value(_ids)) if sealed and secret else value(shown)

    deck = chronicle.world_deck
    relics = chronicle.relic_deck
    return {
        "format": record.FORMAT,
        "name": chronicle.name,
        "game": chronicle.game,
        "oath": chronicle.oath,
        "boards": dict(chronicle.boards),
        "map": [_row(row, shown, sealed, brief) for row in chronicle.map],
        "world_deck": hide(lambda show: _deck(deck, show), deck != record.Deck()),
        "dispossessed": hide(
            lambda show: [*show(chronicle.dispossessed), *([record.UNCOUNTED] if chronicle.uncounted else [])],
            _any_known(chronicle.dispossessed),
        ),
        "relic_deck": None if relics is None else hide(lambda show: show(relics), _any_known(relics)),
        **({"archive": shown(chronicle.archive)} if chronicle.archive else {}),
        **(
            {"joined": hide(lambda show: [_joined(each, show) for each in chronicle.joined])}
            if chronicle.joined
            else {}
        ),
        "history": list(chronicle.history),
        "variants": dict(chronicle.variants),
        "tts": tts,
    }


def _joined(joined: record.Joined, shown: Any) -> dict[str, Any]:
    return {"n": joined.n, "may_be": shown(joined.names), "in": list(joined.parts)}


def _any_known(cards: Iterable[record.Card]) -> bool:
    return any(isinstance(card, str) for card in cards)


def _ids(cards: Iterable[record.Card]) -> list[Any]:
    return _listed(cards, lambda card_id: card_id)


def _named(cards: Iterable[record.Card]) -> list[Any]:
    from oathtools.catalog import name_of

    return _listed(cards, name_of)


def _listed(cards: Iterable[record.Card], show: Any) -> list[Any]:
    """Cards as a file lists them; like unknown ones in a row are counted."""
    rows: list[Any] = []
    last: record.Card = None
    for card in cards:
        if not isinstance(card, record.Unknown):
            rows.append(None if card is None else show(card))
        elif rows and card == last:
            rows[-1]["n"] = rows[-1].get("n", 1) + 1
        else:
            rows.append({"unknown": card.what})
            if card.seen_by:
                rows[-1]["seen_by"] = list(card.seen_by)
            if card.may_be:
                rows[-1]["may_be"] = [show(card_id) for card_id in card.may_be]
        last = card
    return rows


def _row(row: record.Row, shown: Any, sealed: bool, brief: bool) -> dict[str, Any]:
    if sealed and row.facedown and isinstance(row.site, str):
        return {"facedown": True, **seal(_row(row, _ids, False, True))}
    site = shown([row.site])[0]
    data = dict(site) if isinstance(row.site, record.Unknown) else {"site": site}
    data["facedown"] = row.facedown
    data["cards"] = shown(row.cards)
    data["relics"] = [seal(card) if sealed and isinstance(card, str) else shown([card])[0] for card in row.relics]
    if brief:
        data = {key: value for key, value in data.items() if key == "site" or value}
    if row.slots is not None:
        data["slots"] = list(row.slots)
    return data


def _deck(deck: record.Deck, shown: Any) -> dict[str, Any]:
    if deck.order is not None:
        return {"order": shown(deck.order)}
    data: dict[str, Any] = {"layers": [dict(layer) for layer in deck.layers]}
    for part, cards in (("top", deck.top), ("bottom", deck.bottom), ("pool", deck.pool)):
        if cards:
            data[part] = shown(cards)
    return data


def dumps(chronicle: record.Chronicle, *, sealed: bool = False) -> str:
    """The Chronicle as YAML, with names, one line a map row; ``sealed`` as in the Chronicle file of a saga."""
    import yaml

    class Dumper(getattr(yaml, "CSafeDumper", yaml.SafeDumper)):  # type: ignore[misc]
        def ignore_aliases(self, data: Any) -> bool:
            return True

    def one_line(dumper: Any, row: _OneLine) -> Any:
        return dumper.represent_mapping("tag:yaml.org,2002:map", row.items(), flow_style=True)

    def filled(dumper: Any, row: _Filled) -> Any:
        return dumper.represent_sequence("tag:yaml.org,2002:seq", row, flow_style=True)

    Dumper.add_representer(_OneLine, one_line)
    Dumper.add_representer(_Filled, filled)
    data = to_data(chronicle, names=True, sealed=sealed, brief=True)
    data["boards"] = _OneLine(data["boards"])
    data["map"] = [_OneLine(row) for row in data["map"]]
    for key in ("dispossessed", "relic_deck", "archive"):
        if isinstance(data.get(key), list):
            data[key] = _Filled(data[key])
    data["world_deck"] = {
        key: _Filled(part) if isinstance(part, list) else part for key, part in data["world_deck"].items()
    }
    data["tts"] = {key: _Filled(part) if isinstance(part, list) else part for key, part in data["tts"].items()}
    text: str = yaml.dump(data, Dumper=Dumper, sort_keys=False, allow_unicode=True, width=100, default_flow_style=False)
    return text


class _OneLine(dict[str, Any]):
    """A mapping that YAML writes on one line."""


class _Filled(list[Any]):
    """A list that YAML writes in as few lines as it needs."""


def loads(text: str) -> record.Chronicle:
    """The Chronicle in a YAML or JSON text, plain or sealed, or in the whole answer of a command with ``--json``.

    Raises ``ChronicleError`` with every fault.
    """
    from oathtools.saga.chronicle.read import from_data

    data = parse_text(text)
    migrate(data)
    return from_data(data)


# -- older formats of the Chronicle file, brought to the one of today --------------------------------------------------
#
# ``STEPS`` has for each older format the step to the next one: a function that changes the mapping of the file in
# place, as it was parsed, seals and all. The same step serves the plain data that is read and the text that is edited,
# so that comments stay when an old file is written again. A file is only written again when there is something to
# write.


Step = Callable[[MutableMapping[str, Any]], None]
# Format 1 is the first. A new format comes with its step here, with a test that an old file is read by it, and with a
# line in docs/formats.md.
STEPS: dict[int, Step] = {}


NOT_PLAYED = "this is of the expansion New Foundations, whose games are kept here and not played"
KEPT = (
    "What happens is written down by oathtools note, and told by log and status; oathtools adjust --position FILE puts "
    "the world right. After a game: oathtools chronicle import STRING, or a world in a FILE. On what is kept work "
    "oathtools chronicle show, check, history, diff, blame, pulls and story."
)


def migrate(data: MutableMapping[str, Any]) -> int:
    """Bring the mapping of a Chronicle file to the present format, in place; returns the format it had.

    A file that does not say its format has the present one. Raises ``ChronicleError`` for one that is not known,
    and for one of another edition.
    """
    if "edition" in data:
        raise record.ChronicleError([{"where": "edition", "message": NOT_PLAYED, "hint": KEPT}])
    number = data.get("format", record.FORMAT)
    known = isinstance(number, int) and not isinstance(number, bool) and (number == record.FORMAT or number in STEPS)
    if not known:
        newer = isinstance(number, int) and number > record.FORMAT
        message = f"format {number!r} is not known here; this program reads format {record.FORMAT}"
        hint = "It was written by a newer oathtools: update this one." if newer else f"Write format: {record.FORMAT}"
        raise record.ChronicleError([{"where": "format", "message": message, "hint": hint}])
    at = int(number)
    while at < record.FORMAT:
        STEPS[at](data)
        at += 1
        data["format"] = at
    return int(number)


# -- from the text of a Chronicle file to plain data: YAML, JSON, or the whole answer of a command with ``--json`` -----


_MISSING = object()
_SAVE_STRING = re.compile(r"\s*0[1-3][0-9A-Fa-f]{10}")


def parse_text(text: str) -> dict[str, Any]:
    """The mapping that a YAML or JSON text holds, out of its envelope. Raises ``ChronicleError``."""
    text = text.removeprefix("\ufeff")
    if _SAVE_STRING.match(text):
        raise _wrong("this is a save string, not a Chronicle file", "oathtools tts read reads it.")
    data = _json(text)
    if data is _MISSING:
        data = _yaml(text)
    if isinstance(data, dict) and "ok" in data:
        if not data["ok"]:
            raise _wrong("this is the answer to a call that failed, not a Chronicle")
        data = data.get("data")
    if not isinstance(data, dict):
        raise _wrong("this is not a Chronicle file: a mapping with oath, map and decks is expected")
    if "map" not in data and {"players", "sites"} & data.keys():
        raise _wrong("this is a position file, not a Chronicle", "See: oathtools position --help")
    if not {"map", "oath", "edition"} & data.keys():
        raise _wrong("this is not a Chronicle file: it has neither a map nor an oath")
    return data


def _wrong(message: str, hint: str | None = None) -> record.ChronicleError:
    return record.ChronicleError([{"where": "file", "message": message, "hint": hint}])


def _json(text: str) -> Any:
    if not text.lstrip().startswith("{"):
        return _MISSING
    try:
        return intake.from_json(text, _once)
    except intake.TooMuch as fault:
        raise _wrong(f"this is no Chronicle: {fault}") from None
    except json.JSONDecodeError as fault:
        if fault.msg == "Extra data":
            raise _wrong("this holds more than one JSON object (a journal?), not a Chronicle") from None
        return _MISSING  # YAML may begin with a brace too


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    data = dict(pairs)
    if len(data) != len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise _wrong(f"the key {twice!r} stands twice")
    return data


def _yaml(text: str) -> Any:
    import datetime

    import yaml

    from oathtools.kit.handwritten import load, problem

    def plain(value: Any) -> Any:
        if isinstance(value, dict):
            return {str(key): plain(each) for key, each in value.items()}
        if isinstance(value, list):
            return [plain(each) for each in value]
        return value.isoformat() if isinstance(value, datetime.date) else value

    try:
        return plain(load(text))
    except yaml.YAMLError as fault:
        found = problem(fault, text)
        where = f"line {found.line}: " if found.line else ""
        raise _wrong(f"{where}{found.message}", found.hint) from None


def edited(text: str, before: dict[str, Any], after: dict[str, Any]) -> str:
    """The text of a Chronicle file that says ``before``, made to say ``after`` (both as ``to_data`` has them).

    A key whose value is the same is left as it is written. Rows of the map keep their comments with their sites; the
    history is added to at its end.
    """
    from ruamel.yaml import YAML

    ends = "\r\n" if "\r\n" in text else "\n"
    text = text.replace("\r\n", "\n")
    editor = YAML()
    editor.preserve_quotes = True
    editor.brace_single_entry_mapping_in_flow_sequence = True  # a site alone reads like the others
    editor.width = 4096  # lines stay as long as people made them
    indented = re.search(r"^\w+:[^\n]*\n(?:\s*#[^\n]*\n)*(\s+)- ", text, re.MULTILINE) is not None
    editor.indent(mapping=2, sequence=4 if indented else 2, offset=2 if indented else 0)
    editor.explicit_start = re.search(r"^---", text, re.MULTILINE) is not None
    data = editor.load(text)
    migrate(data)
    tail = _cut_tail(data)
    for key, value in after.items():
        if key in data and before.get(key) == value:
            continue
        if key == "map":
            data[key] = _rows(data.get(key), before.get(key) or [], value)
        elif key == "history":
            _append(data, before.get(key) or [], value)
        else:
            _put(data, key, value)
    for key in [key for key in data if key not in after and key in before]:
        del data[key]
    out = io.StringIO()
    editor.dump(data, out)
    shown = out.getvalue()
    return (shown if not tail else f"{shown.rstrip()}\n{tail}").replace("\n", ends)


def _put(holder: Any, key: Any, value: Any) -> None:
    """Set a value; a mapping is changed key by key, so that what stands beside its keys stays."""
    old = holder.get(key)
    if isinstance(old, dict) and isinstance(value, dict) and old:
        for inner in [inner for inner in old if inner not in value]:
            del old[inner]
        for inner, each in value.items():
            if inner not in old or old[inner] != each:
                _put(old, inner, each)
        return
    holder[key] = _node(value)


def _node(value: Any, flow: bool = False) -> Any:
    """A value as the editor writes it: short lists on one line."""
    from ruamel.yaml.comments import CommentedMap, CommentedSeq

    if isinstance(value, dict):
        made = CommentedMap({key: _node(each, flow) for key, each in value.items()})
        if flow:
            made.fa.set_flow_style()
        return made
    if isinstance(value, list):
        plain = all(not isinstance(each, dict) or set(each) <= {"unknown", "n", "may_be"} for each in value)
        listed = CommentedSeq([_node(each, True) for each in value])
        if flow or plain:
            listed.fa.set_flow_style()
        return listed
    return value


def _rows(old: Any, before: list[Any], after: list[Any]) -> Any:
    """The rows of the map: a row that stays, moved or not, keeps how it is written and the comment beside it."""
    from ruamel.yaml.comments import CommentedSeq

    rows = CommentedSeq()
    if old is None:
        old = CommentedSeq()
    free = list(range(len(before)))
    for number, row in enumerate(after):
        at = next((each for each in free if _site(before[each]) == _site(row) is not None), None)
        if at is None or at >= len(old):
            rows.append(_node(row, True))
            continue
        free.remove(at)
        node = old[at]
        if before[at] != row:
            if isinstance(node, dict):
                _change_row(node, row)
            else:
                node = _node(row, True)
        rows.append(node)
        beside = old.ca.items.get(at) if hasattr(old, "ca") else None
        if beside is not None:
            rows.ca.items[number] = beside
    if hasattr(old, "ca"):
        rows.ca.comment = old.ca.comment
    return rows


def _site(row: Any) -> str | None:
    site = row.get("site") if isinstance(row, dict) else None
    return site if isinstance(site, str) else None


def _change_row(node: Any, row: dict[str, Any]) -> None:
    for key in [key for key in node if key not in row]:
        del node[key]
    for key, value in row.items():
        if node.get(key) != value and key != "site":
            node[key] = _node(value, True)


def _append(data: Any, before: list[Any], after: list[Any]) -> None:
    """Add to the history; entries that are no longer the same are written anew."""
    from ruamel.yaml.comments import CommentedSeq

    if not data.get("history"):
        data["history"] = CommentedSeq()
    listed = data["history"]
    listed.fa.set_block_style()
    same = 0
    while same < min(len(before), len(after)) and before[same] == after[same]:
        same += 1
    del listed[same:]
    for entry in after[same:]:
        node = _node(entry)
        if isinstance(node, dict):
            for key, value in node.items():
                if isinstance(value, dict | list):
                    node[key].fa.set_flow_style()
        listed.append(node)


def _cut_tail(data: Any) -> str:
    """Take off the comment that ends the file: ruamel hangs it on the last value, which may be replaced."""
    node: Any = data
    holder: Any = None
    last: Any = None
    while _is_block(node):
        holder = node
        last = next(reversed(node)) if isinstance(node, dict) else len(node) - 1
        node = node[last]
    slots = holder.ca.items.get(last) if holder is not None else None
    token = next((slot for slot in slots or () if slot is not None and not isinstance(slot, list)), None)
    if token is None:
        return ""
    first, newline, rest = token.value.partition("\n")
    if not rest.strip():
        return ""
    token.value = first + newline
    return rest.strip("\n") + "\n"


def _is_block(node: Any) -> bool:
    """Is this a mapping or list of several lines, with something in it?"""
    return bool(isinstance(node, dict | list) and node) and not node.fa.flow_style()
