"""One line as people tell it: the open questions are answered with what it names, and every word must come of that.

The line is cut into clauses. From each on the longest run of clauses is taken that one reading explains: an action or
an answer that its words name, tried in the game, and then every word asked for (``licence``).
"""

from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any

from oathtools.answerers import speech
from oathtools.answerers.accounting import unexplained
from oathtools.answerers.candidates import Candidates
from oathtools.answerers.clauses import Clause, Segment, clauses
from oathtools.answerers.done import ENDS, Done
from oathtools.answerers.licence import strange_word
from oathtools.answerers.longhand import lengthened, owned, written_out
from oathtools.answerers.matching import Misread
from oathtools.answerers.mentions import card_names, throws
from oathtools.answerers.outcomes import answers_of
from oathtools.answerers.requests import actions_for
from oathtools.answerers.speech import Token, Unexplained, is_empty, is_strange, number, unit_of, verbs_of, words
from oathtools.answerers.words import Needs, by_the_way
from oathtools.engine.decision import Answer, Decision, Form, NotOffered
from oathtools.journal.entry import Entry
from oathtools.kit import intake
from oathtools.odds.battle import SIDES
from oathtools.procedures.campaign.fight import PLAN
from oathtools.procedures.turn import END

if TYPE_CHECKING:
    from oathtools.answerers.speaker import Speaker

ACT, LOOKS = "act", ("look", "look.top")
_TRIED = 200  # answers that are tried for one line
_SAME = frozenset(("same", "likewise", "ditto"))
_STRAY, _REFUSES = ("out", "in", "next"), frozenset(("decline", "declined", "refuse"))
_ALIKE = _SAME | {"thing", "do", "does", "rest", "others", "all", "too", "for", "everyone"}
_MODIFIER, _PASSED = 1, 2  # what was gone by since the last answer: powers that are not used, other questions
_DEEP = 24  # questions that one segment answers or passes
_SENTENCE = 4  # words of the shortest line that is taken without one that it had
_SPARED = 3  # words that are left out of a line to see whether it would be done without them
_ACTIONS = 5  # actions that are tried for one segment


class Ear:
    """Reads one line for a speaker, whose game goes on with each segment."""

    def __init__(self, speaker: "Speaker", text: str) -> None:
        self.speaker, self.play = speaker, speaker.play
        roles = {str(each.name): each.role for each in self.play.state.players.values()}
        self.text = owned(written_out(text), roles)
        self.found = speech.tokens(self.text)
        self.clauses: list[Clause] = clauses(self.found, self.play.state.seats, speaker._label_of(""))
        self.held = dict(self.play.state.holders)  # from whom a banner is recovered
        self.entries: list[Entry] = []
        self.unchosen: list[frozenset[str]] = []  # of each answer: what else might have been chosen with it
        self.tried = 0
        self.about: Any = None  # what the question that a segment answers is about
        self.best: Exception | None = None
        self.far = (-1, False)
        self.failed: set[Any] = set()
        self.reached = 0  # the clause that was come to with all before it answered, or in which a word is strange

    def hear(self, spared: int = _SPARED) -> list[Entry]:
        """Answer from the whole line. Raises ``Misread`` or ``NotOffered`` for the first words that cannot be meant.

        ``spared``: how many times it is tried without what was not understood, to say what would be done then.
        """
        self.play.stand(anyway=True)
        again = list(self._mended())
        for text in again:
            with suppress(Misread, NotOffered, Needs):
                return Ear(self.speaker, text).hear()
        if again:
            raise Misread(f"{self.text!r} takes something back: nothing of it was done", "Say it once more, as it is")
        unknown = (at for at, each in enumerate(self.found) if not (speech.may_mean(each) or self._is_player(each)))
        strange = next(unknown, None)
        if strange is not None:
            self.reached = sum(each.end <= strange for each in self.clauses)
            self._note(strange, unexplained(self.found[strange].text, self.text, self.play.state))
        elif self.clauses and self._from(0):
            if self.found[-1].low in words()["unfinished"]:
                raise Misread(f"{self.text!r} is not finished", "Say all of it")
            return self.entries
        with intake.listening() as guessed:
            longer = lengthened(self.text)
        with suppress(Misread, NotOffered, Needs):
            entries = Ear(self.speaker, longer).hear(0) if guessed else []
            intake.note(*guessed)
            if entries:
                return entries
        if spared and isinstance(self.best, Unexplained):
            raise Unexplained(str(self.best), self.best.hint, self._rest(spared - 1))
        raise self.best or Misread(f"{self.text!r} says nothing that is asked")

    def so_far(self) -> tuple[str, str]:
        """The line as far as it was understood, and the part behind that; nothing where that part takes it back."""
        after = next(iter(self.clauses[self.reached :]), None) if self.reached else None
        if after is None or after.denials or any(speech.takes_back(self.found[at:]) for at in after.places):
            return "", ""
        start, end = self.found[after.start].start, self.found[after.end - 1].end
        return self.text[: self.found[self.clauses[self.reached - 1].end - 1].end], self.text[start:end]

    def _rest(self, spared: int) -> str:
        """The line as far as it would be done: without the word that was not understood, or its clause."""
        at, rest = self.far[0], ""
        around = [(each.start, each.end) for each in self.clauses if each.start <= at < each.end]
        some = [(at, at + 1)] if self._says_nothing(self.found[at]) else []
        some += [each for each in around if all(map(self._says_nothing, self.found[slice(*each)]))]
        for start, end in some:
            before = self.text[: self.found[start].start].rstrip(" ,")
            after = self.text[self.found[end - 1].end :].lstrip()
            text = (before + (after if after[:1] in ",.;!" else f" {after}")).strip()
            head = self.play.head
            try:
                Ear(self.speaker, text).hear(spared)
                rest = text
            except Unexplained as fault:
                rest = fault.rest
            except (Misread, NotOffered, Needs):
                continue
            self.play.forget_since(head)
            if rest:
                break
        return rest if len(rest.split()) >= _SENTENCE else ""

    def _says_nothing(self, token: Token) -> bool:
        """May it be left out, and the line says the same: neither a word of the game nor a player's name?"""
        return is_empty(token) or not (speech.is_of_the_game(token) or self._is_player(token))

    def _mended(self) -> Iterator[str]:
        """The line without what is taken back in it: *musters from Elders, no wait, from Fire Talkers*."""
        for at, token in enumerate(self.found):
            size = speech.takes_back(self.found[at:]) if at and not token.name else 0
            after = self.found[at + size :]
            if not size or all(is_empty(each) or speech.denies(each) for each in after):
                continue
            for cut in range(at - 1, max(at - 9, -1), -1):
                each = self.found[cut]
                alike = each.low == after[0].low or number(each.low) is not None
                if any(speech.denies(gone) for gone in self.found[cut : at - 1]) or self._is_player(self.found[cut]):
                    continue  # a denial, or who acts, is not taken back by the way
                if alike or each.name or verbs_of(each.low) & words()["verbs"] or not cut:
                    yield f"{self.text[: each.start]} {self.text[after[0].start :]}"
            return

    def _is_player(self, token: Token) -> bool:
        return any(token.low == str(each.name).casefold() for each in self.play.state.players.values())

    # -- the search ----------------------------------------------------------------------------------------------------

    def _from(self, at: int) -> bool:
        """Answer from the clauses from one on, in the first way that leaves no word of them over."""
        if at == len(self.clauses):
            return bool(self.entries)
        key = (at, tuple((each.kind, str(each.answer)) for each in self.entries))
        if key in self.failed:
            return False
        self.failed.add(key)
        self.reached = max(self.reached, at if self.entries else 0)
        if self.play.at_boundary:
            self.play.stand(anyway=True)  # what is tried from here comes back here
        for end in range(self._end(at), at, -1):
            segment = Segment(self.text, self.clauses[at:end])
            for _ in self._readings(segment):
                if self._from(end):
                    return True
        return False

    def _end(self, at: int) -> int:
        """Where the run of clauses from one on ends: before the next that begins another action, or says *not*."""
        for end in range(at + 1, len(self.clauses)):
            clause = self.clauses[end]
            first = next(iter(clause.verbs.values()), frozenset()) if clause.begins_with_a_verb else frozenset()
            begun = any((each.verbs or each.counts) and not each.only_pays for each in self.clauses[at:end])
            apart = clause.is_done or bool(clause.denials) != bool(self.clauses[at].denials)
            if apart or (first & words()["sure"] and begun):
                return end
        return len(self.clauses)

    def _readings(self, segment: Segment) -> Iterator[None]:
        """The ways in which a segment can be meant now; the game stands behind each of them while it is tried."""
        decision = self.play.pending
        begun = len(self.entries)
        segment.actor, segment.asked = decision.who if decision is not None else "", not self.entries
        self.about = decision.about if decision is not None else None
        if any(each.denies_twice for each in segment.members):
            return  # not no plan
        if decision is not None:
            said = {self.found[at].low for at in segment.places if segment.clause_at(at).seat_at(at) != decision.who}
            if self.entries and said & _SAME and said <= _ALIKE | words()["empty"]:
                yield from self._same(segment, decision)
            if segment.denials:
                yield from self._denied(decision, segment, begun)
                if self._says_why(segment):
                    yield
            elif decision.kind == ACT:
                actions = [] if self._means_another(decision, segment) else self._actions(decision, segment)
                told = bool(self.entries) and not any(sure for _, sure in actions)
                if told and self._only_told(segment, begun):
                    yield  # before it is an action that no verb names
                named = any(self.found[at].name for at in segment.places)
                for action, sure in actions:
                    again = named and action == self._last_act()  # musters from Elders and Wolves
                    more = partial(self._follow, segment, frozenset(), begun, sure=sure or again)
                    yield from self._given(action, more, segment)
            else:
                yield from self._follow(segment, frozenset(), begun)
                by_itself = decision.kind in LOOKS or _spares(decision)
                acts = segment.members[0].begins_with_a_verb or self.found[segment.start].low in ("he", "she")
                if self.entries and acts and by_itself:
                    # What was looked at and no word tells is told by nobody (10.17).
                    answer = "none" if _spares(decision) else decision.default
                    yield from self._given(answer, lambda: self._readings(segment), segment)
        if self.entries and self._only_told(segment, begun):
            yield

    def _means_another(self, decision: Decision, segment: Segment) -> bool:
        """Is it said of *her* who was named last, and her turn is over by now?"""
        seats = (each.seat_at(at) for each in self.clauses for at in each.places if at < segment.start)
        points = self.found[segment.start].low in ("he", "she") and any(each.answer == END for each in self.entries)
        return points and next(iter([*filter(None, seats)][-1:]), decision.who) != decision.who

    def _same(self, segment: Segment, decision: Decision) -> Iterator[None]:
        """What the one before did, the next does, too; *rest same*: all others."""
        last = self.entries[-1]
        if last.kind != decision.kind or last.who == decision.who:
            return

        def goes_on() -> Iterator[None]:
            again = self.play.pending
            if segment.lows & {"rest", "others", "all"} and again is not None and again.kind == last.kind:
                yield from self._given(last.answer, goes_on, segment)
            else:
                yield

        yield from self._given(last.answer, goes_on, segment)

    def _only_told(self, segment: Segment, begun: int) -> bool:
        """Does a segment answer nothing, and tell what has come of the line? What may answer the question does not."""
        decision = self.play.pending
        more = segment.denials and segment.lows & words()["more"]  # nothing else
        if decision is not None and decision.kind != ACT and not more:
            candidates = Candidates(segment, decision, self.speaker._label(decision), self.play.state, frozenset())
            if next(answers_of(candidates), None) is not None:
                return False
            if (END, True) in self._actions(decision, segment):
                return False  # nobody ends a turn in which something is asked
            if any(candidates.mine(at) and segment.verbs_at(at) & candidates.verbs for at in segment.places):
                return False  # it speaks of what is asked, and is no answer to it
        if any(Segment(self.text, [each]).lows == segment.lows for each in self.clauses if each.end <= segment.start):
            return False  # what is said again is done again
        tells = any(each.verbs or each.counts or each.denials for each in segment.members)
        if not tells and not segment.lows & words()["away"] and self.entries[-1].answer != END:
            return False  # who speaks, or is spoken to; a thing of which nothing is said
        return self._licensed(segment, frozenset(), begun)

    def _actions(self, decision: Decision, segment: Segment) -> list[tuple[str, bool]]:
        """The actions that the segment may be about: by its verbs (surely), or else any that may be done."""
        found: list[str] = []
        tokens_ = [self.found[at] for at in segment.places]
        moved = any(each.kind.startswith("move-warbands") or each.kind.endswith(".place") for each in self.entries)
        for at, token in zip(segment.places, tokens_, strict=True):
            who = segment.subjects_at(at)
            if token.name or is_empty(token) or (who and decision.who not in who):
                continue
            forms = verbs_of(token.low)
            if forms & words()["refrains"] and (moved or ("last" in segment.lows and len(segment.counts) > 1)):
                continue  # who takes two and leaves the last one does not bring one back
            through = token.low == "through" and at + 1 < segment.clause_at(at).end  # a pile, and not with a turn
            found += [END] if forms & ENDS and not through and not segment.clause_at(at).hands_to(decision.who) else []
            found += actions_for(forms, [each for each in tokens_ if not self._is_player(each)])
        told = "turn" in segment.lows and segment.lows & {"that", "my", "this", "over"}
        mine = (decision.who,)
        ended = (each for each in segment.members if each.is_over)
        over = any(decision.who in (segment.subjects_at(each.start) or mine) for each in ended)
        handed = any(each.is_turn_of_another(decision.who) for each in segment.members)
        if told or over or (handed and not (self.entries and self.entries[-1].answer == END)):  # he's done, Dee up
            found.append(END)
        found = list(dict.fromkeys(found))[:_ACTIONS]
        who = segment.subjects_at(segment.start)
        open_ = self._says(segment) and (not found or found == [END]) and (not who or decision.who in who)
        needs, lows = words()["unsure"], segment.lows | {"@" for each in tokens_ if each.name or self._is_player(each)}
        more = [each for each in decision.legal() if each != END
                and (each not in needs or lows & {*needs[each]})] if open_ else []  # fmt: skip
        more.sort(key=lambda each: each != self._last_act())
        return [(each, True) for each in found] + [(each, False) for each in more]

    def _last_act(self) -> Answer:
        return next((each.answer for each in reversed(self.entries) if each.kind == ACT), None)

    def _given(
        self, answer: Answer, goes_on: Any, segment: Segment, places: frozenset[int] = frozenset()
    ) -> Iterator[None]:
        """Give an answer, said at these places, and go on; it is taken back where nothing comes of it."""
        self.tried += 1
        if self.tried > _TRIED:
            return
        before, count, decision = self.play.head, len(self.entries), self.play.pending
        self.speaker._head = before
        try:
            self.entries.append(self.speaker._give(answer))
            several = decision is not None and (decision.form in (Form.SOME, Form.DISTRIBUTE) or _is_again(decision))
            chosen = answer if isinstance(answer, list | dict) else (answer,)
            options = decision.options if decision is not None and several else ()
            self.unchosen.append(frozenset(options).difference(chosen))
            yield from goes_on()
        except (Misread, NotOffered, Needs) as fault:
            if not any(is_strange(self.found[at]) for at in segment.places):
                self._note(min(places, default=segment.start), fault)
        self.play.forget_since(before)
        del self.entries[count:], self.unchosen[count:]

    def _follow(
        self, segment: Segment, used: frozenset[int], begun: int, passed: int = 0, deep: int = 0, sure: bool = True
    ) -> Iterator[None]:
        """Answer the questions that come with what the segment names; those that it does not speak of are passed."""
        decision, answered = self.play.pending, False
        wakes = decision is not None and decision.kind.startswith("wake.")
        over = decision is None or decision.kind == ACT or (wakes and not segment.may_mean(decision))
        if decision is not None and not over and deep < _DEEP:
            several = len(segment.subjects_at(segment.end)) > 1 and decision.form is Form.OUTCOME
            free = frozenset() if several else used  # Bo, Cy and Dee draw three: each of them
            candidates = Candidates(segment, decision, self.speaker._label(decision), self.play.state, free)
            for answer, places in answers_of(candidates):
                answered = answered or (bool(places) and decision.allows(answer))
                more = partial(self._follow, segment, used | places, begun, 0, deep + 1, sure)
                drawn = places if isinstance(answer, list) else frozenset[int]()
                yield from self._given(answer, more, segment, drawn)
            if candidates.fault is not None:
                self._note(segment.start, candidates.fault)
                return  # what would answer the question is wrong: it is not left open for that
            if self._passes(decision) and not self._orders(segment, decision, used):
                answer = decision.default if decision.kind in LOOKS else by_the_way(decision, decision.who)
                untold = decision.kind in LOOKS and segment.lows & words()["untold"]
                by = passed if untold else max(passed, _MODIFIER if decision.kind.endswith(".modifier") else _PASSED)
                more = partial(self._follow, segment, used, begun, by, deep + 1, sure)
                yield from self._given(answer, more, segment)
        named = sure or any(self._names(at) for at in used)
        if answered or len(self.entries) == begun or not named or not (passed == 0 or (passed == _MODIFIER and over)):
            return
        bare = self.entries[begun].kind == ACT and not over and not used and self.entries[begun].answer != END
        bare = bare and not self._says(segment)  # the bandits, where there is nobody else
        names = any(self.found[at].name and at not in used for at in segment.places)
        if decision is not None and decision.kind.endswith(".modifier") and names and not over:
            return  # it speaks of what is asked behind it
        if decision is not None and decision.kind.endswith(".place") and not over:
            verbs = [at for each in segment.members for at in each.verbs if candidates.mine(at)]
            if any(candidates.verbs & verbs_of(self.found[at].low) for at in verbs):
                return  # it speaks of what is asked, and is no answer to it
        if (not bare or (decision is not None and decision.kind in LOOKS)) and self._licensed(segment, used, begun):
            yield
        elif decision is not None and _spares(decision):  # it tells what came behind it
            more = partial(self._follow, segment, used, begun, _MODIFIER, deep + 1, sure)
            yield from self._given("none", more, segment)

    def _says(self, segment: Segment) -> bool:
        """Does a segment name or count anything?"""
        some = [self.found[at] for at in segment.places]
        named = any(each.name or unit_of(each.low) or each.low in speech.REGIONS for each in some)
        return named or bool(segment.counts)

    def _says_why(self, segment: Segment) -> bool:
        """Does it only say why what follows is done: *does not need the card*, *takes no further action*?"""
        who = segment.subjects_at(segment.end)
        if who and segment.actor not in who:
            return False
        counted = any(each.number.many != 1 or each.number.unit for each in segment.counts)  # this one is no number
        named = counted or any(self.found[at].name for at in segment.places)
        some = [self.found[at] for at in segment.places]
        known = words()["reasons"] | words()["beside"]
        strange = any(is_strange(each) and not (each.low in known or self._is_player(each)) for each in some)
        why = segment.lows & words()["reasons"] or self._lacks(segment)
        return bool(why) and not (named or strange) and segment.end < self.clauses[-1].end

    def _lacks(self, segment: Segment) -> bool:
        """Does it say of what somebody has nothing left, and is it so: *no Supply left*?"""
        state, who = self.play.state, segment.actor
        board = state.pieces.get(f"board.{who}", {})
        units = {unit_of(self.found[at].low) for at in segment.places} - {""}
        left = {unit: state.players[who].supply if unit == "supply" else board.get(unit, 0) for unit in units}
        some = any(left.values()) or "warband" in units if units else "nothing" not in segment.lows
        return "left" in segment.lows and not some

    def _names(self, at: int) -> bool:
        """Is a word neither empty nor a number, and no tie?"""
        token, book = self.found[at], words()
        plain = is_empty(token) or token.low in book["links"] or token.low in book["persons"]
        return token.low.isalpha() and not plain and number(token.low) is None

    def _orders(self, segment: Segment, decision: Decision, used: frozenset[int]) -> bool:
        """Is a card of a row named that is thrown away, or in somebody's name, so that the line speaks of its order?"""
        row = decision.options if decision.kind.endswith(".order") else ()
        named = [each.start for each in card_names(segment, frozenset()) if each.option in row]
        mine = (decision.who,)
        others = (at not in used and decision.who not in (segment.subjects_at(at) or mine) for at in named)
        return any(throws(segment, at) for at in named) or any(others)

    def _passes(self, decision: Decision) -> bool:
        """May the line go by a question that it does not speak of? Only where its default does nothing, or is all."""
        if decision.kind == ACT or decision.kind.endswith((".place", ".losses", ".sacrifice", ".accept")):
            return False
        if decision.form is Form.OUTCOME and (decision.kind not in LOOKS or decision.default is None):
            return False
        several = decision.form in (Form.SOME, Form.DISTRIBUTE) and decision.low == 0 and decision.default is None
        nothing = several or decision.default in ("go-on", "none", "no", "nothing", [])
        return nothing or decision.kind.endswith((".dice", ".order")) or decision.kind in LOOKS

    # -- what is not done ----------------------------------------------------------------------------------------------

    def _denied(self, decision: Decision, segment: Segment, begun: int) -> Iterator[None]:
        """*No*, *no plans*, *sacrifices nothing*: the answer that does nothing, of all who are asked for plans."""
        who = segment.subjects_at(segment.start)
        refuses = segment.lows & _REFUSES and decision.form in (Form.SOME, Form.DISTRIBUTE)
        if refuses or (who and decision.who not in who):  # what is put to somebody, not what is given with it
            if self.entries and self._passes(decision):  # a line that begins with somebody else answers nothing
                yield from self._given(by_the_way(decision, decision.who), lambda: self._readings(segment), segment)
            return
        if decision.kind.endswith(".dice") and segment.lows & {"plan", "plans", "use"}:
            yield from self._given(decision.default, lambda: self._readings(segment), segment)
            return
        answer = self._declined(decision, segment)
        if answer is None:
            plain = {self.found[at].low for at in segment.places} <= {"nah", "nope", "nay", "no"}
            if plain and not self.entries and decision.kind != ACT:
                yield  # nah, bin it: of what is asked nothing can be declined
            return

        def goes_on() -> Iterator[None]:
            again = self.play.pending
            asked = again is not None and set(again.options) == {"yes", "no"} and segment.lows & _REFUSES
            if again is not None and (asked or (decision.kind == PLAN == again.kind and not who)):
                yield from self._denied(again, segment, begun)
            if not asked and self._licensed(segment, frozenset(), begun):
                yield

        yield from self._given(answer, goes_on, segment)

    def _declined(self, decision: Decision, segment: Segment) -> Answer:
        """The answer by which nothing is done of what is asked; None where there is none."""
        if set(decision.options) == {"yes", "no"}:
            return "no"
        untold = decision.kind in LOOKS and segment.lows & {"say", *words()["untold"]}
        if decision.default in ("go-on", "none", "nothing", "no") or untold:
            return decision.default
        several = decision.form in (Form.DISTRIBUTE, Form.SOME) and decision.low == 0
        return ({} if decision.form is Form.DISTRIBUTE else []) if several else None

    # -- every word counts ---------------------------------------------------------------------------------------------

    def _licensed(self, segment: Segment, used: frozenset[int], begun: int) -> bool:
        """Is every word explained by what the segment did, or by what the line has done before it?"""
        last = segment.members[-1]
        says = [at for at in last.places if not is_empty(self.found[at])]
        stray = [at for at in says if self.found[at].low in _STRAY and at not in used]
        alone = all(at in stray or (last.seat_at(at) and at not in used) for at in says)
        if alone and (stray or len(segment.members) > 1) and self.entries[-1].answer != END:
            return False  # somebody is named who does nothing; Cy out, where he was asked
        entries = self.entries[begun:] or self.entries
        since = entries[0].n - 1 if entries else self.play.head
        line = self.entries[0].n - 1 if self.entries else since
        batches = list(self.play.batches_since(min(line, since)))
        came = {each.n: each.n if each.n > since else (each.n > line) - 1 for each in batches}
        told = [(came[batch.n], event) for batch in batches for event in batch.events]
        pending = self.play.pending
        about = [self.about, pending.about if pending is not None else None]
        about += [self.held.get(each) for each, seat in self.play.state.holders.items() if self.held.get(each) != seat]
        unchosen, label = frozenset[str]().union(*self.unchosen), self.speaker._label_of("")
        fight = self.play.game.frame.fact("fight")
        sides = frozenset(each for side in SIDES for each in fight.players(side)) if fight is not None else frozenset()
        done = Done(entries, self.play.driver.skipped, told, self.play.state, about, label, unchosen, sides)
        strange = strange_word(segment, used, done)
        if strange is None:
            return True
        self._note(strange, unexplained(self.found[strange].text, self.text, self.play.state))
        return False

    def _note(self, at: int, fault: Exception) -> None:
        """Keep what is wrong with the line: the farthest fault, of those that of the rules; what must come before."""
        rank = (len(self.found) if isinstance(fault, Needs) else at, isinstance(fault, NotOffered))
        if rank > self.far:
            self.far, self.best = rank, fault


def _is_again(decision: Decision) -> bool:
    """Is it asked which card an action is done with, so that another one named with it is for the next?"""
    return decision.form is Form.ONE and decision.kind.endswith(".card") and decision.kind != "play.card"


def _spares(decision: Decision) -> bool:
    """May nothing be done of what is asked, though that does not go without saying: *discard first*?"""
    return decision.default is None and "none" in decision.options
