"""What some answers of a line did, as far as words may tell it: names, words for what was done, numbers."""

import re
from collections.abc import Iterable, Iterator, Sequence, Set
from functools import cache, cached_property
from typing import Any

from oathtools import catalog
from oathtools.answerers.matching import Label, key
from oathtools.answerers.reading import KEEPS, PLACE
from oathtools.answerers.speech import Number, words
from oathtools.engine.decision import Answer
from oathtools.journal.entry import Entry
from oathtools.procedures.actions.play import DISCARD
from oathtools.procedures.campaign.fight import PLAN
from oathtools.procedures.turn import ACTIONS, END
from oathtools.table.effects import Event
from oathtools.table.state import REGION_OF_SLOT, State

# Verbs of who ends a turn.
ENDS = frozenset(("end", "finish", "done", "rest", "pass", "call", "through", "stop", "wrap", "quit"))
_ENDS = ENDS | {"over", "finished", "turn", "phase", "act", "to"}
_OWNED = re.compile(r"(?:board|advisers|held|stock|hand|vision)\.")
PIECES = ("favor", "secret")
BATTLE = PLAN.partition(".")[0]
NOTHING = ("no", "none", "go-on", "nothing", "", 0, "0", "later", "declines")
_SHORTENED = 3  # letters to which the words of an id may be shortened


class Done:
    """What some answers did: the answers (``given``), those that went without saying, what came of them (``told``:
    with what came before them, each with the entry of which it came: 0 for one of the line before these, -1 before it).

    ``about`` are the facts of the questions before and after them; ``unchosen`` is what the line might have chosen with
    what it chose, and did not; ``sides`` are the players of the campaign under way.
    """

    def __init__(self, entries: Sequence[Entry], skipped: Iterable[tuple[str, Answer]],
                 told: Sequence[tuple[int, Event]], state: State, about: Sequence[Any], label: Label,
                 unchosen: frozenset[str], sides: frozenset[str]) -> None:  # fmt: skip
        self.entries, self.told, self.state, self.about, self.label = entries, told, state, about, label
        self.events = [event for came, event in told if came > 0]
        self.given = [(each.kind, each.answer) for each in entries]
        self.answers = [*self.given, *skipped, *(pair for each in entries for pair in each.skipped)]
        self.who = {each.who for each in entries}
        self.idle = {each.who for each in entries if does_nothing(each.answer)}
        self.unchosen, self.sides = unchosen, sides

    # -- names ---------------------------------------------------------------------------------------------------------

    @cached_property
    def ids(self) -> set[str]:
        """Everything that the answers and events are about: cards, players and their roles, places, banks, piles."""
        found = {text for _, answer in self.answers for text in texts_of(answer)} | self.who
        found |= {text for event in self.events for text in texts_of(event.facts)}
        for about in self.about:
            found |= set(texts_of(about)) | set(texts_of(getattr(about, "given", None)))
            found |= {about.actor} if hasattr(about, "actor") else set()
        for text in list(found):
            found |= set(self._beside(text))
        for seat in found & self.state.players.keys():
            role = self.state.players[seat].role
            found |= {role} if role == "exile" else {role, "empire"}
            found |= {"oathkeeper", "usurper"} if self.state.oathkeeper == seat else set()
        return found

    def _beside(self, text: str) -> Iterator[str]:
        """What goes with an id: whose it is, where it lies, who stands there."""
        owner, sites = text.rpartition(".")[2], self.state.zone("map")
        if _OWNED.match(text):
            yield owner
        if text.startswith(("slot.", "relics.", "cards.")) and owner.isdecimal() and int(owner) < len(REGION_OF_SLOT):
            yield from (sites[int(owner)], REGION_OF_SLOT[int(owner)])
        if text.startswith(("adviser-", "discard.", "bank.")):
            yield from re.split("[.-]", text)
        if spot := re.match(r"relic-(\d+)-", text):
            yield from self._beside(f"relics.{int(spot[1]) - 1}")
        if text in self.state.handles:
            yield self.state.handles[text].back
        if text in self.state.where:
            yield from (self.state.where[text], self.state.where[text].rpartition(".")[2])
        if owner.isdecimal() and text.rpartition(".")[0] in REGION_OF_SLOT:
            yield "facedown"  # nobody has been there
        if text in sites and (slot := sites.index(text)) < len(REGION_OF_SLOT):
            yield REGION_OF_SLOT[slot]
            yield from (seat for seat, player in self.state.players.items() if player.slot == slot)

    @cached_property
    def names(self) -> set[str]:
        """The words of all names of what it is about, and of the sites from which pawns came."""
        moved = [event.facts for event in self.events if event.kind == "pawn"]
        slots = {each[way] for each in moved for way in ("from", "to") if isinstance(each.get(way), int)}
        return self.words_of(self.ids | {self.state.zone("map")[slot] for slot in slots})

    @cached_property
    def ways(self) -> dict[str, set[str]]:
        """The words of the names of the sites that pawns and warbands moved from, and to."""
        ends: dict[str, set[str]] = {"from": set(), "to": set()}
        sites = self.state.zone("map")
        for event in self.events:
            for way, places in ends.items():
                slot = str(event.facts.get(way)).removeprefix("slot.")
                places |= {sites[int(slot)]} if event.kind in ("move", "pawn") and slot.isdecimal() else set()
        return {way: self.words_of(places) for way, places in ends.items()}

    @cached_property
    def fell(self) -> set[str]:
        """The words of the names of the sites at which warbands fell."""
        slots = (str(each.facts.get("from")).removeprefix("slot.") for each in self.events if each.kind == "kill")
        return self.words_of(self.state.zone("map")[int(slot)] for slot in slots if slot.isdecimal())

    @cached_property
    def left_out(self) -> set[str]:
        """The words of names that would have been answers, of which nothing was done: *two on River*, told too late."""
        given = {text for _, answer in self.answers for text in texts_of(answer)}
        return self.words_of(self.unchosen) - self.words_of(given)

    @cached_property
    def declined(self) -> set[str]:
        """The words of the names of what might have been used where nothing was: *no Longbows*."""
        passed = (each.options for each in self.entries if does_nothing(each.answer) and isinstance(each.options, list))
        return self.words_of(str(option) for options in passed for option in options)

    @cached_property
    def words_of_ids(self) -> set[str]:
        """The words of which the ids themselves are made."""
        return {word for each in self.ids for word in re.split("[._=@-]", each)}

    @cached_property
    def around(self) -> set[str]:
        """The words of the names of where they stand."""
        slots = {player.slot for seat, player in self.state.players.items() if seat in self.ids}
        return self.words_of({self.state.zone("map")[slot] for slot in slots if slot is not None})

    @cached_property
    def on_the_table(self) -> set[str]:
        """The words of the names of all that lies open on the table."""
        return self.words_of({*(each.id for each in catalog.cards("banner")), *(card for card, _ in self._open)})

    @property
    def _open(self) -> Iterator[tuple[str, str]]:
        """The cards that everybody sees, each with its place: what lies facedown explains no word to anybody."""
        return ((card, place) for card, place in self.state.where.items() if card not in self.state.facedown)

    @cached_property
    def answered(self) -> set[str]:
        """The words of the names of what was answered, or went without saying."""
        return self.words_of(text for _, answer in self.answers for text in texts_of(answer))

    @cached_property
    def kept(self) -> dict[str, set[str]]:
        """The words of the names of the cards that somebody keeps of those in hand, each with who does."""
        found: dict[str, set[str]] = {}
        for each in self.entries if (PLACE, DISCARD) not in self.given else ():
            for word in self.words_of([str(each.answer)]) if each.kind in KEEPS else ():
                found.setdefault(word, set()).add(each.who)
        return found

    def keeps_unnamed(self, card: str) -> bool:
        """Did somebody keep a card that nobody has named, which it may be (1.23.2)?"""
        played = [each.facts for each in self.events if each.kind == "play"]
        kept = [each["card"] for each in played if str(each["to"]).startswith("advisers.")]
        return card not in self.state.where and not self.state.handles.keys().isdisjoint(kept)

    @property
    def thrown(self) -> int:
        """How many cards were discarded, those of a hand before this last one included: *bins both*."""
        return sum(event.kind == "discard" for came, event in self.told if came >= 0)

    @cached_property
    def lying(self) -> set[str]:
        """The words of the names of where the cards lie that it is about."""
        places = (each for each in self.ids if each.startswith(("relics.", "cards.")))
        return self.words_of({site for place in places for site in self._beside(place)})

    @cached_property
    def near(self) -> set[str]:
        """The words of the names of what lies with what was moved: at the same place, beside the same player."""
        places = self.ids | {f"{kind}.{seat}" for kind in ("advisers", "held") for seat in self.who}
        return self.words_of({card for card, place in self._open if place in places})

    def words_of(self, ids: Iterable[str]) -> set[str]:
        """The words of the names of cards and players."""
        spellings: list[str] = []
        for each in ids:
            plain = re.split("[=@]", each)[0]
            spellings.append(self.label(plain) if plain in self.state.players else "")
            if catalog.is_card(plain):
                spellings += [catalog.name_of(plain), *getattr(catalog.card(plain), "aliases", ())]
        return {key(word) for spelling in spellings for word in re.split(r"[\s._=@-]+", spelling)} - {""}

    def is_named(self, word: str) -> bool:
        """Is it a word of one of the names, shortened, or mistyped?"""
        plain = key(word)
        if plain in self.names or word in self.words_of_ids:
            return True
        if any(each.startswith(word) for each in self.words_of_ids if len(word) >= _SHORTENED and word.isalpha()):
            return True  # 2 from Arc
        if len(plain) < 3 or plain.isdigit():
            return False
        ends = len(plain) > 4  # gangs: Pressgangs
        return any(name.startswith(plain) or (ends and name.endswith(plain)) or catalog.mistyped(plain, name)
                   for name in self.names)  # fmt: skip

    # -- words for what was done ---------------------------------------------------------------------------------------

    @cached_property
    def vocabulary(self) -> set[str]:
        """The words for what was asked and done."""
        book, known = words(), set[str]()
        for kind, answer in self.answers:
            last = kind.rpartition(".")[2]
            known |= {last, f"{last}s", *book["answers"].get(last, ()), *_of_action(kind.partition(".")[0])}
            known |= _of_action(str(answer)) if kind == "act" else set()
            known |= _ENDS | book["hands_on"] if (kind, answer) == ("act", END) else set()
            known |= book["of_plans"] if kind == PLAN else set()
            known |= {"plan", "plans", "battle"} if kind.startswith(BATTLE) else set()
        known |= book["untold"] | book["anybody"] if self.untold else set()
        return known.union(*({*book["events"].get(each.kind, ()), each.kind} for each in self.events))

    @cached_property
    def untold(self) -> bool:
        """Is any of the answers of cards that nobody names?"""
        told = (text for _, answer in self.answers for text in texts_of(answer))
        return any(is_untold(answer) for _, answer in self.answers) or any(each in self.state.handles for each in told)

    @cached_property
    def fights(self) -> bool:
        """Was anything said of a campaign?"""
        return any(kind.startswith(f"{BATTLE}.") for kind, _ in self.given)

    @cached_property
    def battle(self) -> Any:
        """How the last battle ended, if one did."""
        return next((each.facts for each in reversed(self.events) if each.kind == "battle"), None)

    @cached_property
    def totals(self) -> tuple[int, ...]:
        """What the last battle came to with what was sacrificed, the victor's total first."""
        if not self.rolled or self.battle is None:
            return ()
        gone = sum(each.facts["count"] for each in self.events if each.kind == "sacrifice")
        return (self.rolled[0] + gone, self.rolled[1])[:: 1 if self.battle["won"] else -1]

    @cached_property
    def rolled(self) -> tuple[int, ...]:
        """What the dice of the last battle came to: attack, defense."""
        rolls = (each.facts for _, each in reversed(self.told) if each.kind == "rolled_battle")
        return next(((each["attack"], each["defense"]) for each in rolls), ())

    def touches(self, seat: str) -> bool:
        """Does some event let a player do, gain or lose something?"""
        values = (value for event in self.events for value in event.facts.values() if isinstance(value, str))
        return any(value.rpartition(".")[2] == seat for value in values)

    # -- numbers -------------------------------------------------------------------------------------------------------

    @cached_property
    def moved(self) -> set[tuple[str, int, str]]:
        """What was counted: the unit, how many, whether to somebody (+), from somebody (-), or neither."""
        return self._moved(1)

    @cached_property
    def lately(self) -> set[tuple[str, int, str]]:
        """The same of the last action alone: *+2 warbands* behind it says what that brought."""
        return self._moved(max((each.n for each in self.entries if each.kind == "act"), default=1))

    def _moved(self, since: int) -> set[tuple[str, int, str]]:
        found: set[tuple[str, int, str]] = set()
        sums: dict[tuple[str, str, object], int] = {}  # of one answer, of one sort
        for came, event in ((came, event) for came, event in self.told if came >= since):
            for unit, many, way in _counted(event) if came else ():
                found.add((unit, many, way))
                key = unit, way, (came, event.facts.get("what"))
                sums[key] = sums.get(key, 0) + many
        cards = {("card", sum(each.kind == kind for each in self.events), "") for kind in ("discard", "card")}
        lies = [each for each in self.events if each.kind == "card" and str(each.facts.get("to")).startswith("relics.")]
        cards |= {("card", self.thrown, ""), ("relic", len(lies), "")}  # there was one relic at the site
        totals = {(unit, many, way) for (unit, way, _), many in sums.items() if unit in (*PIECES, "warband")}
        return found | cards | totals

    @cached_property
    def numbers(self) -> set[int]:
        """The numbers that the answers say: amounts, shares, how many options."""
        found: set[int] = set()
        for answer in (answer for kind, answer in self.answers if not kind.endswith(".dice")):
            found |= {answer} if isinstance(answer, int) else set()
            found |= {len(answer)} if isinstance(answer, list) else set()
            found |= set(answer.values()) if isinstance(answer, dict) else set()
            found |= {int(text.rpartition("=")[2]) for text in texts_of(answer)
                      if re.fullmatch(r"(?:.*=[+-]?)?\d{1,3}", text)}  # fmt: skip
        return found

    @cached_property
    def among(self) -> set[int]:
        """Of how many something was moved or chosen: what was there before, how many were told."""
        there = ((event.facts, self.state.pieces.get(str(event.facts.get("from")), {})) for event in self.events)
        before = {facts["count"] + left.get(str(facts.get("what")), 0) for facts, left in there
                  if isinstance(facts.get("count"), int)}  # fmt: skip
        return self.numbers | before | {len(each.options) for each in self.entries
                                        if isinstance(each.options, list) and each.kind != "act"}  # fmt: skip

    def has(
        self, counted: Number, verbs: frozenset[str], lows: Set[str] = frozenset(), who: Iterable[str] = ()
    ) -> bool:
        """Is so much among what was moved, in the direction that the verb says, or what somebody has now?

        ``lows`` are the words around: they say of what there is a number, where it stands alone. Who leaves or gives so
        many (``who``) has them no more.
        """
        book = words()
        comes, leaves = bool(verbs & book["comes"]), bool(verbs & book["leaves"])
        cards = bool(verbs & {*book["throws"], *book["answers"]["draw"]} or lows & {"other", "others", "rest"})
        way = "" if comes == leaves else "+" if comes else "-"
        if counted.of_bank and counted.of_bank not in self.ids:
            return False
        left = "leave" not in verbs or "left" in verbs  # who leaves one there moves it: what comes is no rest, either
        told = left and lows & book["states"] and (not comes or not lows.isdisjoint(("to", "now")))
        states = bool(told or (verbs & book["makes"] and self.who.isdisjoint(who)))
        if counted.among and counted.among not in self.among:
            return False
        late = {each for each in self.lately if way and each[0] == counted.unit and each[2] == way}
        for unit, many, went in late or self.moved:
            if went == "=" and unit == "supply" and not states:
                continue  # what is left is said to be
            spent = unit == "supply" and went == "-" and not cards
            plain = not counted.unit and (not unit or (went and went == way) or spent or (unit == "card" and cards))
            if (counted.unit == unit or plain) and counted.many in (many, -1, -2) and (not way or went in ("", way)):
                return True
        fell = {many for unit, many, _ in self.moved if unit == "warband"}
        sacrificed = any(each.kind == "sacrifice" for each in self.events)
        if sacrificed and counted.unit in ("", "warband") and counted.many in fell:
            return True  # all three go down for it
        ending = "take-warbands.number" if way == "+" else "warbands.number"
        asked = (str(answer) for kind, answer in self.answers if kind.endswith(ending))
        if counted.unit == "warband" and str(counted.many) in asked:
            return True  # so many are asked for, or given
        if any(isinstance(answer, dict) and answer.get(counted.unit) == counted.many for _, answer in self.answers):
            return True  # offered, or asked for
        paid = not counted.unit and verbs & {"pay", "spend", "cost"}
        rolls = (answer for kind, answer in self.answers if kind.endswith(("roll", ".die")))
        some = {len(answer) for answer in rolls if isinstance(answer, list)}  # dice: as many as are told
        known = some if counted.unit == "die" else self.numbers
        if counted.unit in ("card", "denizen", "vision", "relic", "die", "") and counted.many in known and not paid:
            return True
        if states and counted.unit in ("", "warband") and counted.many in self._there:
            return True  # two there now
        return states and any((counted.unit, counted.many) in self._totals(seat) for seat in self.who)

    def comes_to(self, counted: Number, now: bool) -> bool:
        """Is it what one of those who act has now, or (unless that is said) what the line has brought in all?"""
        unit = counted.unit or "warband"
        moved = (each for _, event in self.told for each in _counted(event))
        brought = sum(many for what, many, way in moved if (what, way) == (unit, "+"))
        known = self._there if now else {brought, *self._there}
        return counted.many in known or any((unit, counted.many) in self._totals(seat) for seat in self.who)

    @property
    def _there(self) -> set[int]:
        """How many warbands stand at the sites that it is about."""
        sites = (each for each in self.ids & self.state.pieces.keys() if each.startswith("slot."))
        return {many for each in sites for what, many in self.state.pieces[each].items() if what not in PIECES}

    def _totals(self, seat: str) -> set[tuple[str, int]]:
        if seat not in self.state.players:
            return set()
        board = self.state.pieces.get(f"board.{seat}", {})
        pieces = {(what if what in PIECES else "warband", many) for what, many in board.items()}
        return pieces | {("supply", self.state.players[seat].supply)}


def _counted(event: Event) -> Iterator[tuple[str, int, str]]:
    """What one event counts."""
    facts = event.facts
    if isinstance(facts.get("count"), int):
        what = "secret" if event.kind == "secrets_turned" else str(facts.get("what"))
        unit = what if what in PIECES else "warband"
        comes, goes = str(facts.get("to")).startswith("board."), str(facts.get("from")).startswith(("board.", "slot."))
        ways = [way for way, so in (("+", comes), ("-", goes)) if so] or [""]
        yield from ((unit, facts["count"], way) for way in ways)
    elif isinstance(facts.get("from"), int) and isinstance(facts.get("to"), int) and event.kind != "pawn":
        yield ("supply", abs(facts["from"] - facts["to"]), "-" if facts["from"] > facts["to"] else "+")
        yield ("supply", facts["to"], "=")
    elif event.kind == "pools":
        yield from (("die", facts[pool], "=") for pool in ("attack", "defense"))
    elif event.kind == "rolled_battle":
        yield from (("", facts[side], "") for side in ("attack", "defense"))
    elif event.kind == "plan":
        pools = [(battle.attack, battle.defense) for battle in (facts["use"].before, facts["use"].after)]
        changed = {abs(after - before) for before, after in zip(*pools, strict=True)} - {0}
        yield from ((unit, many, "") for unit in ("die", "") for many in {*pools[0], *pools[1], *changed})


def does_nothing(answer: Answer) -> bool:
    """Is it an answer by which nothing is done?"""
    return answer in NOTHING or answer in ([], {})


def is_untold(answer: Answer) -> bool:
    """Is an answer of cards that nobody names?"""
    backs = ("denizen", "vision", "relic", "adviser-facedown")
    return answer == [] or any(each.startswith("untold") or each in backs for each in texts_of(answer))


@cache
def _of_action(name: str) -> set[str]:
    """The words that belong to an action, whatever is said of it."""
    if name not in ACTIONS:
        return set()
    record = ACTIONS[name]
    texts = [name, record.label, record.menu, record.phrase, *record.verbs, *record.begins]
    texts += [f"{each.flag} {each.unit} {each.name}" for each in record.fields]
    texts += words()["acts"].get(name, ())
    plain = re.sub(r"\{\w+\}", " ", " ".join(each for each in texts if isinstance(each, str)).casefold())
    things = words()["row"] | words()["sorts"] | {"bandits"}  # world, deck: these must be meant
    closed = (things - {"card", "cards"}) | words()["closes"]
    return {word for word in re.findall(r"[a-z]+", plain) if len(word) > 1} - closed


def texts_of(value: Any) -> Iterator[str]:
    """All texts and numbers of plain data."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for name, each in value.items():
            yield from (str(name), *texts_of(each))
    elif isinstance(value, list | tuple):
        for each in value:
            yield from texts_of(each)
    elif isinstance(value, int) and not isinstance(value, bool):
        yield str(value)
