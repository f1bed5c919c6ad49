"""What the words of a segment may answer to one question: each answer with the words that say it."""

from collections.abc import Iterator
from functools import cached_property, partial
from itertools import pairwise
from typing import NamedTuple

from oathtools import catalog
from oathtools.answerers.clauses import Count, Segment
from oathtools.answerers.matching import Label, Misread
from oathtools.answerers.mentions import Mention, Mentions, card_names, goes_so, throws
from oathtools.answerers.reading import KEEP, KEEPS, PLACE
from oathtools.answerers.speech import REGIONS, amount, is_empty, is_joint, unit_of, verbs_of, words
from oathtools.answerers.words import Needs
from oathtools.engine.decision import Answer, Decision, Form
from oathtools.kit.text import ORDINALS
from oathtools.procedures.actions.play import ADVISER, DISCARD, FACEDOWN, VISION
from oathtools.procedures.campaign.fight import BANDITS, WHICH_DEFENDER
from oathtools.procedures.turn import numbered
from oathtools.table.state import State

REPLACE = "play.replace"
_KEPT = {"keep", "stay", "retain", "tuck", "stash", "pocket", "hide"}
_UNTOLD = "untold.denizen"
_ELSE, _OTHERS = {"rest", "other", "others"}, {"rest", "other", "others", "both", "them"}
_PUTS = {"put", "lay", "add"}
_AGREES = {"yes", "yep", "yup", "y", "deal", "accept", "agree", "sure"}
_UPPER, _LOWER = {"upper", "higher", "first"}, {"lower", "last"}  # of the sites of a region
# What reads the answer to a question: by its kind, else by its form.
_KINDS = {"yes": "_agreed", PLACE: "_placed", "trade.for": "_traded", WHICH_DEFENDER: "_attacked", REPLACE: "_replaced",
          "move-warbands.to": "_brought"}  # fmt: skip
_FORMS = {Form.ONE: "_named", Form.AMOUNT: "_amount", Form.SOME: "_some", Form.DISTRIBUTE: "_shares",
          Form.ORDER: "_order"}  # fmt: skip


class Candidate(NamedTuple):
    """An answer, and the places of the words that say it."""

    answer: Answer
    used: frozenset[int] = frozenset()


class Candidates:
    """Reads one segment for one question. ``used``: the words that say an earlier answer of it.

    ``fault`` is what is wrong with words that would answer it, if they are none.
    """

    def __init__(self, segment: Segment, decision: Decision, label: Label, state: State, used: frozenset[int]) -> None:
        self.segment, self.decision, self.label, self.state, self.used = segment, decision, label, state, used
        self.found, self.kind = segment.found, decision.kind.rpartition(".")[2]
        self.fault: Misread | Needs | None = None

    def __iter__(self) -> Iterator[Candidate]:
        asks = "yes" if set(self.decision.options) == {"yes", "no"} else self.decision.kind
        reads = _KINDS.get(asks) or _FORMS.get(self.decision.form)
        return getattr(self, reads)() if reads else iter(())

    @cached_property
    def mentions(self) -> list[Mention]:
        """The options that are named."""
        return Mentions(self.segment, self.decision, self.label, self.used).all()

    @cached_property
    def verbs(self) -> set[str]:
        """The verbs by which the question is answered."""
        return {self.kind, *words()["answers"].get(self.kind, ())}

    def mine(self, at: int) -> bool:
        """Is what stands there still to be read, and said of the one who is asked, or of nobody?"""
        who = self.segment.subjects_at(at)
        mine = self.segment.is_of(self.decision, at) if who else self.segment.may_mean(self.decision)
        return at not in self.used and mine

    def counts(self, *units: str) -> list[Count]:
        """The numbers that may be meant: of nothing, or of what is asked for."""
        known = units or ("", "warband", "favor", "secret")
        return [each for each in self.segment.counts if each.number.unit in known and self.mine(each.start)
                and not (self.segment.die_before(each) or self.segment.is_of_totals(each))]  # fmt: skip

    # -- one option ----------------------------------------------------------------------------------------------------

    def _attacked(self) -> Iterator[Candidate]:
        """Who is named; else who rules the site that is, first of all: nobody else can defend it (5.5.1, 5.5.2)."""
        named = list(self._named())
        yield from named
        sites = self.state.zone("map")
        spoken = any(each.subjects and not each.verbs for each in self.segment.members)
        for each in card_names(self.segment, self.used, ("site",)) if not (named or spoken) else ():
            force = self.state.pieces.get(f"slot.{sites.index(each.option)}", {}) if each.option in sites else {}
            colors = [color for color in force if color in self.state.players] or [BANDITS]
            if len(colors) == 1 and self.mine(each.start) and each.start < self.segment.members[0].end:
                yield Candidate(colors[0])

    def _named(self) -> Iterator[Candidate]:
        seen: set[str] = set()
        keeps = self.decision.kind in KEEPS
        kept = [each for each in self.mentions if keeps and self.segment.own_verbs_at(each.start) & _KEPT]
        for each in kept or self.mentions:
            if each.option not in seen:  # the next one down, hinterland 2
                again = (other.places for other in self.mentions
                         if other.option == each.option and not self.segment.clause_at(other.start).verbs)  # fmt: skip
                yield Candidate(each.option, each.places.union(*again))
            seen.add(each.option)
        for at in self.segment.places:  # *places*, where one may place or return
            forms = verbs_of(self.found[at].low)
            option = next(iter((forms | ({"place"} if forms & _PUTS else set())) & set(self.decision.options)), "")
            if option.isalpha() and option not in seen and not self.found[at].name and self.mine(at):
                seen.add(option)
                yield Candidate(option, frozenset((at,)))
        if not seen:
            yield from self._goes_on()
            yield from self._unseen()
            yield from list(self._by_sort())[:1]
            yield from self._by_number()
            yield from self._one_of_many()
            yield from self._unexplored()
        if keeps and not kept:
            yield from self._all_but()

    def _goes_on(self) -> Iterator[Candidate]:
        """*Go on*, where that is the answer that uses nothing."""
        lows, on = self.segment.lows, {"on", "ahead", "continue", "proceed"}
        if self.decision.default == "go-on" and lows & on and lows & {"go", "continue", "proceed"}:
            some = (at for at in self.segment.places if verbs_of(self.found[at].low) & {"go", *on})
            yield Candidate("go-on", frozenset(some))

    def _unexplored(self) -> Iterator[Candidate]:
        """*The facedown site in the Cradle*, where there is but one; else *the upper* one, *the first*."""
        for at in self.segment.places if "facedown" in self.segment.lows else ():
            found = [each for each in self.decision.legal() if each.partition(".")[0] == self.found[at].low]
            found = found[:1] if self.segment.lows & _UPPER else found
            found = found[-1:] if self.segment.lows & _LOWER else found
            if len(found) == 1 and self.mine(at):
                rows = (each for each in self.segment.places if self.found[each].low in _UPPER | _LOWER)
                yield Candidate(found[0], frozenset((at, *rows)))

    def _unseen(self) -> Iterator[Candidate]:
        """A card that nobody has named yet, by the name that is told with it."""
        handles = [each for each in self.decision.legal() if each in self.state.handles]
        for each in card_names(self.segment, self.used) if self.decision.kind in ("play.card", KEEP, REPLACE) else ():
            fits = [card for card in handles if self._is_of(each.option.partition(".")[0], card)]
            if fits and each.option not in self.state.where and self.mine(each.start):
                yield Candidate(fits[0])  # the words are still to say its face
                if throws(self.segment, each.start):
                    yield Candidate(fits[0], each.places)  # of what is thrown away facedown it is not asked
                return

    def _by_sort(self) -> Iterator[Candidate]:
        """*The relic*, where there is but one; *it*, where nothing else can be meant."""
        for at in self.segment.places:
            sort, legal = unit_of(self.found[at].low), list(self.decision.legal())
            found = [each for each in legal if self._is_of(sort, each)] if sort else []
            found = legal if self.found[at].low == "it" and not sort else found
            if self.segment.clause_at(at).places == range(at, at + 1) and "discard" in verbs_of(self.found[at].low):
                found = [each for each in legal if each in REGIONS]  # the pile here: discard, 3 cards
            if len(found) == 1 and self.mine(at) and not self.found[at].name:
                yield Candidate(found[0], frozenset((at,)))

    def _is_of(self, sort: str, option: str) -> bool:
        known = self.state.handles.get(option)
        return known.back == sort if known else option.startswith((f"{sort}.", f"{sort}-"))

    def _by_number(self) -> Iterator[Candidate]:
        """A number that is an option, or that of an option as it is printed, where it says nothing else."""
        high = max((int(each) for each in self.decision.options if each.isdecimal()), default=0)
        units = ("", "warband") if "warbands" in self.decision.kind else ("", "favor", "secret")
        counts = (each for each in self.counts(*units) if "gain" not in self.segment.own_verbs_at(each.start))
        for count in counts if high else ():
            option = str(amount(count.number, high))
            if option in self.decision.options:
                yield Candidate(option, count.places)
        printed = {} if high else self._printed
        some = [each for each in self.counts("") if each.number.many in printed and self._plain(each.start)]
        if len(some) == 1 and all(map(self._plain, self.segment.clause_at(some[0].start).places)):
            yield Candidate(printed[some[0].number.many], some[0].places)

    @property
    def _printed(self) -> dict[int, str]:
        """The options by their numbers, where they stood before the eyes of whoever typed the line."""
        return numbered(self.decision) if self.segment.asked and not self.used else {}

    def _plain(self, at: int) -> bool:
        return self.found[at].low.isdecimal()

    def _one_of_many(self) -> Iterator[Candidate]:
        """One card of those that nobody has named: *keeps 1*, *keeps the second of his cards*."""
        if self.decision.kind not in KEEPS or _UNTOLD not in self.decision.options:
            return
        for at in self.segment.places:
            own = self.segment.own_verbs_at(at)
            plain = self.found[at].low in (*ORDINALS, "one", "1", "middle", "last", "card") and self.mine(at)
            if plain and not throws(self.segment, at) and (not own or own & {"keep", *words()["answers"]["keep"]}):
                some = [each.places for each in self.segment.counts if at in each.places and each.number.many == 1]
                yield Candidate(_UNTOLD, some[0] if some else frozenset((at,)))  # one of his three
                return

    def _all_but(self) -> Iterator[Candidate]:
        """Who discards all cards but one keeps that one."""
        gone = {each.option for each in card_names(self.segment, self.used) if throws(self.segment, each.start)}
        kept = [each for each in self.decision.options if each not in gone and each != _UNTOLD]
        if gone and len(kept) == 1:
            yield Candidate(kept[0])

    def _brought(self) -> Iterator[Candidate]:
        """Whether warbands go to the site or to the board: by the verb, by what ties the site, by what is named."""
        segment, away = self.segment, ("from", "off")
        takes = segment.lows & words()["boards"] and not ("leave" in segment.lows and segment.lows.isdisjoint(away))
        leaves = any(self.found[at].low == "board" and segment.before(at) in away for at in segment.places)
        yield Candidate("board" if takes and not leaves else "site")

    def _traded(self) -> Iterator[Candidate]:
        """What a trade is for: what comes, or not what goes."""
        segment, gone = self.segment, set()
        starts = {at: count.start for count in segment.counts for at in count.places}
        for at in segment.places:
            unit = unit_of(self.found[at].low)
            if unit not in ("favor", "secret") or self.found[at].name or at in self.used:
                continue
            verbs, tie = segment.verbs_at(at), segment.before(starts.get(at, at))
            paid = tie in ("with", "to") or verbs & words()["leaves"] or (tie and verbs_of(tie) & verbs)
            if tie == "for" or verbs & words()["comes"] or (not tie and not segment.own_verbs_at(at)):
                yield Candidate("favor" if unit == "favor" else "secrets", frozenset((at,)))
            elif paid:
                gone.add(unit)
        if len(gone) == 1:
            yield Candidate("favor" if gone == {"secret"} else "secrets")

    def _placed(self) -> Iterator[Candidate]:
        """Where the card in hand goes: facedown beside the board, up with the advisers, to the site, away."""
        sites = [each for each in self.decision.options if each.startswith("site.")]
        named = [each for each in self.mentions if each.option in sites]
        slot = self.state.players[self.decision.who].slot
        stands = self.state.zone("map")[slot] if slot is not None else ""
        here = named[0].option if named else stands if stands in sites else next(iter(sites), "")
        if {self.found[each.start].low for each in named} == {"there"}:  # kicks a card off Mountain and builds there
            some = card_names(self.segment, frozenset(), ("site",))
            here = next((each.option for each in some if each.option in sites and each.end <= named[0].start), here)
        card = getattr(self.decision.about, "given", {}).get("card", "")
        others = [each for each in card_names(self.segment, self.used)
                  if each.option != card and self.mine(each.start) and not self._beside(each.start)
                  and not (card in self.state.handles and each.option not in self.state.where)]  # fmt: skip
        if any(self.segment.own_verbs_at(each.start) & self.verbs and not throws(self.segment, each.start)
               for each in others) and card not in self.state.handles:  # fmt: skip
            return  # another card is said to be placed
        if any(self._is_placed(each, card) for each in others):
            self.fault = Misread("two cards are said to be placed: one of those drawn is kept", "One thing at a time")
            return
        spots = {at: spot for at in self.segment.places if self.mine(at) and (spot := self._spot(at))}
        theirs = {at for each in others for at in self.segment.clause_at(each.start).places}
        spots = {at: spot for at, spot in spots.items() if spot != "away" or at not in theirs}  # it, and Fair out
        for each in self.segment.members:  # bin that card, then she reveals another
            points = self.segment.lows_of(each) & {"it", "card", "this", "that"}
            gone = frozenset(at for at in each.places if at in spots)
            if points and {spots[at] for at in gone} == {"away"} and not any(self.found[at].name for at in each.places):
                yield Candidate(DISCARD, gone)
                return
        if FACEDOWN not in self.decision.options:  # it lay so: his facedown Outriders
            spots = {at: spot for at, spot in spots.items() if spot != "down"}
            if "site" in spots.values() or any(self.found[each.start].name for each in named):
                links = words()["links"] - {"for"}  # flips his adviser, and it goes to Plains; gold for me
                spots = {at: each for at, each in spots.items() if each != "by" or self.segment.before(at) in links}
        spots |= {at: "site" for each in named for at in each.places}
        spots = {at: spot for at, spot in spots.items()  # discards an adviser: that is what it was
                 if spot == "away" or not self.segment.own_verbs_at(at) & words()["throws"]}  # fmt: skip
        told = list(card_names(self.segment, frozenset()))
        itself = [each.start for each in told if each.option == card]
        if "away" in spots.values() and any(throws(self.segment, at) for at in itself):
            spots = {at: spot for at, spot in spots.items() if spot == "away"}  # whatever it lay beside
        shown = told[0].option if told and card in self.state.handles else card
        faceup = VISION if self._is_of("vision", shown) else ADVISER  # a Vision is revealed (8.2)
        shows = {"reveal", "flip", "" if self.segment.denials else "show", "play" if faceup == VISION else ""}
        if not spots and self.segment.lows & shows:
            yield Candidate(faceup)
        to = {"away": DISCARD, "site": here, "site up": here, "down": FACEDOWN, "by down": FACEDOWN, "up": faceup}
        to |= {"by": ADVISER, "by up": ADVISER}
        for leaves_out in (set(), {"away"}):  # what is thrown away may be the other cards
            answer = to.get(" ".join(sorted(set(spots.values()) - leaves_out)))
            if answer:
                thrown = self.segment.lows & _ELSE or any(throws(self.segment, each.start) for each in others)
                if answer != DISCARD or not thrown or not self.used.issuperset(itself):
                    yield Candidate(answer, frozenset(spots))
                return
        if len(set(spots.values())) > 1:
            self.fault = Misread("where the card goes is said in two ways", "Say one of them")

    def _is_placed(self, other: Mention, card: str) -> bool:
        """Is another card said to be put somewhere, in words of its own: *Jinx facedown, Tutor here*?"""
        clause = self.segment.clause_at(other.start)
        spots = {self._spot(at) for at in clause.places} - {""}
        named = {each.option for each in card_names(self.segment, frozenset()) if each.start in clause.places}
        return bool(spots) and "away" not in spots and card not in named

    def _beside(self, at: int) -> bool:
        """Does what stands there only say where something is?"""
        start = self.segment.clause_at(at).start
        return any(self.found[each].low in words()["besides"] for each in range(start, at))

    def _spot(self, at: int) -> str:
        """Where a word says that a card is put."""
        token, spots = self.found[at], words()["spots"]
        if self._throws(at):
            return "away"
        if token.name or (token.low == "there" and self.found[at - 1].low == "in"):
            return ""
        return next((name for name, several in spots.items() if token.low in several), "")

    # -- yes or no -----------------------------------------------------------------------------------------------------

    def _agreed(self) -> Iterator[Candidate]:
        """A yes: the verb of what is asked, or a word that agrees; what loses says no."""
        self.fault = self._wrong_number()
        at = next((at for at in self.segment.places if self._agrees(at)), None)
        if self.fault is None and at is not None:
            yield Candidate("yes", frozenset((at,)))
        elif self.decision.kind.endswith(".sacrifice") and self.segment.lows & {"lose", "fail", "defeat"}:
            yield Candidate("no")
        elif refrains := [at for at in self.segment.places if self.mine(at) and not self.found[at].name
                          and verbs_of(self.found[at].low) & words()["refrains"]]:  # fmt: skip
            yield Candidate("no", frozenset(refrains))

    def _agrees(self, at: int) -> bool:
        token, clause = self.found[at], self.segment.clause_at(at)
        agrees = bool(verbs_of(token.low) & (_AGREES | self.verbs))
        if self.kind == "banish":  # Cy to the Mountain
            agrees = agrees or (token.low == "to" and bool(clause.subjects) and not clause.verbs)
        weak = self.kind == "sacrifice" and not (clause.counts or clause.every)
        if weak and verbs_of(token.low) & (_AGREES | self.verbs) <= words()["weak"]:
            return False
        # He shakes on it: whoever is asked, though another is named before.
        other = self.kind == "accept" and at not in self.used and self.found[clause.start].low in ("he", "she", "they")
        return not token.name and (other or self.mine(at)) and agrees

    def _wrong_number(self) -> Misread | None:
        """Another number than the rules give: *sacrifice 1*, where it must be 2 (9.5)."""
        needed = self.decision.about
        if not isinstance(needed, int):
            return None
        counts = [each for each in self.counts("", "warband") if self.segment.own_verbs_at(each.start) & self.verbs]
        many = amount(counts[0].number, needed) if counts else needed
        must = f"{self.kind} must be just {needed}, not {many} ({', '.join(self.decision.cites)})"
        return None if many == needed else Misread(must, f"{self.kind}, or no")

    # -- several options, and numbers ----------------------------------------------------------------------------------

    def _amount(self) -> Iterator[Candidate]:
        dice = self.decision.kind.endswith(".dice")
        firsts = [one for each in self.segment.members for one, _ in each.set_against if dice and self.mine(one.start)]
        for each in (*self.counts("die", "", "warband", "favor"), *firsts):
            beside = {self.found[at].low for at in range(each.start, min(each.end + 1, self.segment.end))}
            gets = each.number.unit != "die" and self.segment.own_verbs_at(each.start) & {"get", "gain"}
            more = beside & {"more", "extra", "less", "fewer"} or gets  # comes of a plan
            if dice and (more or self.segment.clause_at(each.start).of_bandits or each.number.unit == "favor"):
                continue  # theirs are those of the defense
            many = amount(each.number, self.decision.high)
            # What the targets add and take is counted, too, where dice are said (5.5.2).
            around = (many - 1, many + 1) if many and dice and (each.number.unit == "die" or each in firsts) else ()
            some = [] if many is None else [many, *filter(self.decision.allows, around)]
            yield from (Candidate(number, each.places) for number in some)

    def _some(self) -> Iterator[Candidate]:
        found, places = self._chosen()
        if found:
            yield Candidate(found, places)
        elif self.decision.kind.endswith("targets") and (every := self.segment.lows & {"all", "everything", "both"}):
            legal, text = list(self.decision.legal()), self.segment.text[: self.found[self.segment.end - 1].end]
            named = any(catalog.is_card(each) and catalog.name_of(each) in text for each in legal)
            if not named and (len(legal) == 2 or "both" not in every):  # all of those that were named
                yield Candidate(legal)

    def _replaced(self) -> Iterator[Candidate]:
        """What makes room: the card that is named, or one that nobody has named yet."""
        yield from list(self._some()) or (Candidate([each.answer], each.used) for each in self._unseen())

    def _order(self) -> Iterator[Candidate]:
        found, places = self._chosen()
        own = frozenset[str]().union(*(self.segment.own_verbs_at(at) for at in places))
        lows, rest = self.segment.lows, [each for each in self.decision.options if each not in found]
        late = [each for each in found if self._row(each) == "late"]
        if not rest or (found and ("first" in lows or late)):
            if own and not own & self.verbs:
                return  # played, not thrown away
            soon = [each for each in found if each not in late]
            row = words()["late"] | words()["soon"]
            rows = {at for at in self.segment.places if self.found[at].low in row and self.mine(at)}
            yield Candidate([*soon, *rest, *late], places | rows)
        elif not found and lows & words()["any_order"] and self.decision.default is not None:
            orders = (at for at in self.segment.places if self.found[at].low in words()["any_order"])
            yield Candidate(self.decision.default, frozenset(filter(self.mine, orders)))
        elif self.segment.lows & _OTHERS and (away := [at for at in self.segment.places if self._throws(at)]):
            yield Candidate(self.decision.default, frozenset(away))

    def _row(self, option: str) -> str:
        """Is a card said to be thrown away late (last, on top) or soon (first, beneath), by what is said behind it?"""
        for each in self.mentions:
            if each.option == option:
                clause = self.segment.clause_at(each.start)
                ends = min((other.start for other in self.mentions if other.start > each.start), default=clause.end)
                some = {self.found[at].low for at in range(each.end, min(ends, clause.end))}
                return "late" if some & words()["late"] else "soon"
        return "soon"

    def _throws(self, at: int) -> bool:
        return self.mine(at) and throws(self.segment, at) and at in self.segment.clause_at(at).verbs

    def _chosen(self) -> tuple[list[str], frozenset[int]]:
        """The options that are named, in their order, or else numbered as they are printed."""
        given = getattr(self.decision.about, "given", {}).values()
        mentions = [each for each in self.mentions if each.option not in given]
        for one, other in pairwise(self.mentions):
            between = self.found[one.end : other.start]
            joined = all(is_joint(each) or is_empty(each) or each.low in words()["links"] for each in between)
            two = {self.found[one.start].low, self.found[other.start].low}
            points = two & words()["pointing"]  # here, at Great Slum
            if joined and one.option == other.option and self.decision.form is Form.SOME and not points:
                self.fault = Misread(f"{self.label(one.option)} is said twice", "Say it once.")
                return [], frozenset()
        if self.mentions:
            named = [Candidate(each.option, each.places) for each in mentions]
            named += self._by_sort() if self.kind == "targets" else ()  # this site and his relic
            found = list(dict.fromkeys(str(each.answer) for each in named))
            return found, frozenset[int]().union(*(each.used for each in named))
        printed = self._printed
        some = [each for each in self.counts("") if self._plain(each.start)]
        numbers = [each.number.many for each in some]
        if twice := printed and len(set(numbers)) < len(numbers):
            self.fault = Misread(f"{numbers[-1]} is said twice", "Say it once.")
        known = not twice and all(each in printed for each in numbers)
        return [printed[each.number.many] for each in some if known], frozenset(each.start for each in some)

    def _shares(self) -> Iterator[Candidate]:
        """Numbers, each with its place beside it; one without a place where there is but one."""
        legal, high = list(self.decision.legal()), self.decision.high
        pieces = [each for each in ("favor", "secret") if each in self.decision.options]
        verbs = self.verbs | {self.decision.kind.partition(".")[0]}
        fell = (at for at in self.used if self.found[at].low in words()["faces"])
        since = max(fell, default=-1) if self.kind == "place" else -1  # with all three, and dice fell
        counts = [each for each in self.counts() if goes_so(self.segment, each.start, self.decision)
                  and each.start > since
                  and (not (own := self.segment.own_verbs_at(each.start)) or own & verbs)]  # fmt: skip
        places = [each for each in self.mentions if each.option not in pieces]
        clauses = [self.segment.clause_at(each.start) for each in places]
        counts = [each for each in counts if (clause := self.segment.clause_at(each.start)) in clauses
                  or self.segment.lows_of(clause) & _ELSE] or counts  # fmt: skip
        among = [each for each in counts if each.number.many == len(legal) and self.segment.before(each.start) == "of"]
        counts = [each for each in counts if each not in among] if self.segment.lows & {"each", "every"} else counts
        if self.kind == "place" and (other := self._other_site(counts)):
            self.fault = Misread(f"{catalog.name_of(other)} is no place for these", "Say where they go")
            return
        shares, used = dict[str, int](), set[int]()
        if len(counts) == 1 and self.segment.lows & {"each", "every"} and not pieces:  # one on each
            every = [each.option for each in places] or legal
            shares = dict.fromkeys(every, amount(counts[0].number, high) or 0)
            used = set(counts[0].places.union(*(each.places for each in places)))
            counts, places = [], []
        others = [each for each in counts if self.segment.lows_of(self.segment.clause_at(each.start)) & _ELSE]
        if len(others) == 1 and len(counts) > 1 and not pieces:  # two on Plains, one each on the others
            named = {each.option for each in places}
            shares = {option: others[0].number.many for option in legal if option not in named}
            counts, used = [each for each in counts if each not in others], set(others[0].places)
        for count in counts:
            piece = count.number.unit if count.number.unit in pieces else ""
            near = [] if piece else sorted(places, key=partial(self.segment.apart, count, places))[:1]
            option = piece or (near[0].option if near else legal[0] if len(legal) == 1 else "")
            if option in shares:
                return  # two numbers for one place: one of them counts something else
            if option:
                shares[option] = amount(count.number, high) or 0
                used |= count.places.union(*(each.places for each in near))
                places = [each for each in places if each not in near]
        yield from self._left_over(shares, used, places, pieces, legal)

    def _other_site(self, counts: list[Count]) -> str:
        """A site that is named beside a number, and is none of those that are asked for."""
        clauses = [self.segment.clause_at(each.start) for each in counts]
        named = card_names(self.segment, self.used, ("site",))
        return next((each.option for each in named if self.segment.clause_at(each.start) in clauses
                     and each.option not in self.decision.options), "")  # fmt: skip

    def _left_over(
        self, shares: dict[str, int], used: set[int], places: list[Mention], pieces: list[str], legal: list[str]
    ) -> Iterator[Candidate]:
        """Shares of which no number is said: all of them, or the one that there is; a relic that is given."""
        since = max(self.used, default=-1)
        alls = (at for at in self.segment.places if self.found[at].low in ("all", "everything", "both") and at > since)
        every, high = any(self.segment.verbs_at(at) & self.verbs for at in alls), self.decision.high
        for each in places if every or pieces or (high == 1 and not shares) else ():
            shares.setdefault(each.option, 1 if pieces else high)
            used |= each.places
        if pieces and not shares:
            one = {unit_of(self.found[at].low): at for at in self.segment.places
                   if at not in self.used and not any(at in each.places for each in self.segment.counts)
                   and unit_of(self.found[at].low) in pieces and goes_so(self.segment, at, self.decision)}  # fmt: skip
            shares = {unit: 1 for unit in pieces if unit in one}
            used |= {one[unit] for unit in shares}
        late = any(verbs_of(self.found[at].low) & self.verbs for at in self.segment.places if at > since)
        if not shares and len(legal) == 1 and (every or self.decision.low) and late:
            shares = {legal[0]: high}
        if shares:
            yield Candidate({option: many for option, many in shares.items() if many}, frozenset(used))
