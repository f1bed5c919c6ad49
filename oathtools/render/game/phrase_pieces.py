"""What events say, their parts: scenes and phrases; and pieces that move, secrets that turn, Supply."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import groupby
from typing import TYPE_CHECKING, Any, NamedTuple

from oathtools import catalog
from oathtools.kit.text import listed
from oathtools.procedures.turn import ACTIONS
from oathtools.render.names import Names
from oathtools.table.effects import Event
from oathtools.table.state import FAVOR, HIDDEN, PLACE_NAMES, SECRET, SHARED, SLOT, State
from oathtools.table.views import View

if TYPE_CHECKING:
    from oathtools.journal.play import Play

# -- the events of a game as a viewer could see them when they happened ------------------------------------------------
#
# Each event brings along how its cards lay before and after it (``table.sight``), so that a sentence about entry 12
# tells what was open then, whatever has been seen, hidden or put right since.


_UNSEEN = "dispossessed"
# The kind of a moment that cannot be told.
UNTOLD = "untold"


class Moment(NamedTuple):
    """An event with what could be said of it when it happened.

    ``words`` are the names of the ids in its facts. ``shown``: the viewer could know the face of the card it is about,
    before or after; ``back`` is that card's back, ``facedown`` whether it lies facedown after the event, ``zone``
    where (a site: its slot). ``cites``: the
    clauses that it rests on, and the powers by which it was so.
    """

    n: int
    kind: str
    cites: tuple[str, ...]
    facts: dict[str, Any]
    words: dict[str, str]
    shown: bool
    back: str
    facedown: bool
    zone: str | None = None

    def name(self, fact: str) -> str:
        """The name of what a fact holds."""
        value = self.facts[fact]
        return self.words.get(f"slot.{value}" if isinstance(value, int) else value, str(value))

    @property
    def clauses(self) -> tuple[str, ...]:
        """What it rests on without the powers: for words that no power has changed."""
        return tuple(cite for cite in self.cites if not catalog.is_card(cite))

    @property
    def card(self) -> str:
        """The card of the event: its name, or ``a denizen``."""
        return self.name("card") if self.shown else f"a {'Vision' if self.back == 'vision' else self.back}"


def moments(play: "Play", view: View, since: int = -1) -> Iterator[tuple[int, list[Moment]]]:
    """The events of each answer, with its number, as the viewer of ``view`` could see them. Never raises.

    Those after entry ``since``, and before them all that a whole turn needs to be followed.
    """
    for batch in play.batches_since(since):
        if batch.n <= since:
            yield batch.n, [_followed(batch.n, event) for event in batch.events]
        else:
            yield batch.n, [_seen(batch.n, batch.events, index, view) for index in range(len(batch.events))]


def seen(events: list[Event], view: View) -> list[Moment]:
    """Some events that follow one another, as the viewer could see them. Never raises."""
    return [_seen(0, events, index, view) for index in range(len(events))]


def untold(moment: Moment, fault: Exception) -> Moment:
    """The moment as one that could not be told for a fault: its kind, and its facts in words."""
    words = {key: _fact_in_words(moment, value) for key, value in moment.facts.items()}
    facts = {"event": moment.kind, "fault": type(fault).__name__}
    return moment._replace(kind=UNTOLD, facts=facts, words={key: word for key, word in words.items() if word})


def _fact_in_words(moment: Moment, value: Any) -> str:
    """A fact in words; nothing of an id that has no name for the viewer."""
    if isinstance(value, list):
        return ", ".join(filter(None, (_fact_in_words(moment, each) for each in value)))
    return moment.words.get(value, "") if isinstance(value, str) else str(value) if isinstance(value, int) else ""


def _followed(n: int, event: Event) -> Moment:
    """An event that is only there to be followed, for what comes after it: it has no names."""
    return Moment(n, event.kind, (*event.cites, *event.powers), event.facts, {}, False, "", True)


def _seen(n: int, events: list[Event], index: int, view: View) -> Moment:
    try:
        return _moment(n, events, index, view)
    except Exception as fault:
        kind, cites, facts, *_ = events[index]
        return untold(Moment(n, kind, cites, facts, {}, False, "", True), fault)


def _moment(n: int, events: list[Event], index: int, view: View) -> Moment:
    """An event with the names of what it speaks of, from before or after it, whichever tells more."""
    event = events[index]
    facts = event.facts
    if event.before is None or event.after is None:
        return _followed(n, event)
    card = facts.get("card")
    before, after = _names(event.before, view), _names(_come_to_lie(events, index), view)
    words = _words(facts, before)
    shown = _shows(before, card)
    if card is not None and not shown:
        shown = _shows(after, card)
        unseen = not shown and after.state.where.get(card) == _UNSEEN
        words[card] = after.hidden(card) if unseen else after.name(card)
    back = (after if card in after.state.handles else before).state.back(card) if card is not None else ""
    cites = (*event.cites, *event.powers)
    facedown, zone = card in after.state.facedown, _zone(after.state, card)
    return Moment(n, event.kind, cites, facts, words, shown, back, facedown, zone)


def _zone(state: State, card: str | None) -> str | None:
    """Where a card lies; of a site, its slot."""
    zone = state.where.get(card) if card is not None else None
    return SLOT[state.zones["map"].index(card)] if zone == "map" and card is not None else zone


def _names(state: State, view: View) -> Names:
    return Names(View(state, view.viewer if view.viewer in state.players else None, view.spoil))


def _shows(names: Names, card: str | None) -> bool:
    """May the viewer know the face of a card that lies somewhere? The name of a card still to come is no news.

    That a card is among the Dispossessed is no news either, but which one comes or goes there nobody may see (8.4).
    """
    zone = names.state.where.get(card) if card is not None else None
    if card is None or zone is None or (zone == _UNSEEN and not names.view.spoil):
        return False
    return names.view.shows(card)


def _words(facts: dict[str, Any], names: Names) -> dict[str, str]:
    """The names of all ids in the facts of an event."""
    words: dict[str, str] = {}
    for key, value in (*facts.items(), *facts.get("given", {}).items()):
        if isinstance(value, str):
            words[value] = names.name(value)
        elif key in ("from", "to") and isinstance(value, int) and 0 <= value < len(PLACE_NAMES):
            words[f"slot.{value}"] = names.site(value)
        elif isinstance(value, list):
            words.update((each, names.name(each)) for each in _flat(value))
    return words


def _come_to_lie(events: list[Event], index: int) -> State:
    """How the cards of an event lie once it is done: a card that is moved may be turned over before it comes to rest.

    The next word about which way up it lies counts, before it is moved again.
    """
    event = events[index]
    assert event.after is not None
    card = event.facts.get("card")
    for later in events[index + 1 :] if card is not None else ():
        if later.facts.get("card") != card:
            continue
        if later.kind in ("faceup", "facedown") and later.after is not None:
            return later.after
        if "to" in later.facts:
            break
    return event.after


def _flat(values: list[Any]) -> Iterator[str]:
    for value in values:
        if isinstance(value, str):
            yield value
        elif isinstance(value, list):
            yield from _flat(value)


DESCRIBED = "told"
_BOARD, _BANK_OF, _STOCK = "board.", "bank.", "stock."


Move = dict[str, Any]


class Scene(NamedTuple):
    """What the sentences may lean on: who acts, the action in progress and its card, whether chapter 1 is going on.

    ``source``: the pile that is being searched, nothing if it is a deck; ``to``: where a trip goes. ``n`` is the answer
    with which the action was told: what the table saw at once needs no word of its own. ``fight``: for what a campaign
    is, and its chance.
    """

    names: Names
    actor: str
    action: str = ""
    card: str = ""
    setup: bool = False
    source: str = ""
    to: str = ""
    n: int = -1
    fight: str = ""

    def has_described(self, kind: str) -> bool:
        """Has the phrase for the action in progress told this kind of event already?"""
        action = ACTIONS.get(self.action)
        return action is not None and kind in action.tells


class Phrase(NamedTuple):
    """``subject`` does ``says``; the sentences of one subject are joined.

    ``moves`` are what hands at a table do by these words: so many pieces, a card, or a marker from here to there.
    ``kind``: that of the line it belongs to.
    """

    subject: str
    says: str
    cites: tuple[str, ...]
    moves: tuple[Move, ...] = ()
    kind: str = DESCRIBED


Run = list[Moment]
Tell = Callable[[Scene, Run], Iterator[Phrase]]


class _Part(NamedTuple):
    """One movement of pieces as it is told: ``SUBJECT verb COUNT pieces TAIL``.

    ``subject``, ``tail`` and ``goal`` are places; ``link`` stands before the name of the tail, "to" before the goal.
    """

    moment: Moment
    subject: str
    verb: str
    link: str = ""
    tail: str = ""
    goal: str = ""

    @property
    def kind(self) -> tuple[str, str]:
        """What moves, and of whom it is told: the same twice is counted together."""
        return self.moment.facts["what"], self.subject.removeprefix(_BOARD)

    @property
    def move(self) -> Move:
        """What the words mean: where the pieces go by the verb, whatever the event was."""
        what, count = self.moment.facts["what"], self.moment.facts["count"]
        bank = _bank_of(what)
        spots = {
            _SUBJECT: self.subject,
            _TAIL: self.tail or bank,
            _BANK: self.goal or bank,
            _WHENCE: self.tail or self.subject,
            _ASIDE: self.moment.facts["to"],
        }
        source, target = _MEANS[self.verb]
        return {"what": what, "count": count, "from": spots[source], "to": spots[target]}


# What the verbs mean: from where to where. The bank is that of the pieces: the shared one, or a personal one.
_SUBJECT, _TAIL, _BANK, _WHENCE = "subject", "tail or bank", "goal or bank", "tail or subject"
_ASIDE = "those set aside"
_LOSING = ("loses", "sacrifices", "sets aside", "sacrifices and sets aside")
_MEANS = {
    "gives": (_SUBJECT, _TAIL),
    "places": (_SUBJECT, _TAIL),
    "returns": (_WHENCE, _BANK),
    "burns": (_SUBJECT, _BANK),
    "loses": (_WHENCE, _BANK),
    "sacrifices": (_WHENCE, _BANK),
    "sets aside": (_WHENCE, _ASIDE),
    "sacrifices and sets aside": (_WHENCE, _ASIDE),
    "gains": (_TAIL, _SUBJECT),
    "takes": (_TAIL, _SUBJECT),
    "takes back": (_TAIL, _SUBJECT),
    "gets": (_TAIL, _SUBJECT),
    "gets back": (_TAIL, _SUBJECT),
}


def pieces(scene: Scene, run: Run) -> Iterator[Phrase]:
    """Pieces that move: told of the one who moves them, or else of the place that gets them."""
    if _to_every_bank(run):
        facts = run[0].facts
        moves = [{**_moved(facts), "to": f"{_BANK_OF}{suit}"} for suit in catalog.SUITS]
        yield Phrase("each favor bank", f"gets {facts['count']} favor", run[0].cites, tuple(moves))
        return
    yield from _alike(_phrases_of_run(scene, run)) if scene.setup else _phrases_of_run(scene, run)


def _moved(facts: dict[str, Any]) -> Move:
    return {key: facts[key] for key in ("what", "count", "from", "to")}


def _alike(phrases: Iterator[Phrase]) -> Iterator[Phrase]:
    """Several players who get the same at setup, in one sentence."""
    for says, group in groupby(phrases, lambda phrase: phrase.says):
        together = list(group)
        if len(together) > 1 and says.startswith("gets "):
            subject = listed([phrase.subject for phrase in together])
            cites, moves = all_cites(each.cites for each in together), all_moves(together)
            yield Phrase(subject, f"each get {says.removeprefix('gets ')}", cites, moves)
        else:
            yield from together


def _phrases_of_run(scene: Scene, run: Run) -> Iterator[Phrase]:
    parts = [_part(scene, moment) for moment in run]
    for (subject, verb), group in groupby(parts, lambda part: (_subject(scene, part), part.verb)):
        alike = list(group)
        by_tail: dict[str, Counter[tuple[str, str]]] = {}
        for part in alike:
            by_tail.setdefault(_tail(scene, part), Counter())[part.kind] += part.moment.facts["count"]
        phrases = [f"{listed(_counted(scene, there))} {tail}".strip() for tail, there in by_tail.items()]
        cites, moves = all_cites(part.moment.cites for part in alike), tuple(part.move for part in alike)
        yield Phrase(subject, f"{verb} {listed(phrases)}", cites, moves)


def _subject(scene: Scene, part: _Part) -> str:
    names, place = scene.names, part.subject
    if part.verb in _LOSING and place == _BOARD + part.moment.facts["what"]:
        return names.side(place.removeprefix(_BOARD))
    return _place(scene, part, place)


def _tail(scene: Scene, part: _Part) -> str:
    if not part.link:
        return ""
    it = part.tail == scene.card and part.verb == "places"
    after = " burns" if part.link == "that" else f" to {_place(scene, part, part.goal)}" if part.goal else ""
    return f"{part.link} {'it' if it else _place(scene, part, part.tail)}{after}"


def _place(scene: Scene, part: _Part, place: str) -> str:
    """The player of a board, or the name of another place; a board that holds another's warbands is one of these."""
    lent = part.verb in _LOSING and place == part.tail
    if place.startswith(_BOARD) and not lent:
        return scene.names.seat(place.removeprefix(_BOARD))
    return part.moment.words.get(place) or scene.names.name(place)


def _counted(scene: Scene, there: Counter[tuple[str, str]]) -> list[str]:
    """So many pieces of each kind; warbands without their color where it is that of the subject."""
    return [scene.names.pieces(what, count, seat) for (what, seat), count in there.items()]


def _to_every_bank(run: Run) -> bool:
    """Does every favor bank get the same from the same place (1.6)?"""
    banks = {moment.facts["to"] for moment in run}
    amounts = {(moment.facts["from"], moment.facts["count"]) for moment in run}
    return (
        banks == {f"{_BANK_OF}{suit}" for suit in catalog.SUITS}
        and len(banks) == len(run)
        and amounts == {(SHARED, run[0].facts["count"])}
    )


def _part(scene: Scene, moment: Moment) -> _Part:
    """How a movement is told: chosen by where the pieces come from and where they go, never by the occasion alone."""
    facts, kind = moment.facts, moment.kind
    source, target, what = facts["from"], facts["to"], facts["what"]
    bank = _bank_of(what)
    home, own = target == bank, source == bank
    part = partial(_Part, moment)
    aside = target.startswith("aside.")
    if kind in ("kill", "sacrifice") and what in catalog.COLORS and (home or aside):
        verb = ("sets aside" if aside else "loses") if kind == "kill" else "sacrifices"
        verb += " and sets aside" if aside and kind == "sacrifice" else ""
        if source == _BOARD + what:
            return part(source, verb)
        return part(_BOARD + what, verb, "at" if source.startswith("slot.") else "from", source)
    if aside:
        return part(source, "sets aside")
    if kind == "capture":
        return part(target, "gets", "from", source)
    if source.startswith(_BOARD):
        return _from_board(part, kind, source, target, home)
    if target.startswith(_BOARD):
        if own:
            return part(target, {"gain": "gains", "take": "takes"}.get(kind, "gets"))
        back = "takes back" if kind == "move" and target == f"{_BOARD}{scene.actor}" else "gets"
        moved = back if _is_card(source) and what != FAVOR else "takes"
        return part(target, {"gain": "gains", "give": "gets"}.get(kind, moved), "from", source)
    if home and kind == "burn":
        return part(source, "loses")
    if source.startswith("banner.") and target.startswith(_BANK_OF):
        return part(f"{_BOARD}{scene.actor}", "returns", "from", source, target)
    if own:
        return part(target, "gets")
    return part(target, "gets back" if target.startswith((_STOCK, _BANK_OF)) else "gets", "from", source)


def _from_board(part: Callable[..., _Part], kind: str, source: str, target: str, home: bool) -> _Part:
    """Pieces that leave a board: to a player, to their bank, or to another place."""
    if target.startswith(_BOARD):
        if kind == "burn":
            return part(target, "takes", "that", source)
        return part(source, "gives", "to", target) if kind == "give" else part(target, "takes", "from", source)
    if home:
        return part(source, "burns" if kind == "burn" else "returns")
    if kind == "give":
        return part(source, "gives", "to", target)
    where = {"bank": "in", "shared": "in", "slot": "at"}.get(target.partition(".")[0], "on")
    return part(source, "places", where, target)


def _bank_of(what: str) -> str:
    """Where pieces come from and go back to: the shared bank, or the personal bank of a color."""
    return SHARED if what in (FAVOR, SECRET, HIDDEN) else f"{_STOCK}{what}"


def _is_card(place: str) -> bool:
    return place.partition(".")[0] in ("denizen", "edifice", "relic", "vision")


def secrets_turned(scene: Scene, run: Run) -> Iterator[Phrase]:
    """Secrets that flip, on a board or a card."""
    for moment in run:
        place = moment.facts["at"]
        pieces = scene.names.pieces(SECRET, moment.facts["count"])
        says = f"flips {pieces} facedown" if moment.facts["facedown"] else f"turns {pieces} faceup"
        moves = ({"turned": SECRET, "count": moment.facts["count"], "at": place, "facedown": moment.facts["facedown"]},)
        if place.startswith(_BOARD):
            yield Phrase(scene.names.seat(place.removeprefix(_BOARD)), says, moment.cites, moves)
        else:
            yield Phrase(scene.names.seat(scene.actor), f"{says} on {moment.name('at')}", moment.cites, moves)


def spent(scene: Scene, run: Run) -> Iterator[Phrase]:
    """Supply that was spent: what one player spends on one thing is one sum."""
    for who, group in groupby(run, lambda moment: str(moment.facts["who"])):
        together = list(group)
        spent = sum(moment.facts["from"] - moment.facts["to"] for moment in together)
        if spent:
            cites = all_cites(moment.cites for moment in together)
            yield Phrase(
                scene.names.seat(who),
                f"spends {spent} Supply",
                cites,
                ({"marker": "supply", "who": who, "by": -spent},),
            )


def supply(scene: Scene, run: Run) -> Iterator[Phrase]:
    """Where the Supply marker was set: one line if every player has the same."""
    if len({moment.facts["to"] for moment in run}) == 1 and len(run) == len(scene.names.state.seats):
        moves = tuple(move for moment in run for move in _supply_to(moment))
        yield Phrase("every player", f"has {run[0].facts['to']} Supply", run[0].cites, moves)
        return
    for moment in run:
        says = f"has {moment.facts['to']} Supply now"
        yield Phrase(who_acts(scene, moment), says, moment.cites, _supply_to(moment))


def refresh(scene: Scene, run: Run) -> Iterator[Phrase]:
    """Supply refreshed (4.3.3)."""
    for moment in run:
        says = f"refreshes to {moment.facts['to']} Supply"
        yield Phrase(who_acts(scene, moment), says, moment.cites, _supply_to(moment))


def save(scene: Scene, run: Run) -> Iterator[Phrase]:
    """Supply that was saved with what was unspent."""
    for moment in run:
        if moment.facts["to"] != moment.facts["from"]:
            says = f"has {moment.facts['to']} with what was unspent"
            yield Phrase(who_acts(scene, moment), says, moment.cites, _supply_to(moment))


def _supply_to(moment: Moment) -> tuple[Move, ...]:
    return ({"marker": "supply", "who": moment.facts["who"], "to": moment.facts["to"]},)


def who_acts(scene: Scene, moment: Moment) -> str:
    """The name of the player an event speaks of."""
    return scene.names.seat(moment.facts["who"])


def all_moves(phrased: Iterable[Phrase]) -> tuple[Move, ...]:
    """The moves of several phrases."""
    return tuple(move for phrase in phrased for move in phrase.moves)


def all_cites(groups: Iterable[tuple[str, ...]]) -> tuple[str, ...]:
    """The clauses of several events, each once."""
    return tuple(dict.fromkeys(cite for group in groups for cite in group))
