"""What ``tts`` and ``chronicle`` do with worlds of New Foundations: the same commands, their own worlds."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from oathtools.catalog import key_of
from oathtools.catalog.names import EDITION
from oathtools.cli.shared.common import Failure, emit
from oathtools.cli.shared.folders import chronicle_failure, chronicle_path, write_folder, write_out
from oathtools.kit import files
from oathtools.kit.text import Hint
from oathtools.render.document import Block, Line
from oathtools.render.rules import expansion as render
from oathtools.saga import atlas
from oathtools.saga.chronicle.form import parse_text
from oathtools.saga.chronicle.record import ChronicleError
from oathtools.saga.folder import CHRONICLE
from oathtools.saga.save_string import scrambled
from oathtools.saga.save_string.parse import SaveStringError


def saga(path: Path | None = None) -> atlas.Annals | None:
    """The saga of the expansion that is named or stood in; None where it is of the base game. Raises ``Failure``."""
    try:
        return atlas.opened(path or chronicle_path())
    except atlas.Damaged as fault:
        raise Failure("damaged", f"chronicle.yaml: {fault}", hint="oathtools tts read says more of a string") from None


def string_read(text: str, repair: bool, pick: int | None = None) -> tuple[scrambled.World, list[str]]:
    """The world in a string, mended if that was asked for; and what was done. Raises ``SaveStringError``."""
    try:
        return scrambled.read(text), []
    except SaveStringError as error:
        way = error.repairs[pick - 1] if pick and pick <= len(error.repairs) else error.repair if repair else None
        if way is None:
            raise
        return scrambled.read(way.string), [f"repaired: {way.what}"]


def as_string(data: dict[str, Any]) -> str:
    """The string of the world in a file, where boards may leave out what is empty, or of the last world of a saga."""
    try:
        if "worlds" in data:
            return str(data["worlds"][-1]["string"])
        boards = {color: {**_BARE, **data[color]} for color in scrambled.parts("board") if data.get(color)}
        return scrambled.write({part: held for part, held in {**data, **boards}.items() if part != "edition"})
    except scrambled.Unfit as fault:
        raise Failure("damaged", f"no save string can hold this world: {fault}") from None
    except (KeyError, TypeError, AttributeError, IndexError):
        raise Failure("damaged", "this is no world as oathtools tts read prints it") from None


_BARE: dict[str, Any] = {"side": "exile", "advisers": [], "legacies": [], "relics": []}


def string_written(data: dict[str, Any]) -> int:
    """Print the string of a world."""
    string = as_string(data)
    return emit({"string": string, "version": string[:2]}, string)


def begin(directory: Path, name: str | None) -> int:
    """A saga of a table that has no string: nothing of its world is told yet."""
    path = directory / CHRONICLE
    annals = atlas.Annals(name or "Our saga", [atlas.KeptWorld(scrambled.read(scrambled.write({})), [])], [])
    with files.folder(directory), write_folder(directory):
        atlas.save(path, annals)
    text = (f"{annals.name}: a saga of New Foundations in {directory}. Next: ", Hint(f"-C {directory} status"))
    return emit({"edition": EDITION, "name": annals.name, "saga": str(path)}, [Line(text, hang=2)])


def string_in(text: str) -> str:
    """The string of the world that a file tells. Raises ``Failure``."""
    try:
        return as_string(parse_text(text))
    except ChronicleError as fault:
        raise chronicle_failure(fault, "this is no world") from None


def adjust(text: str | None) -> int:
    """The world as it really stands, as a file tells it; what does not add up is said."""
    if text is None:
        hint = "oathtools tts read STRING > world.yaml, then oathtools adjust --position world.yaml"
        raise Failure("usage", "in a saga of New Foundations the world is told as a whole, in a file", hint=hint)
    path, world = chronicle_path(), scrambled.read(string_in(text))
    with write_folder(path.parent):
        annals = running()
        annals.kept[-1] = annals.kept[-1]._replace(world=world)
        atlas.save(path, annals)
    return check(annals, spoil=False)


def show(annals: atlas.Annals, spoil: bool) -> int:
    """The world as it is, with what was written down of the game that runs in it."""
    shown = {**atlas.shown(annals.kept[-1].world, spoil=spoil), "now": annals.now}
    return emit(shown, lambda: [*render.now_document(annals), "", *render.world_document(shown)], pager=True)


def running() -> atlas.Annals:
    """The saga of the expansion that is stood in. Raises ``Failure``."""
    if (annals := saga()) is None or not annals.kept:
        raise Failure("damaged", "chronicle.yaml has no world", hint="oathtools chronicle import STRING")
    return annals


def log() -> int:
    annals = running()
    return emit(annals.now, lambda: render.now_document(annals), pager=True)


def note(words: str, alone: bool) -> int:
    """Write something down of the game that runs; with the next world it is of the game before that."""
    if alone:
        raise Failure("usage", "what is written down in a saga of New Foundations is for everybody")
    path = chronicle_path()
    with write_folder(path.parent):
        annals = running()
        annals.now.append(words)
        atlas.save(path, annals)
    return emit({"note": words, "log": annals.now}, f"Written down in {path}.")


def check(annals: atlas.Annals, spoil: bool) -> int:
    found = [f"{where}: {what}" for where, what in atlas.faults(annals.kept[-1].world, spoil=spoil)]
    data = {"edition": EDITION, "ok": not found, "faults": found}
    return emit(data, "\n".join(found or ["Nothing lies twice or is missing."]), status=1 if found else 0)


def history(annals: atlas.Annals) -> int:
    games = [
        {"words": after.words, **atlas.changes(before.world, after.world)}
        for before, after in zip(annals.kept, annals.kept[1:], strict=False)
    ]
    data = {"edition": EDITION, "name": annals.name, "games": games}
    return emit(data, lambda: render.history_document(annals), pager=True)


def diff(annals: atlas.Annals, games: str | None, spoil: bool) -> int:
    """Worlds by their numbers: game 2 is what lies between world 1 and world 2."""
    last = len(annals.kept) - 1
    words = [word.strip() for word in (games or str(last)).replace("..", "-").split("-")]
    numbers = sorted(int(word) for word in words if word.isdigit() and 0 < int(word) <= last)
    if len(words) > 2 or len(numbers) != len(words):
        hint = f"Games: 1 to {last}" if last else "Import the world after a game: oathtools chronicle import STRING"
        raise Failure("not_found", f"there is no game {games or 1} in this saga", hint=hint)
    between = [numbers[0] - 1, numbers[-1]]
    found = atlas.changes(*(annals.kept[at].world for at in between), spoil=spoil)
    data = {"edition": EDITION, "games": between, **found}
    return emit(data, lambda: render.diff_document(data), pager=True)


def pulls(annals: atlas.Annals) -> int:
    if len(annals.kept) < 2:
        raise Failure("not_found", "no game is kept in this saga yet", hint="oathtools chronicle import STRING")
    found = atlas.pulls(annals.kept[-2].world, annals.kept[-1].world)
    return emit({"edition": EDITION, "pulls": found}, lambda: render.pulls_document(found), pager=True)


def blame(annals: atlas.Annals, words: str, spoil: bool) -> int:
    known = {key_of(name): name for kind in ("items", "sites", "legacies") for name in scrambled.book().numbers[kind]}
    card = known.get(key_of(words)) or known.get(f"the{key_of(words)}")
    if card is None:
        raise Failure("not_found", f"no card of a save string is called {words!r}", hint="oathtools card finds names")
    seen = [
        {each.card: each.place for each in atlas.lying(kept.world, spoil=spoil) if each.is_open} for kept in annals.kept
    ]
    data = {"edition": EDITION, "card": card, "worlds": [places.get(card) for places in seen]}
    return emit(data, lambda: render.trail_document(card, data["worlds"]))


def story(annals: atlas.Annals, target: Path, markdown: bool) -> int:
    text = render.as_markdown(annals)
    if markdown:
        return emit({"text": text}, text.rstrip("\n"))
    write_out(target, text, replace=True)
    return emit({"markdown": str(target), "games": len(annals.kept) - 1}, f"Written to {target}.")


def taken(
    path: Path | None, strings: Sequence[tuple[str, str]], repair: bool, words: Sequence[str], check: bool
) -> int:
    """Strings, the oldest first, put after what a saga has; ``path``: where to write, None for nowhere."""
    there = saga(path) if path is not None and path.is_file() else atlas.Annals("Our saga", [], [])
    if there is None:
        raise Failure("not_offered", f"{path} is a saga of the base game", hint="Name another folder: -C DIR")
    kept, notes = there.kept, list[str]()
    before = len(kept)
    for name, text in strings:
        try:
            world, done = string_read(text, repair)
        except SaveStringError as fault:
            raise Failure("damaged", f"{name}: {fault}", hint="oathtools tts read lists the ways to mend it.") from None
        notes += [f"{name}: {each}" for each in done]
        if kept and kept[-1].world == world:
            notes.append(f"{name}: the world that is there already")
        else:
            kept.append(atlas.KeptWorld(world, []))
    if len(kept) > before:  # what was written down of the running game was of the first that came in
        kept[before].words[:0] = there.now
        there.now.clear()
        kept[-1].words.extend(words)
    ending: list[Block] = [("Nothing was written. To make a saga of them: ", Hint("-C DIR chronicle import", "..."))]
    if writes := path is not None and not check and len(kept) > before:
        assert path is not None
        with files.folder(path.parent), write_folder(path.parent):
            atlas.save(path, there)
        ending = [(f"They stand in {path}. Next: ", Hint(f"-C {path.parent} chronicle history"))]
    data = {"edition": EDITION, "worlds": len(kept), "added": len(kept) - before, "saga": str(path) if writes else None}
    return emit(data, lambda: [*render.history_document(there), "", *ending], warnings=notes, pager=True)
