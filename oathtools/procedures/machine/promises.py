"""Promises: who promised what to whom, until when, whether it binds (7.6.3) or not (9.6), and what of it can be judged.

They are plain data in ``state.lasting``, in the words of the table, and as far as it can be judged as what is not to be
done, or is: an action, ``give`` (what goes to another player in an exchange), ``answer`` (what is said to what another
puts to one). A promise that binds bars what goes against it, an action as the power of a card would, at its place; one
that does not is spoken of in verdicts. When either is kept or broken the log tells it.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from oathtools.engine.decision import LAW, Refusal, Row
from oathtools.engine.windows import Kind, Place, Power, Stage
from oathtools.procedures.machine.registry import PLACES
from oathtools.table.effects import Event
from oathtools.table.state import State

if TYPE_CHECKING:
    from oathtools.procedures.machine.frame import Frame
    from oathtools.procedures.machine.game import Game

BINDS: Final = "7.6.3"
FREE: Final = "9.6"
GIVE: Final = "give"
ANSWER: Final = "answer"
ENDS: Final = ("kept", "broken", "released")


class Promise(NamedTuple):
    """A promise that stands.

    ``number``: from 1, as it is shown; ``by`` whoever made it, ``to`` whom (seats); ``mutual``: each promised it to the
    other. ``beyond``: it holds in later games, too (9.6). ``bars``: the action not to be taken, what is said of it, in
    ids, and the place ``at`` which it is barred; ``does``: the same of what is to be done; none of both if only people
    can judge it.
    """

    number: int
    by: str
    to: str
    text: str
    clause: str
    until: int | None = None
    bars: Mapping[str, Any] | None = None
    mutual: bool = False
    beyond: bool = False
    does: Mapping[str, Any] | None = None

    @property
    def binds(self) -> bool:
        """Does it bind (7.6.3)?"""
        return self.clause == BINDS

    @property
    def barred_at(self) -> Place | None:
        """The place at which it bars an action, if it binds and there is one."""
        place = PLACES.get((self.bars or {}).get("at", "")) if self.binds else None
        return place if place is not None and place.kind is Kind.ROWS else None

    @property
    def says(self) -> str:
        """It in a sentence, with seats for names."""
        until = f" until the end of round {self.until}" if self.until else ""
        if self.mutual:
            return f"{self.by} and {self.to} have promised each other{until}: {self.text}"
        return f"{self.by} has promised {self.to}{until}: {self.text}"

    def of(self, how: str) -> str:
        """It in a sentence, and what it means for something that keeps or breaks it."""
        ends = {"kept": "this keeps it", "broken": "that must be kept" if self.binds else "such a promise binds nobody"}
        return f"{self.says}; {ends[how]}"

    def judges(self, actor: str, action: str, given: Mapping[str, Any]) -> str:
        """Is it ``kept`` by this, or ``broken``; an empty text where it speaks of something else."""
        if self.bars is not None and self._fits(self.bars, actor, action, given):
            return "broken"
        if self.does is not None and self._fits(self.does, actor, action, given):
            return "kept"
        if self.does is None or action != ANSWER:
            return ""
        other = {**given, ANSWER: self.does["given"].get(ANSWER)}  # what was to be said, where something else is
        return "broken" if self._fits(self.does, actor, action, other) else ""

    def _fits(self, form: Mapping[str, Any], actor: str, action: str, given: Mapping[str, Any]) -> bool:
        """Is that said of this? What each promised the other is meant of the other."""
        if action != form["action"] or (actor != self.by and not (self.mutual and actor == self.to)):
            return False
        other = {self.to: self.by} if actor == self.to else {}
        return all(_meets(given.get(field), other.get(value, value)) for field, value in form["given"].items())


def _meets(value: Any, wanted: Any) -> bool:
    """So much at least, or just that."""
    return (value or 0) >= wanted if isinstance(wanted, int) else bool(value == wanted)


def standing(state: State) -> list[Promise]:
    """The promises that stand, in the order in which they were made; those until a round that is over do not."""
    found = []
    for number, each in enumerate(state.lasting.get("promises", ()), 1):
        by, to = each["between"]
        until, bars = each.get("until"), each.get("bars")
        mutual, beyond = not each.get("one_way"), bool(each.get("beyond"))
        if until is None or state.round <= until:
            promise = Promise(number, by, to, each["text"], each["clause"], until, bars, mutual, beyond)
            found.append(promise._replace(does=each.get("does")))
    return found


def spoken_of(state: State, actor: str, action: str, given: Mapping[str, Any]) -> Iterator[Refusal]:
    """What a verdict says of the promises that do not bar an action: it keeps one, it binds nobody, no row bars it."""
    for each in standing(state):
        how = each.judges(actor, action, given)
        if how and (how == "kept" or not each.binds or each.barred_at is None):
            yield Refusal(each.clause, each.of(how))


def rows(game: "Game", actor: str, action: str, given: Mapping[str, Any]) -> Iterator[Row]:
    """What promises say of what is no action of the Law, what is given or answered: one that binds bars it."""
    for each in standing(game.state):
        if how := each.judges(actor, action, given):
            yield how == "kept" or not each.binds, each.clause, each.of(how), LAW


def met(game: "Game", actor: str, action: str, given: Mapping[str, Any]) -> None:
    """Something was done: the promises that it keeps or breaks are noted. Of a card that lies facedown nothing is."""
    if "promises" in game.state.lasting and not any(str(each) in game.state.facedown for each in given.values()):
        for each in standing(game.state):
            if how := each.judges(actor, action, given):
                kept = game.state.lasting["promises"][each.number - 1]
                game.do.emit("promise_met", (each.clause,), **kept, how=how, number=each.number, who=actor)


def powers(state: State) -> list[Power]:
    """What the promises that bind bar, as powers at the places of those actions."""
    return [_power(each, place) for each in standing(state) if (place := each.barred_at) is not None]


def _power(promise: Promise, place: Place) -> Power:
    def bars(game: "Game", frame: "Frame", me: str | None) -> Iterator[Row]:
        assert promise.bars is not None
        if promise.judges(frame.actor, promise.bars["action"], frame.given) == "broken":
            yield False, BINDS, promise.says, LAW

    return Power("", place, bars, "all", Stage.ADD, (BINDS,), False)


def run_out(game: "Game") -> None:
    """A round is over, and with it the promises until its end: they are noted."""
    for each in game.state.lasting.get("promises", ()):
        if each.get("until") == game.state.round - 1:
            game.do.emit("promise_over", (each["clause"],), **each)


def judged(state: State, events: Iterable[Event]) -> list[tuple[Promise, str]]:
    """The promises that some events kept or broke and that stand, each once, with what became of it last."""
    met = {event.facts["number"]: event.facts["how"] for event in events if event.kind == "promise_met"}
    return [(each, met[each.number]) for each in standing(state) if each.number in met]


def past(state: State, events: Iterable[Event]) -> list[dict[str, Any]]:
    """Every promise of a game with what became of it, by the names of the players: for the history of a saga.

    Without ``how`` it stood when the game was over. What a table left out of play by a position stands as well.
    """
    found, standing = list[dict[str, Any]](), list[dict[str, Any]]()
    for event in events:
        if event.kind == "promise":
            standing.append(dict(event.facts))
            found.append(standing[-1])
        elif event.kind == "promise_ended":
            facts = {key: value for key, value in event.facts.items() if key != "how"}
            gone = next((each for each in standing if each == facts), None)
            if gone is not None:
                standing.remove(gone)
                gone["how"] = event.facts["how"]
    found += [each for each in state.lasting.get("promises", ()) if each not in found]
    return [_by_name(state, each) for each in found]


def _by_name(state: State, promise: Mapping[str, Any]) -> dict[str, Any]:
    by, to = (state.players[seat].name for seat in promise["between"])
    kept = {key: promise[key] for key in ("text", "clause", "until", "how", "one_way") if promise.get(key)}
    return {"by": by, "to": to, **kept}


def carried_over(state: State, seats: Mapping[str, str]) -> Iterator[dict[str, Any]]:
    """The promises of a game that is over which hold beyond it, as remarks for the next one.

    ``seats`` are the players of the next game by name: where one of both does not play, nothing can come of it. What
    of it could be judged is said of seats, so that people say it anew.
    """
    for promise, each in zip(standing(state), state.lasting.get("promises", ()), strict=False):
        names = [state.players[seat].name for seat in each["between"]]
        if promise.beyond and all(name in seats for name in names):
            left = {key: value for key, value in each.items() if key not in ("between", "bars", "does", "until")}
            yield {"promise": {"between": [seats[name] for name in names], **left}}


def take_down(game: "Game", remark: Mapping[str, Any]) -> None:
    """Carry out what a table said of promises: one more, or one that has ended. Raises ``LookupError`` if none is."""
    if "promise" in remark:
        promise = dict(remark["promise"])
        between, text, clause = tuple(promise.pop("between")), promise.pop("text"), promise.get("clause", FREE)
        game.do.promise(between, text, (clause,), **promise)
    elif "ended" in remark:
        index = int(remark["ended"]) - 1
        kept = game.state.lasting.get("promises", [])
        if not 0 <= index < len(kept):
            raise LookupError(f"there is no promise {remark['ended']}")
        game.do.end_promise(index, remark["how"], (kept[index]["clause"],))
