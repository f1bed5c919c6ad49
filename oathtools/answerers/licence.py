"""Every word of a segment counts: what none of the answers, nor what came of them, explains is refused.

A word says an answer, names something that an answer or an event is about, counts what was moved, is a word for what
was done, or means nothing by itself. It is asked of all words alike, whichever reading is tried.
"""

import re
from collections.abc import Iterable, Iterator, Sequence, Set
from functools import cache, cached_property
from typing import Any

from oathtools import catalog
from oathtools.answerers.clauses import Count, Segment
from oathtools.answerers.matching import Label, key
from oathtools.answerers.speech import Number, ends_a_turn, is_company, is_empty, is_joint, unit_of, verbs_of, words
from oathtools.engine.decision import Answer
from oathtools.journal.entry import Entry
from oathtools.kit.text import NUMBER_WORDS
from oathtools.procedures.campaign.fight import BANDITS, PLAN
from oathtools.procedures.turn.loop import ACTIONS, END
from oathtools.table.effects import Event
from oathtools.table.state import REGION_OF_SLOT, State

ENDS = frozenset(("end", "finish", "done", "rest", "pass", "call", "through"))  # verbs of who ends a turn
_ENDS = ENDS | {"over", "finished", "turn", "phase", "act", "to"}
_OWNED = re.compile(r"(?:board|advisers|held|stock|hand|vision)\.")
_PIECES = ("favor", "secret")
_BATTLE = PLAN.partition(".")[0]
_WAYS = {"from": "from", "off": "from", "to": "to", "onto": "to", "into": "to"}
_BACK = {"from": "to", "to": "from"}
_TIED = frozenset((*_WAYS, "at", "against", "for", "with", "on"))
_NOTHING = ("no", "none", "go-on", "nothing")
_SHORTENED = 3  # letters to which the words of an id may be shortened
_SEVERAL = 2  # from which number on a word is one that must be explained: one is also somebody, or something


class Done:
    """What some answers did: the answers (``given``), those that went without saying, what came of them.

    ``about`` are the facts of the questions before and after them; ``unchosen`` is what the line might have chosen with
    what it chose, and did not.
    """

    def __init__(self, entries: Sequence[Entry], skipped: Iterable[tuple[str, Answer]], events: Sequence[Event],
                 state: State, about: Sequence[Any], label: Label, unchosen: frozenset[str]) -> None:  # fmt: skip
        self.entries, self.events, self.state, self.about, self.label = entries, events, state, about, label
        self.given = [(each.kind, each.answer) for each in entries]
        self.answers = [*self.given, *skipped, *(pair for each in entries for pair in each.skipped)]
        self.who = {each.who for each in entries}
        self.unchosen = unchosen

    # -- names ---------------------------------------------------------------------------------------------------------

    @cached_property
    def ids(self) -> set[str]:
        """Everything that the answers and events are about: cards, players and their roles, places, banks, piles."""
        found = {text for _, answer in self.answers for text in _texts(answer)} | self.who
        found |= {text for event in self.events for text in _texts(event.facts)}
        for about in self.about:
            found |= set(_texts(about)) | set(_texts(getattr(about, "given", None)))
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
        return self._words_of(self.ids | {self.state.zone("map")[slot] for slot in slots})

    @cached_property
    def ways(self) -> dict[str, set[str]]:
        """The words of the names of the sites that pawns and warbands moved from, and to."""
        ends: dict[str, set[str]] = {"from": set(), "to": set()}
        sites = self.state.zone("map")
        for event in self.events:
            for way, places in ends.items():
                slot = str(event.facts.get(way)).removeprefix("slot.")
                places |= {sites[int(slot)]} if event.kind in ("move", "pawn") and slot.isdecimal() else set()
        return {way: self._words_of(places) for way, places in ends.items()}

    @cached_property
    def left_out(self) -> set[str]:
        """The words of names that would have been answers, of which nothing was done: *two on River*, told too late."""
        given = {text for _, answer in self.answers for text in _texts(answer)}
        return self._words_of(self.unchosen) - self._words_of(given)

    @cached_property
    def declined(self) -> set[str]:
        """The words of the names of what might have been used where nothing was: *no Longbows*."""
        passed = (each.options for each in self.entries if each.answer in _NOTHING and isinstance(each.options, list))
        return self._words_of(str(option) for options in passed for option in options)

    @cached_property
    def words_of_ids(self) -> set[str]:
        """The words of which the ids themselves are made."""
        return {word for each in self.ids for word in re.split("[._=@-]", each)}

    @cached_property
    def around(self) -> set[str]:
        """The words of the names of where they stand."""
        slots = {player.slot for seat, player in self.state.players.items() if seat in self.ids}
        return self._words_of({self.state.zone("map")[slot] for slot in slots if slot is not None})

    @cached_property
    def on_the_table(self) -> set[str]:
        """The words of the names of all that lies open on the table."""
        return self._words_of({*(each.id for each in catalog.cards("banner")), *(card for card, _ in self._open)})

    @property
    def _open(self) -> Iterator[tuple[str, str]]:
        """The cards that everybody sees, each with its place: what lies facedown explains no word to anybody."""
        return ((card, place) for card, place in self.state.where.items() if card not in self.state.facedown)

    @cached_property
    def answered(self) -> set[str]:
        """The words of the names of what was answered, or went without saying."""
        return self._words_of(text for _, answer in self.answers for text in _texts(answer))

    @cached_property
    def lying(self) -> set[str]:
        """The words of the names of where the cards lie that it is about."""
        places = (each for each in self.ids if each.startswith(("relics.", "cards.")))
        return self._words_of({site for place in places for site in self._beside(place)})

    @cached_property
    def near(self) -> set[str]:
        """The words of the names of what lies with what was moved: at the same place, beside the same player."""
        places = self.ids | {f"{kind}.{seat}" for kind in ("advisers", "held") for seat in self.who}
        return self._words_of({card for card, place in self._open if place in places})

    def _words_of(self, ids: Iterable[str]) -> set[str]:
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
            known |= _ENDS if (kind, answer) == ("act", END) else set()
            known |= book["of_plans"] if kind == PLAN else set()
            known |= {"plan", "plans", "battle"} if kind.startswith(_BATTLE) else set()
            known |= book["untold"] | book["anybody"] if _is_untold(answer) else set()
        return known.union(*({*book["events"].get(each.kind, ()), each.kind} for each in self.events))

    @cached_property
    def declares(self) -> bool:
        """Was anything said of a campaign: whom, what it is against?"""
        return any(kind in (f"{_BATTLE}.defender", f"{_BATTLE}.targets") for kind, _ in self.given)

    @cached_property
    def battle(self) -> Any:
        """How the last battle ended, if one did."""
        return next((each.facts for each in reversed(self.events) if each.kind == "battle"), None)

    def touches(self, seat: str) -> bool:
        """Does some event let a player do, gain or lose something?"""
        values = (value for event in self.events for value in event.facts.values() if isinstance(value, str))
        return any(value.rpartition(".")[2] == seat for value in values)

    # -- numbers -------------------------------------------------------------------------------------------------------

    @cached_property
    def moved(self) -> set[tuple[str, int, str]]:
        """What was counted: the unit, how many, whether to somebody (+), from somebody (-), or neither."""
        found: set[tuple[str, int, str]] = set()
        sums: dict[tuple[str, str], int] = {}
        for event in self.events:
            for unit, many, way in _counted(event):
                found.add((unit, many, way))
                sums[unit, way] = sums.get((unit, way), 0) + many
        cards = {("card", sum(each.kind == kind for each in self.events), "") for kind in ("discard", "card")}
        totals = {(unit, many, way) for (unit, way), many in sums.items() if unit in (*_PIECES, "warband")}
        return found | cards | totals

    @cached_property
    def numbers(self) -> set[int]:
        """The numbers that the answers say: amounts, shares, how many options."""
        found: set[int] = set()
        for _, answer in self.answers:
            found |= {answer} if isinstance(answer, int) else set()
            found |= {len(answer)} if isinstance(answer, list) else set()
            found |= set(answer.values()) if isinstance(answer, dict) else set()
            found |= {int(text.rpartition("=")[2]) for text in _texts(answer)
                      if re.fullmatch(r"(?:.*=[+-]?)?\d{1,3}", text)}  # fmt: skip
        return found

    @cached_property
    def among(self) -> set[int]:
        """Of how many something was moved or chosen: what was there before, how many were told."""
        there = ((event.facts, self.state.pieces.get(str(event.facts.get("from")), {})) for event in self.events)
        before = {facts["count"] + left.get(str(facts.get("what")), 0) for facts, left in there
                  if isinstance(facts.get("count"), int)}  # fmt: skip
        return self.numbers | before | {len(each.options) for each in self.entries if isinstance(each.options, list)}

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
        told = lows & book["states"] and (not comes or not lows.isdisjoint(("to", "now")))  # what comes is no rest
        states = bool(told or (verbs & book["makes"] and self.who.isdisjoint(who)))
        if counted.among and counted.among not in self.among:
            return False
        for unit, many, went in self.moved:
            if went == "=" and unit == "supply" and not states:
                continue  # what is left is said to be
            plain = not counted.unit and (
                unit == ""
                or (bool(went) and went == way)
                or (unit == "supply" and went == "-" and not cards)
                or (unit == "card" and cards)
            )
            if (counted.unit == unit or plain) and counted.many in (many, -1, -2) and (not way or went in ("", way)):
                return True
        fell = {many for unit, many, _ in self.moved if unit == "warband"}
        sacrificed = any(each.kind == "sacrifice" for each in self.events)
        if sacrificed and counted.unit in ("", "warband") and counted.many in fell:
            return True  # all three go down for it
        if counted.unit in ("die", "") and any(event.kind == "plan" for event in self.events):
            return True  # what a plan adds
        if counted.unit == "warband" and any(
            kind.endswith("warbands.number") and str(answer) == str(counted.many) for kind, answer in self.answers
        ):
            return True  # so many are asked for, or given
        if any(isinstance(answer, dict) and answer.get(counted.unit) == counted.many for _, answer in self.answers):
            return True  # offered, or asked for
        if counted.unit in ("card", "denizen", "vision", "relic", "die", "") and counted.many in self.numbers:
            return True
        return states and any((counted.unit, counted.many) in self._totals(seat) for seat in self.who)

    def _totals(self, seat: str) -> set[tuple[str, int]]:
        if seat not in self.state.players:
            return set()
        board = self.state.pieces.get(f"board.{seat}", {})
        pieces = {(what if what in _PIECES else "warband", many) for what, many in board.items()}
        return pieces | {("supply", self.state.players[seat].supply)}


def _counted(event: Event) -> Iterator[tuple[str, int, str]]:
    """What one event counts."""
    facts = event.facts
    if isinstance(facts.get("count"), int):
        what = "secret" if event.kind == "secrets_turned" else str(facts.get("what"))
        unit = what if what in _PIECES else "warband"
        comes, goes = str(facts.get("to")).startswith("board."), str(facts.get("from")).startswith(("board.", "slot."))
        ways = [way for way, so in (("+", comes), ("-", goes)) if so] or [""]
        yield from ((unit, facts["count"], way) for way in ways)
    elif isinstance(facts.get("from"), int) and isinstance(facts.get("to"), int) and event.kind != "pawn":
        yield ("supply", abs(facts["from"] - facts["to"]), "-" if facts["from"] > facts["to"] else "+")
        yield ("supply", facts["to"], "=")
    elif event.kind == "pools":
        yield from (("die", facts[pool], "=") for pool in ("attack", "defense"))
    elif event.kind == "rolled_battle":
        yield from (("", facts[side], "") for side in ("attack", "defense") if isinstance(facts[side], int))


# -- a segment --------------------------------------------------------------------------------------------------------


def strange_word(segment: Segment, used: frozenset[int], done: Done) -> int | None:
    """The place of the first word that nothing explains; None if all are explained."""
    counted = {at for each in segment.counts if used.isdisjoint(each.places)
               and done.has(each.number, _moves(segment, each), segment.lows, _mover(segment, each))
               and not _wrong_rest(segment, each, done) for at in each.places}  # fmt: skip
    # One is also somebody, but one purple is so many of something: it has to have moved, whichever way.
    ones = [each for each in segment.counts if each.number.many == 1 and each.number.unit]
    some = {each.start for each in ones if used.isdisjoint(each.places)
            and not done.has(each.number, frozenset(), segment.lows)} - counted  # fmt: skip
    for at in segment.places:
        if _is_wrong_gain(segment, at, done):
            return at
        if at in used or at in counted:
            continue
        if at in some and at not in segment.denials:
            return at
        if ends_a_turn(segment.found, at) and ("act", END) not in done.answers:
            return at
        if not (_rightly_denied(segment, at, done) if at in segment.denials else _is_explained(segment, at, done)):
            return at
    return _wrong_result(segment, done)


def _is_wrong_gain(segment: Segment, at: int, done: Done) -> bool:
    """Is something said to be traded *for* what it was not (5.3.2)?"""
    unit = unit_of(segment.found[at].low)
    gains = [answer for kind, answer in done.answers if kind == "trade.for"] if unit in _PIECES else ()
    return bool(gains) and segment.before(at) == "for" and not any(unit in str(answer) for answer in gains)


def _mover(segment: Segment, count: Count) -> Sequence[str]:
    """Who moves so many: whoever is named, or acts, unless it is *that leaves three*."""
    that = segment.lows_of(segment.clause_at(count.start)) & {"that", "which", "this", "it"}
    return segment.subjects_at(count.start) or (() if that else (segment.actor,))


def _moves(segment: Segment, count: Count) -> frozenset[str]:
    """The verbs by which so many move: what something is given away *for*, comes; what it is got for, goes."""
    verbs = segment.verbs_at(count.start)
    book, way = words(), segment.before(count.start)
    gone = "leaves" if verbs & book["comes"] else "comes" if verbs & book["leaves"] else ""
    return book[gone] if gone and way == "for" else verbs


def _wrong_rest(segment: Segment, count: Count, done: Done) -> bool:
    """Are so many said to be the others that were thrown away, and were not?"""
    gone = sum(event.kind == "discard" for event in done.events)
    return bool(gone) and segment.before(count.start) in ("other", "others") and count.number.many not in (gone, -1)


def _is_explained(segment: Segment, at: int, done: Done) -> bool:
    token, book, clause = segment.found[at], words(), segment.clause_at(at)
    low, plain = token.low, token.low.removesuffix("'s").removesuffix("'")
    if (seat := clause.seat_at(at)) is not None:
        acts = seat in clause.subjects and not clause.denials and "where" not in segment.lows
        return seat in done.who or done.touches(seat) if acts else seat in done.ids
    if token.name:
        if segment.before(at) in ("no", "without") and {key(plain), key(low)} & done.declined:
            return True
        if {key(plain), key(low)} & done.left_out and not clause.denials:
            return False
        if {key(plain), key(low)} & done.on_the_table and _is_cause(segment, at):
            return True  # thanks to Magician's Code
        if segment.lows_of(clause) & {"target", "targets"}:
            return bool({key(plain), key(low)} & done.answered)
        way = _WAYS.get(segment.before(at), "")
        if way and not {key(plain), key(low)} & done.ways[way] and {key(plain), key(low)} & done.ways[_BACK[way]]:
            return False  # from where something came to
        # For, in, and: what one campaigns for, not where somebody stands.
        there = segment.before(at) in ("at", "near", "by") if done.declares else not way and segment.before(at) != "on"
        ties = {segment.found[each].low for each in range(clause.start, at)} & book["besides"]
        if ties and catalog.key_of(low) in (done.on_the_table if "where" in ties else done.near):
            return True  # where something is, or what it lies beside
        others = segment.found[clause.start : at]
        if {key(plain), key(low)} & done.lying and any(each.name or unit_of(each.low) == "relic" for each in others):
            return True  # the Elders out on the Rocky Coast
        return (there and bool({key(plain), key(low)} & done.around)) or done.is_named(plain) or done.is_named(low)
    if low.isdecimal() or low in NUMBER_WORDS[_SEVERAL:]:
        return False
    if low in ("herself", "himself", "themselves", "myself"):
        before = at - 1 if at > clause.start else at
        return clause.seat_at(before) is not None or before in clause.verbs or segment.found[before].low in done.ids
    brought = next((answer for kind, answer in done.answers if kind == "move-warbands.to"), "board")
    if "sacrifice" in verbs_of(low) and clause.denials and done.battle is not None:
        return not any(each.kind == "sacrifice" for each in done.events)
    if low == "board" and brought != "board" and segment.before(at) not in ("from", "off", "of"):
        return False
    if is_company(low) and segment.before(at) in _TIED:  # to the beach: said with a name, or it is one
        return any(segment.found[each].name for each in segment.places)
    if is_empty(token) or is_joint(token) or low in book["links"] or low in book["persons"] or low in book["beside"]:
        return True
    if verbs_of(low) & book["refrains"] and any(answer in _NOTHING for _, answer in done.given):
        return True
    if verbs_of(low) & done.vocabulary or (segment.denials and verbs_of(low) & (book["of_plans"] | book["anybody"])):
        return True
    if unit := unit_of(low):
        answers = (text for _, answer in done.answers for text in _texts(answer))
        counts = unit in ("card", "denizen", "die") or done.has(Number(-2, unit), segment.verbs_at(at))
        sort = unit in ("vision", "relic") and (segment.denials or any(text.startswith(unit) for text in done.ids))
        return bool(counts or sort) or any(unit in text for text in answers)
    if done.is_named(plain) or plain in done.ids or (low in ("bandit", "bandits") and BANDITS in done.ids):
        return True
    if low in book["where"] and "where" in segment.lows:
        return True  # where only the bandits live
    return (done.battle is not None and low in book["results"]) or (low in book["row_of_cards"] and bool(done.events))


def _is_cause(segment: Segment, at: int) -> bool:
    """Does a name stand behind a word that says why: *because of*, *thanks to*?"""
    return any(segment.found[each].low in words()["causes"] for each in range(max(0, at - 4), at))


def _rightly_denied(segment: Segment, at: int, done: Done) -> bool:
    """What is said not to be: an answer that does nothing, further plans or targets, a Vision that was not drawn."""
    lows = segment.lows
    untold = any(_is_untold(answer) for _, answer in done.answers)
    if lows & words()["untold"] or (untold and "say" in lows):  # nobody says which
        return untold
    if any(answer in _NOTHING or answer in ([], {}) for _, answer in done.given):
        return True
    if lows & words()["more"]:
        return bool(done.entries)
    if any(kind.endswith(".place") for kind, _ in done.answers):  # nobody stays at Wastes
        named = [segment.found[each] for each in segment.clause_at(at).places if segment.found[each].name]
        return all(key(each.low) in done.left_out for each in named)
    if lows & {"plan", "plans", "use", "play"} and any(kind.startswith(_BATTLE) for kind, _ in done.answers):
        who = segment.subjects_at(at)
        plans = [each.who for each in done.entries if each.kind == PLAN and each.answer != "go-on"]
        return not any(not who or each in who for each in plans)
    kinds = {each.kind for each in done.events}
    if done.battle is not None and lows & {"sacrifice", "sac"}:
        return "sacrifice" not in kinds
    return bool(lows & {"vision", "visions"}) and "card" in kinds and "visions_drawn" not in kinds


def _wrong_result(segment: Segment, done: Done) -> int | None:
    """The place of a verb that says that somebody won or lost who did not."""
    battle = done.battle
    for clause in segment.members if battle is not None else ():
        if any(unit_of(segment.found[at].low) for at in clause.places):
            continue  # loses two warbands
        for at, forms in clause.verbs.items():
            if not forms & {"win", "lose", "beat", "defeat", "fail"}:
                continue
            who = segment.subjects_at(at) or (battle["attacker"],)
            won = (who[0] == battle["attacker"]) == bool(battle["won"])
            if won != bool(forms & {"win", "beat", "defeat"} and not segment.lows & {"accept", "take"}):
                return at
    return None


def _is_untold(answer: Answer) -> bool:
    """Is it of cards that nobody names?"""
    backs = ("denizen", "vision", "relic", "adviser-facedown")
    return answer == [] or any(each.startswith("untold") or each in backs for each in _texts(answer))


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


def _texts(value: Any) -> Iterator[str]:
    """All texts and numbers of plain data."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for name, each in value.items():
            yield from (str(name), *_texts(each))
    elif isinstance(value, list | tuple):
        for each in value:
            yield from _texts(each)
    elif isinstance(value, int) and not isinstance(value, bool):
        yield str(value)
