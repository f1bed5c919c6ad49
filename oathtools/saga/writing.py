"""Writing the Chronicle in a saga: chapter 8 in the journal of the game that is over, then the file of the new world.

The procedure runs in the game's own journal (``begin``), so that it can be stopped at any question, taken back and gone
on with. When it has ended, ``chronicle_after`` takes the world from the table and ``save`` writes it: atomically, and
with the comments and the hand of the people who keep the file left in it.
"""

from collections import Counter
from collections.abc import Collection, Iterator
from copy import deepcopy
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from oathtools import catalog
from oathtools.engine.decision import Decision, Form
from oathtools.journal.entry import Entry
from oathtools.journal.play import Play
from oathtools.kit import files, intake, schemas
from oathtools.procedures.chronicle.procedure import PHASE, NotOver, winner_of
from oathtools.saga import folder
from oathtools.saga.chronicle.check import reconcile
from oathtools.saga.chronicle.form import dumps, loads, to_data
from oathtools.saga.chronicle.record import EXILE_COLORS, Card, Chronicle, Deck, Joined, Row, SaveNote, Unknown
from oathtools.saga.past.annals import entry_of, kept_before
from oathtools.table.effects import key_of
from oathtools.table.knowledge import names_of
from oathtools.table.state import CARDS, CITIZEN, DECK_GROUPS, EXILE, RELIC_DECK, RELICS, SLOTS, WORLD, WRITTEN, State
from oathtools.variants import kept

if TYPE_CHECKING:
    from oathtools.answerers.bot import ScriptLine
    from oathtools.answerers.matching import Labels

# What is read off the cards that lie there: never drawn.
_READ_OFF = ("face", "chronicle.sort")
# Groups of names that a world finds again by elimination: nothing need be said of the cards that draw on one of them.
_BY_ELIMINATION = {("sites",), ("relics",)}


class Behind(ValueError):
    """The Chronicle file is not the one this game was played from: its Chronicle cannot be written over it."""


class OtherSeed(ValueError):
    """Chapter 8 was begun with another seed, or with none."""

    def __init__(self, seed: str | None) -> None:
        super().__init__(f"this Chronicle was begun {f'with the seed {seed}' if seed else 'without a seed'}")


def begin(play: Play, seed: str | None = None) -> bool:
    """Begin chapter 8 if it has not begun; returns whether it did.

    With a ``seed`` the tool draws and shuffles; a game that has a seed of its own keeps that. Raises ``NotOver``, and
    ``OtherSeed`` if it has begun in another way.
    """
    own = dealt_by(play)
    if play.state.phase in (PHASE, WRITTEN):
        if seed is not None and own is None and drawn_by(play) != seed:
            raise OtherSeed(drawn_by(play))
        return False
    play.write_chronicle(seed if own is None else None)
    return True


def begun_at(play: Play) -> int | None:
    """The number of the entry with which chapter 8 began; None if it has not."""
    return next((entry.n for entry in reversed(play.live) if entry.chronicle is not None), None)


def dealt_by(play: Play) -> str | None:
    """The seed of the game itself; None where people deal."""
    seed = play.header["chance"].get("seed")
    return None if seed is None else str(seed)


def drawn_by(play: Play) -> str | None:
    """The seed with which the tool draws and shuffles in chapter 8: the game's own, or the one recorded; else None."""
    return dealt_by(play) or play.chronicle_seed()


def last_chronicle(play: Play, saga: Path) -> Play:
    """The game whose chapter 8 was carried out last: this one, or where it has not come to that the one before it."""
    earlier = [path for path in folder.games(saga) if path.stem < play.journal]
    if play.state.phase in (PHASE, WRITTEN) or play.state.phase == "over" or not earlier:
        return play
    return folder.view(earlier[-1]).play


def is_written(play: Play) -> bool:
    """Has chapter 8 been carried out to its end?"""
    return play.state.phase == WRITTEN


def leave_unseen(play: Play, kinds: Collection[str] = ()) -> int:
    """Answer what only shuffles or hides cards. Returns how many answers that was.

    With a seed, the game's or the Chronicle's, and for bots, ``answerers.bot.run_plugs`` answers, as far as it knows
    which cards these are; else nobody tells, and they are unknown. What then remains open are the people's questions.
    ``kinds`` are kinds of questions that somebody means to answer.
    """
    from oathtools.answerers.bot import run_plugs

    answers = run_plugs(play, asks=kinds)
    while _hides(play, kinds):
        assert play.pending is not None
        play.answer(play.pending.default)
        answers += 1 + run_plugs(play, asks=kinds)
    return answers


def _hides(play: Play, kinds: Collection[str] = ()) -> bool:
    decision = play.pending
    if decision is None or decision.kind in kinds:
        return False
    return decision.form is Form.OUTCOME and decision.default == []


def last_choice(play: Play) -> Entry | None:
    """The last answer that somebody gave to a question of chapter 8: not chance, not what was left unseen."""
    for entry in reversed(play.live):
        if entry.chronicle is not None:
            return None
        if entry.is_answer and _is_from_people(play, entry):
            return entry
    return None


def _is_from_people(play: Play, entry: Entry) -> bool:
    """Did somebody say this: no bot's chance, nothing left unseen, nothing that the tool drew?"""
    if entry.form != Form.OUTCOME.value:
        return True
    if dealt_by(play) is not None:
        return False
    return entry.answer != [] and (drawn_by(play) is None or entry.kind in _READ_OFF)


def follow(play: Play, script: "list[ScriptLine]", labels: "Labels") -> None:
    """Answer chapter 8 from the lines of an answers file; what is shuffled or hidden needs no line.

    A line for a kind of question (``chronicle.suit: order``) counts as used if that question was skipped with the same
    answer. Raises ``ScriptError`` for a line that does not fit or is left over, ``NotOffered`` for a refused answer.
    """
    from oathtools.answerers import bot as scripts
    from oathtools.answerers.words import means

    left = list(script)
    first = len(play.entries)
    leave_unseen(play, {line.kind for line in left if line.kind})
    while left and play.pending is not None:
        line = next((line for line in left if line.kind in (None, play.pending.kind)), None)
        if line is None:
            break
        left.remove(line)
        scripts.follow(play, [line], labels)
        leave_unseen(play, {line.kind for line in left if line.kind})
    skipped = [pair for entry in play.entries[first - 1 :] for pair in entry.skipped]
    for line in left:
        for kind, answer in skipped:
            if kind == line.kind and means(line.words, answer, labels(Decision(kind, play.state.turn, Form.ONE))):
                skipped.remove((kind, answer))
                break
        else:
            open_ = f" before {play.pending.kind}" if play.pending is not None else ""
            raise scripts.ScriptError(f"line {line.number} was never used{open_}: {line.words}", line, play.pending)


# -- the world that the table holds --------------------------------------------------------------------------------


def chronicle_after(play: Play, before: Chronicle, journal: str = "") -> Chronicle:
    """The Chronicle after a game whose chapter 8 has been carried out. ``before`` is the one it was played from.

    What has become known of some cards by then is put together with what the others may be (``saga.reconcile``).

    Raises ``NotOver`` if it has not been carried out to its end.
    """
    state = play.state
    if state.phase != WRITTEN:
        raise NotOver("the Chronicle of this game is not written to its end")
    entry = entry_of(play, before, journal)
    world = Chronicle(
        name=before.name,
        game=before.game + 1,
        oath=str(state.lasting["chronicle"]["oath"]),
        boards=_boards(state),
        map=[_row(state, slot) for slot in range(SLOTS)],
        world_deck=_world_deck(state),
        dispossessed=sorted((_card(state, card) for card in state.zone("dispossessed")), key=_known_first),
        uncounted=before.uncounted and not entry.get("healed"),  # 8.4: healing takes all of them
        relic_deck=_relic_deck(state),
        archive=_archive(state),
        joined=list(_joined(state)),
        history=[*before.history, entry],
        variants={**deepcopy(before.variants), **kept(state.variants, before.game)},
        tts=_note(play, before),
    )
    return reconcile(world).chronicle


def _boards(state: State) -> dict[str, str]:
    boards = dict.fromkeys(EXILE_COLORS, "exile")
    boards.update(state.lasting.get("boards", {}))
    boards.update({seat: player.role for seat, player in state.players.items() if seat in boards})
    return boards


def _card(state: State, card: str) -> Card:
    """A card as the Chronicle keeps it: an unknown one with all that it may be."""
    handle = state.handles.get(card)
    if handle is None:
        return card
    if handle.groups in _BY_ELIMINATION and card not in state.apart:
        return Unknown(handle.back)
    return Unknown(handle.back, (), tuple(_may_be(state, card)))


def _may_be(state: State, card: str) -> list[str]:
    """The names that an unknown card may have, those apart that only others have which came to its deck later."""
    names = names_of(state, state.handles[card].groups)
    return sorted((name for name in names if name in state.apart.get(card, names)), key=_rank)


def _rank(card: str) -> int:
    return catalog.card(card).tts or 0


def _known_first(card: Card) -> tuple[int, int]:
    return (0, _rank(card)) if isinstance(card, str) else (1, 0)


def _row(state: State, slot: int) -> Row:
    site = state.site(slot)
    relics = [_card(state, relic) for relic in state.zone(RELICS[slot])]
    return Row(_card(state, site), not state.faceup_site(slot), list(state.zone(CARDS[slot])), relics)


def _world_deck(state: State) -> Deck:
    layers = state.layers.get(WORLD, [])
    if not layers:
        cards = (*state.zone(f"{WORLD}.top"), *state.zone(f"{WORLD}.bottom"))
        return Deck(order=[_card(state, card) for card in cards])
    keys = {"denizen": "denizens", "vision": "visions"}
    return Deck(
        layers=[{keys[back]: count for back, count in layer.items()} for layer in layers],
        pool=sorted(state.groups.get(DECK_GROUPS[WORLD]["denizen"], []), key=_rank),
    )


def _archive(state: State) -> list[Card]:
    """The unknown cards of the Archive; none if all others are known, for then these are known by elimination."""
    unknown = [card for card in state.zone("archive") if card in state.handles]
    return [_card(state, card) for card in unknown] if _unknown_elsewhere(state) else []


def _unknown_elsewhere(state: State) -> bool:
    """Are denizens unknown that lie in no Archive?"""
    layered = any(layer.get("denizen") for layer in state.layers.get(WORLD, ()))
    return layered or any(card in state.handles for card in state.zone("dispossessed"))


def _relic_deck(state: State) -> list[Card]:
    layered = sum(sum(layer.values()) for layer in state.layers.get(RELIC_DECK, ()))
    top, bottom = state.zone(f"{RELIC_DECK}.top"), state.zone(f"{RELIC_DECK}.bottom")
    unknown: list[Card] = [Unknown("relic")] * layered
    return [*(_card(state, card) for card in top), *unknown, *(_card(state, card) for card in bottom)]


def _joined(state: State) -> Iterator[Joined]:
    """What is known of cards that were shuffled together, with the parts of the world where they are now.

    What was not shuffled with them is named too, for these are other cards.
    """
    mixed = {into for *_, into in state.joined}
    kinds = ("denizen", "relic") if _unknown_elsewhere(state) else ("relic",)
    lie, others = {WORLD: {"world_deck"}}, Counter[tuple[str, tuple[str, ...]]]()
    for card, handle in state.handles.items():
        zone = state.where[card].partition(".")[0]
        part, key = "map" if zone in ("cards", "relics") else zone, key_of(handle.groups)
        lie.setdefault(key, set()).add(part)
        if handle.back in kinds and key not in mixed:
            others[part, tuple(_may_be(state, card))] += 1
    for _, _, was, into in reversed(state.joined):
        lie[was] = lie.get(was, set()) | lie.get(into, set())
    rows = [row for row in state.joined if lie.get(row[3]) and row[2] not in mixed and row[1][0].startswith(kinds)]
    yield from (Joined(n, tuple(names), tuple(sorted(lie[into]))) for n, names, _, into in rows)
    yield from (Joined(n, names, (part,)) for (part, names), n in (others.items() if rows else ()))


def _note(play: Play, before: Chronicle) -> SaveNote:
    """What a save string says of the game just played, where its version has a place for that."""
    from oathtools.saga.save_string.parse import facts, has, mask_of

    note = deepcopy(before.tts)
    version = note.version or facts()["default_version"]
    state = play.state
    winner = winner_of(play.game)
    if _number(version) >= _number(facts()["status_named_from"]):
        note.status = mask_of(state.seats)
    elif _number(version) >= _number(facts()["status_zero_from"]):
        note.status = 0
    if not has(version, "previous_game"):
        return note
    citizens = [color for color, side in before.boards.items() if side == CITIZEN]
    return replace(note, previous_citizenship=citizens, winner=[winner], winner_name=state.players[winner].name)


def _number(version: str) -> tuple[int, ...]:
    return tuple(map(int, version.split(".")))


# -- the file ------------------------------------------------------------------------------------------------------


def read(path: Path) -> Chronicle:
    """The Chronicle in a saga's file. Raises ``ChronicleError``, ``UnicodeDecodeError``, ``OSError``."""
    return loads(intake.read(path, intake.CHRONICLE))


def before_game(chronicle: Chronicle, journal: str) -> Chronicle:
    """The Chronicle a game was played from: the one in the file, without what this game's journal wrote already.

    Raises ``Behind`` if another game was written since.
    """
    last = chronicle.history[-1] if chronicle.history else {}
    if written_last(chronicle, journal):
        citizens = chronicle.tts.previous_citizenship  # the boards as they lay before that game
        boards = chronicle.boards if citizens is None else dict.fromkeys(EXILE_COLORS, EXILE)
        boards = {color: CITIZEN if color in (citizens or ()) else side for color, side in boards.items()}
        variants = kept_before(last, chronicle)
        return replace(
            chronicle, game=chronicle.game - 1, boards=boards, history=chronicle.history[:-1], variants=variants
        )
    if keeps(chronicle, journal):
        raise Behind(f"the Chronicle of game {journal} is written, and another one after it")
    return chronicle


def keeps(chronicle: Chronicle, journal: str) -> bool:
    """Is the game of a journal in the history of a Chronicle?"""
    return any(isinstance(entry, dict) and entry.get("journal") == journal for entry in chronicle.history)


def written_last(chronicle: Chronicle, journal: str) -> bool:
    """Is it the last game there?"""
    return keeps(replace(chronicle, history=chronicle.history[-1:]), journal)


def edited_since(play: Play, chronicle: Chronicle) -> list[str]:
    """What people changed in a Chronicle after it was written from the journal of its last game: keys of the file.

    What was written may have been taken back since: the journal tells that, too. Empty where that game is another one.
    """
    if not written_last(chronicle, play.journal):
        return []
    before, there = before_game(chronicle, play.journal), to_data(chronicle)
    undone = [at for at, entry in enumerate(play.entries) if entry.undo_to is not None]
    earlier = (play.as_it_was(at, keep_log=False) for at in reversed(undone))
    changed: list[str] = []
    compared = False
    for written in (play, *earlier):
        if not is_written(written):
            continue
        compared = True
        data = to_data(chronicle_after(written, before, play.journal))
        if data == there:
            return []
        changed = changed or [key for key in {**there, **data} if data.get(key) != there.get(key)]
    return changed if compared else ["history"]


def save(path: Path, chronicle: Chronicle) -> None:
    """Write a saga's Chronicle file, sealed; comments and what people wrote in it stay.

    The file is replaced at one go: whoever reads it finds the old world or the new one. Raises ``OSError``.
    """
    there = path.exists()
    text = merged(path.read_bytes().decode("utf-8-sig") if there else "", chronicle)
    text = text if there else schemas.heading("chronicle") + text
    files.write(path, text)
    schemas.put(path, "chronicle", text)


def keep(path: Path) -> Path:
    """Copy a file beside itself under a free name, ``NAME.1.bak``; returns the copy's path. Raises ``OSError``."""
    content, number = path.read_bytes(), 1
    while True:
        kept = path.with_name(f"{path.name}.{number}.bak")
        try:
            with kept.open("xb") as out:
                out.write(content)
            return kept
        except FileExistsError:
            number += 1


def merged(text: str, chronicle: Chronicle) -> str:
    """The text of a Chronicle file brought to say another world; what it says already stays as it is written."""
    from oathtools.saga.chronicle.form import edited

    if not text.strip():
        return dumps(chronicle, sealed=True)

    def form(world: Chronicle) -> dict[str, Any]:
        return to_data(world, names=True, sealed=True, brief=True)

    text_edited = edited(text, form(loads(text)), form(chronicle))
    if to_data(loads(text_edited)) != to_data(chronicle):
        raise RuntimeError("the Chronicle file would not say what was written")
    return text_edited
