"""What a clause only tells: it asks for nothing, and stands if it is so after what the line has done before it."""

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from oathtools import catalog
from oathtools.answerers.grammar import THROWS, Head, Slot, covers, head, strictly, told_number
from oathtools.answerers.matching import Misread
from oathtools.answerers.reading import KEEP, ORDER
from oathtools.answerers.speech import Number, Token, denies, is_empty, is_joint, number, unit_of, verbs_of, words
from oathtools.catalog.names import index_of_names
from oathtools.engine.decision import Decision
from oathtools.journal.entry import Entry
from oathtools.procedures.campaign.ground import PLAN
from oathtools.table.effects import Event

if TYPE_CHECKING:
    from oathtools.answerers.speaker import Speaker


class Came:
    """What has come of some answers: so many of what, from where; cards and places that it was about; a battle."""

    def __init__(self, events: Sequence[Event]) -> None:
        self.events = events

    @cached_property
    def moved(self) -> set[tuple[str, int, str]]:
        """What was counted, how many, and from which bank (nothing: whichever)."""
        found: set[tuple[str, int, str]] = set()
        for event in self.events:
            facts = event.facts
            if isinstance(facts.get("count"), int):
                what = str(facts.get("what"))
                unit = what if what in ("favor", "secret") else "warband"
                bank = str(facts.get("from")).removeprefix("bank.")
                found |= {(unit, facts["count"], ""), (unit, facts["count"], bank)}
                came = str(facts.get("to")).startswith("board.")
                went = str(facts.get("from")).startswith("board.")
                found |= {(unit, facts["count"], "+")} if came else set()
                found |= {(unit, facts["count"], "-")} if went else set()
            if isinstance(facts.get("from"), int) and isinstance(facts.get("to"), int):
                found.add(("supply", facts["from"] - facts["to"], ""))
        return found

    def has(self, told: Number) -> bool:
        """Was so much of it moved? -2: how many is not told."""
        return any(
            unit == told.unit and bank == told.of_bank and told.many in (many, -2) for unit, many, bank in self.moved
        )

    @cached_property
    def names(self) -> set[str]:
        """What it was about: cards, sites, players."""
        return {each for event in self.events for each in _texts(event.facts)}

    @cached_property
    def thrown(self) -> list[str]:
        """The cards that went from a hand to a pile."""
        return [str(each.facts["card"]) for each in self.events
                if each.kind == "discard" and str(each.facts.get("from")).startswith("hand.")]  # fmt: skip

    @cached_property
    def battle(self) -> Any:
        """How the last battle ended, if one did."""
        return next((each.facts for each in reversed(self.events) if each.kind == "battle"), None)


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, list | tuple):
        for each in value:
            yield from _texts(each)
    elif isinstance(value, dict):
        for each in value.values():
            yield from _texts(each)


class Told:
    """Judges clauses that tell what happened in the course of a line.

    ``gone`` are the cards that are told to be thrown away before it is told which is kept: names, or how many.
    """

    speaker: "Speaker"
    text: str
    entries: list[Entry]
    gone: list[Any]

    def came(self) -> Came:
        """What has come of the answers of this line."""
        play, numbers = self.speaker.play, {entry.n for entry in self.entries}
        since = min(numbers, default=play.head + 1) - 1
        return Came([event for batch in play.batches_since(since) if batch.n > since for event in batch.events])

    def _told(self, found: Sequence[Token]) -> list[Entry]:
        """Take what is only told. Raises ``Misread`` where it is not so."""
        said = head(found, self.speaker.play.state.seats, self.speaker._label_of(""))
        body = found[said.at :]
        if not (self._thrown(said, body) or (self.entries and self._is_told(said, body))):
            raise Misread(f"{self.text[found[0].start : found[-1].end]!r} was not understood")
        return []

    def _is_told(self, said: Head, body: Sequence[Token]) -> bool:
        left = [each for each in body if not (is_empty(each) or is_joint(each))]
        if any(each.low in words()["untold"] for each in left) and (said.never or _all_told(left)):
            beside = words()["untold"] | words()["links"] | words()["anybody"]
            return all(denies(each) or each.low in beside for each in left)
        if said.never or any(map(denies, left)):
            return said.never + sum(map(denies, left)) == 1 and self._nothing(left)
        if self._next(said, left):
            return True
        if self.entries[-1].kind == PLAN and any(unit_of(each.low) == "die" for each in left):
            beside = {"one", "1", "attack", "defense", "more", "extra", "fewer", "less", "me"} | words()["links"]
            adds = {"remove", "add", "take", "knock", "get"}
            return all(unit_of(each.low) == "die" or each.low in beside or verbs_of(each.low) & adds for each in left)
        return self._ended_so(said, left) or self._happened(said, body)

    def _nothing(self, left: Sequence[Token]) -> bool:
        """What is told not to be: further plans, a Vision that was not drawn."""
        last = self.entries[-1]
        if last.kind.endswith(".targets"):
            return all(denies(each) or each.low in ("else", "other", "others", "more") for each in left)
        if last.answer in ("no", "go-on", "none") or last.answer == {}:
            known = {*words()["answers"].get(last.kind.rpartition(".")[2], ()), "go", "use"}
            if all(
                denies(each) or verbs_of(each.low) & (known | words()["anybody"]) or unit_of(each.low) for each in left
            ):
                return True
        pending = self.speaker.play.pending
        in_battle = any(each.kind == "pools" for each in self.came().events) and not (
            pending is not None and pending.kind.endswith((".dice", ".targets"))
        )
        used = any(entry.kind == PLAN and entry.answer != "go-on" for entry in self.entries)
        if in_battle and not used and any(verbs_of(each.low) & {"plan", "plans"} for each in left):
            return all(
                denies(each) or verbs_of(each.low) & words()["of_plans"] or each.low in ("me", "me") for each in left
            )
        if last.kind == PLAN or any(entry.kind == PLAN for entry in self.entries):
            return all(denies(each) or verbs_of(each.low) & words()["of_plans"] for each in left)
        drawn = last.kind.endswith((".draw", ".top")) and "vision" not in str(last.answer)
        return drawn and all(denies(each) or unit_of(each.low) == "vision" for each in left)

    def _next(self, said: Head, left: Sequence[Token]) -> bool:
        """Whose turn it is now, and that the game goes on."""
        play = self.speaker.play
        lows = {each.low for each in left}
        if not any(each.kind == "turn" for each in self.came().events):
            return lows <= {"go", "goes", "on", "ahead", "continue"} and bool(lows) and self.entries[-1].kind == PLAN
        whose = said.who or (play.state.turn,)
        return whose == (play.state.turn,) and lows <= words()["of_turn"]

    def _ended_so(self, said: Head, left: Sequence[Token]) -> bool:
        """Who won the battle, who lost it."""
        battle = self.came().battle
        if battle is None or not left:
            return False
        won = {"win", "beat", "defeat"} - {"defeat" if any(verbs_of(each.low) & {"accept"} for each in left) else ""}
        lost = {"lose", "fail"} | (
            {"defeat", "accept"} if any(verbs_of(each.low) & {"accept"} for each in left) else set()
        )
        verbs = [verbs_of(each.low) for each in left]
        winner = battle["attacker"] if battle["won"] else battle["defender"]
        loser = battle["defender"] if battle["won"] else battle["attacker"]
        rolled: Any = next((each.facts for each in reversed(self.came().events) if each.kind == "rolled_battle"), {})
        totals = {rolled.get("attack"), rolled.get("defense")}
        rest = [each for each, several in zip(left, verbs, strict=True) if not several & (won | lost)]
        who = said.who or (battle["attacker"],)
        right = any(several & won for several in verbs) and who == (winner,)
        right = right or (any(several & lost for several in verbs) and who == (loser,))
        return right and all(
            each.low in words()["links"] | words()["of_battle"]
            or ((count := number(each.low)) is not None and count.many in totals)
            for each in rest
        )

    def _happened(self, said: Head, body: Sequence[Token]) -> bool:
        """Numbers with what is counted, and names: all of them are part of what came of the answers."""
        verbs = {verb for each in body if not each.name for verb in verbs_of(each.low)}
        known = set(words()["told"])
        skipped = [pair for entry in self.entries for pair in entry.skipped] + list(self.speaker.play.driver.skipped)
        for kind, _ in skipped:
            known |= {*words()["answers"].get(kind.rpartition(".")[2], ()), kind.rpartition(".")[2]}
        names = {*self.came().names, *(str(answer) for _, answer in skipped)}
        if not verbs & known and not (said.who == () and any(unit_of(each.low) for each in body)):
            return False
        came = self.came()

        way = "+" if verbs & words()["gains"] else "-" if verbs & words()["spends"] else ""

        def count(text: str) -> Number | None:
            found = told_number(text)
            signed = found is not None and (found.unit == "supply" or came.has(found._replace(of_bank=way)))
            return found if found is not None and signed and came.has(found) else None

        def name(text: str) -> str | None:
            key = catalog.key_of(text)
            return next(
                (each for each in names if catalog.is_card(each) and catalog.key_of(catalog.name_of(each)) == key),
                None,
            )

        slots = (Slot("told", strictly(count), many=True), Slot("name", strictly(name), many=True))

        def soft(token: Token) -> bool:
            if is_empty(token) or is_joint(token):
                return True
            return not token.name and bool(token.low in words()["links"] or verbs_of(token.low) & known)

        return any(reading.filled for reading in covers(self.text, body, slots, soft))

    # -- cards thrown away ------------------------------------------------------------------------------------------

    def _thrown(self, said: Head, body: Sequence[Token]) -> bool:
        """Cards that are told to be thrown away: before it is known which is kept, or as it has come."""
        decision = self.speaker.play.pending
        left = [each for each in body if not (is_empty(each) or is_joint(each))]
        if decision is None or not any(verbs_of(each.low) & (THROWS | {"rest", "other", "go", "get"}) for each in left):
            return False
        if said.never or any(map(denies, left)) or not any(verbs_of(each.low) & words()["away"] for each in left):
            return False
        beside = words()["links"] | words()["anybody"] | {"both"}
        plain = [
            each
            for each in left
            if not each.name
            and (each.low in beside or verbs_of(each.low) & words()["away"] or unit_of(each.low) in ("card", "denizen"))
        ]
        rest = [each for each in left if each not in plain or each.low == "both"]
        counts = [found.many for each in rest if not each.name and (found := number(each.low)) is not None]
        names = self._named([each for each in rest if each.name])
        if names is None or any(not each.name and number(each.low) is None for each in rest) or (counts and names):
            return False
        told: list[Any] = names or counts[:1] or [0]
        if decision.kind in (KEEP, "setup.adviser") or decision.kind.endswith(".draw"):
            self.gone = [*self.gone, *told]
            return True
        return self.are_gone(told, decision)

    def _named(self, found: Sequence[Token]) -> list[str] | None:
        """The cards that some words name; None if they name another thing."""
        names: list[str] = []
        while found:
            known, lows = index_of_names(), [each.low for each in found]
            size = next((n for n in range(len(lows), 0, -1) if catalog.key_of(" ".join(lows[:n])) in known), 0)
            if not size:
                return None
            names.append(catalog.find(" ".join(each.low for each in found[:size])))
            found = found[size:]
        return names

    def are_gone(self, told: Sequence[Any], decision: Decision | None) -> bool:
        """Are these cards thrown away by what the line has done, or about to be: names, or so many (0: the rest)?"""
        thrown = self.came().thrown
        if decision is not None and decision.kind in (ORDER, "setup.order"):
            thrown = [*thrown, *map(str, decision.options)]
        state = self.speaker.play.state
        unknown = sum(each in state.handles for each in thrown)
        names = [each for each in told if isinstance(each, str)]
        if not thrown and decision is not None and any(entry.kind == "setup.adviser" for entry in self.entries):
            return not names and all(each in (0, 2) for each in told)
        missing = [each for each in names if each not in thrown]
        return (
            bool(thrown)
            and len(missing) <= unknown
            and all(each in (0, len(thrown)) for each in told if each not in names)
        )


def _all_told(left: Sequence[Token]) -> bool:
    return any(map(denies, left)) or all(each.low in words()["untold"] or each.low == "all" for each in left)
