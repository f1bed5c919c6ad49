"""A campaign told step by step (5.5.1 to 5.5.8): a fold over the events of the engine, with their clauses.

``account(beats)`` is what was done, in steps that can be read aloud. It works nothing out: the numbers, the warbands
that fell, what was taken, burned and gained are those of the events; what was declined, and what is still open, are the
questions between them.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple, TypeVar

from oathtools import catalog
from oathtools.engine.decision import Decision
from oathtools.odds.battle import ATTACKER, DEFENDER, SIDES, Battle, Ending
from oathtools.odds.exact import chance
from oathtools.odds.numbers import changes
from oathtools.odds.using import Faces, Result, Use, resolve, shields_of
from oathtools.procedures.campaign import dice_words as words
from oathtools.procedures.campaign.fight import JOINING, PLAN, ROLLS, SACRIFICE
from oathtools.procedures.campaign.pools import Addend
from oathtools.procedures.campaign.staged import Beat, How, Known, Scene, stage
from oathtools.table.effects import Event
from oathtools.table.state import SLOT, State

T = TypeVar("T")

BANK, ASIDE = "bank", "aside"
_DONE = 1_000_000  # the campaigns after the one that is told
NAMES = {
    "5.5.1": "Declaration",
    "5.5.2": "Pools",
    "5.5.3": "Plan",
    "5.5.4": "Defense roll",
    "5.5.5": "Attack roll",
    "5.5.6": "Losses",
    "5.5.7": "Targets",
    "5.5.7.1": "Rule",
    "5.5.7.2": "Relics and banners",
    "5.5.7.3": "Banish and burn",
    "5.5.8": "End",
    "10.2": "Afterwards",
}
_AFTER = tuple(NAMES)[5:]
_WHY = {"skulls": "skulls", "sacrifice": "sacrifice", "losses": "defeat"}
_NUMBERS = {
    "attack": "attack dice",
    "defense": "defense dice",
    "force": "attacking force",
    "defenders": "defending force",
    "bandits": "bandits who defend",
    "band": "bandits who attack",
}
_SWITCHES = {"halvings": "half of the attack dice are rolled", "doublings": "the attack roll counts double"}
# Questions that the steps tell by what came of them.
_STEPS_OF_THEIR_OWN = (*ROLLS, SACRIFICE, PLAN, *JOINING, "act")
_OPEN_STEPS = ("campaign.losses", "campaign.place", "face")


class Move(NamedTuple):
    """Warbands of a force that fall: how many, of which side, where to, why; ``places``: where that force lay then,
    ``choice``: who picked, or picks, which of them.
    """

    warbands: int
    side: str
    to: str  # bank, or aside until the end
    clause: str
    why: str  # skulls, sacrifice, defeat, plan
    places: dict[str, int]
    choice: str | None = None


class Step(NamedTuple):
    """One step: its clause, what it rests on besides, its name, what happens in it, the warbands that fall.

    ``items`` are sentences (with ids, as those of rows), events that are told like those of the log, and beats whose
    question is open or was answered with nothing.
    """

    clause: str
    name: str
    cites: list[str]
    items: list[str | Event | Beat]
    moves: list[Move]
    events: list[Event]


class Account(NamedTuple):
    """A campaign told; None is not known yet: ``battle`` before the rolls, ``result`` and ``won`` after them."""

    declared: dict[str, Any]  # player, against, targets
    allies: list[str]
    addends: list[Addend]
    before: Battle | None  # before any plan
    uses: list[Use]
    steps: list[Step]
    battle: Battle | None
    faces: Faces
    result: Result | None  # of the rolls, before any sacrifice
    won: bool | None
    ending: Ending | None  # the losses, once they are told, and what was gained so far

    @property
    def resolved(self) -> Result | None:
        """The result as it was in the end: with the sacrifice that was made, or without."""
        if self.battle is None or self.won is None:
            return None
        return resolve(self.battle, self.faces, sacrifice=self.won)

    def chance(self, die: str) -> tuple[int, int]:
        """The attacker's chance to win before these dice are rolled, as they stand after the roll before."""
        assert self.battle is not None
        return chance(self.battle, shields_of(self.battle, self.faces.defense) if die == "attack" else None)


def account(beats: Iterable[Beat]) -> Account:
    """The steps of one campaign: of the first that begins in these beats. One within it (10.2) is not told."""
    fold = _Fold()
    for beat in beats:
        fold.asks(beat)
        for event in beat.events:
            fold.see(event)
    return fold.account()


class Rolls(NamedTuple):
    """A campaign carried out as far as its dice are known; ``pending``: the roll that is not, None at its end."""

    account: Account
    known: Known
    pending: Decision | None


def roll_by_roll(scene: Scene, known: Known, roll: Callable[[Decision, Account], Sequence[str] | None]) -> Rolls:
    """A campaign on a table of its own, roll by roll; ``roll`` gives the faces, or None where it is to stop.

    Raises ``NotOffered`` for a plan that the rules refuse when its turn comes.
    """
    while True:
        staged = stage(scene, known)
        so_far, pending = account(staged.beats), staged.pending
        fell = None if pending is None else roll(pending, so_far)
        if pending is None or fell is None:
            return Rolls(so_far, known, pending)
        known = known._replace(rolls={**known.rolls, ROLLS[pending.kind]: fell})


class _Fold:
    """The steps so far, and what later ones lean on: who brought which effect, what fell, what was gained."""

    def __init__(self) -> None:
        self.steps: list[Step] = []
        self.depth = 0
        self.lost = self.over = False
        self.battle: Battle | None = None
        self.faces: dict[str, list[str]] = {}
        self.result: Result | None = None
        self.won: bool | None = None
        self.brought: dict[str, tuple[str, ...]] = {}  # by fields of the battle, the powers and plans behind them
        self.left: dict[str, int] = {}
        self.fell = dict.fromkeys(SIDES, 0)
        self.by_cause = {"skulls": 0, "sacrifice": 0}
        self.gained = self.captured = 0
        self.falling = 0
        self.declared: dict[str, Any] = {}
        self.joined: list[str] = []
        self.addends: list[Addend] = []
        self.before: Battle | None = None
        self.uses: list[Use] = []

    # -- steps -----------------------------------------------------------------------------------------------------

    def step(self, clause: str, name: str = "", cites: Iterable[str] = ()) -> Step:
        """A new step, which is the one at hand from here on."""
        self.steps.append(Step(clause, name or NAMES[clause], [], [], [], []))
        self.cite(cites)
        return self.steps[-1]

    def at(self, cites: tuple[str, ...]) -> Step:
        """The step to which something with these clauses belongs: the one at hand, or the next one that they name."""
        if not self.steps:
            return self.step("5.5.1")
        now = self.steps[-1].clause
        if self.over:
            return self.steps[-1] if now == "10.2" else self.step("10.2")
        due = next((cite for cite in cites if cite in _AFTER[:-1]), now)
        later = due in _AFTER and (now not in _AFTER or _AFTER.index(due) > _AFTER.index(now))
        return self.step(due) if later and self.won is not None else self.steps[-1]

    def cite(self, cites: Iterable[str]) -> None:
        step = self.steps[-1]
        step.cites.extend(cite for cite in dict.fromkeys(cites) if cite != step.clause and cite not in step.cites)

    def say(self, *says: str, cites: Iterable[str] = ()) -> None:
        self.steps[-1].items.extend(says)
        self.cite(cites)

    def by(self, field: str) -> str:
        """By which powers and plans the battle is so in one of its fields, to go behind a sentence; or nothing."""
        cards = self.brought.get(field, ())
        return f", by {' and '.join(dict.fromkeys(cards))}" if cards else ""

    # -- beats -----------------------------------------------------------------------------------------------------

    def asks(self, beat: Beat) -> None:
        decision = beat.decision
        self.falling = 0
        if decision is None or self.depth != 1 or decision.kind in _STEPS_OF_THEIR_OWN or beat.how is How.IMPLIED:
            return
        if beat.how is How.OPEN and decision.kind in _OPEN_STEPS:
            return
        if beat.how is How.OPEN or beat.declined:
            self.at(decision.cites).items.append(beat)
            self.cite(decision.cites)

    def see(self, event: Event) -> None:
        """One event: the marks of a battle make steps, all others are told in the step they belong to."""
        if event.kind == "action" and event.facts["action"] == "campaign":
            self.depth += 1
            if self.depth == 1:
                given = event.facts["given"]
                self.declared = {"player": event.facts["who"], "against": given["defender"]}
                self.declared["targets"] = list(given["targets"])
            return
        if event.kind == "campaign_end":
            self.depth -= 1 if self.depth > 1 else _DONE
        if self.depth != 1 or event.kind == "campaign_end":
            return
        mark = _MARKS.get(event.kind)
        if mark is not None:
            mark(self, event.facts, event)
            return
        step = self.at(event.cites)
        step.events.append(event)
        self.cite(event.cites)
        if event.kind == "gain" and "5.5.8" in event.cites and event.facts["what"] in catalog.COLORS:
            self.gained += event.facts["count"]
        if not (self._is_falling(event) or _goes_home(step, event)):
            step.items.append(event)

    def _is_falling(self, event: Event) -> bool:
        """Is it the fall of warbands that is told already?"""
        if event.kind not in ("kill", "sacrifice") or self.falling <= 0 or event.facts["what"] not in catalog.COLORS:
            return False
        self.falling -= event.facts["count"]
        return True

    # -- the marks of a battle -------------------------------------------------------------------------------------

    def allies(self, facts: dict[str, Any], event: Event) -> None:
        self.joined = list(facts["who"])
        self.step("5.5.2").items.append(f"Allies: {', '.join(self.joined)}")

    def pools(self, facts: dict[str, Any], event: Event) -> None:
        battle: Battle = facts["battle"]
        self.before, self.addends = battle, facts.get("parts", [])
        if not self.steps or self.steps[-1].clause != "5.5.2":
            self.step("5.5.2")
        dice = {"attack": words.dice(battle.attack, "attack"), "defense": words.dice(battle.defense, "defense")}
        self.say(f"Force {battle.strength(ATTACKER)} with {dice['attack']}", cites=("10.9", "5.5.4"))
        self.say(f"Defending force {battle.strength(DEFENDER)} with {dice['defense']}")
        parts = [part for part in self.addends if part.power is not None]
        for part in parts:
            self.say(f"{part.because}: {_NUMBERS[part.to]} {part.amount:+d}", cites=[part.clause])
        for _, power, cites in facts.get("standing", ()):
            if all(part.power != power for part in parts):
                self.say(f"In force from the start: {power}", cites=cites)

    def plan_begins(self, facts: dict[str, Any], event: Event) -> None:
        self.step("5.5.3", cites=("7.5",))

    def plan(self, facts: dict[str, Any], event: Event) -> None:
        used: Use = facts["use"]
        self.uses.append(used)
        changed = changes(used)
        changes_in_words = [f"{_NUMBERS[field]} {old} to {new}" for field, old, new in changed if field in _NUMBERS]
        changes_in_words += [_SWITCHES[field] for field, _, _ in changed if field in _SWITCHES]
        changes_in_words += [f"comes to nothing, {used.wasted}"] if used.wasted else []
        head = f"{facts['who']} uses {facts['card']}" + (f": {', '.join(changes_in_words)}" if changes_in_words else "")
        self.steps[-1].items.insert(0, head)

    def fall(self, facts: dict[str, Any], event: Event) -> None:
        clause, side, cause = event.cites[0], facts["side"], facts["cause"]
        step = self.at(event.cites)
        places = {_place(event.before, place): count for place, count in facts["places"].items()}
        choice = facts["chooser"] if len(places) > 1 else None
        to = ASIDE if facts["to"].startswith("aside.") else BANK
        step.moves.append(Move(facts["count"], side, to, clause, _WHY.get(cause, "plan"), places, choice))
        self.cite(event.cites)
        self.falling = facts["count"]
        self.fell[side] += facts["count"]
        if self.won is not None:
            self.left[side] -= facts["count"]
        elif self.battle is not None and cause in self.by_cause:
            self.by_cause[cause] += facts["count"]

    def to_roll(self, facts: dict[str, Any], event: Event) -> None:
        self.battle, self.brought = facts["battle"], facts["brought"]

    def rolled(self, facts: dict[str, Any], event: Event) -> None:
        side, battle = facts["die"], self.battle
        if side not in SIDES or battle is None or self.result is not None:  # dice of a power
            self.at(event.cites).items.append(event)
            return
        if side in self.faces:
            self.say("Rolled again:")
        elif side == ATTACKER:
            self._defense_rolled()
            self.step("5.5.5")
        else:
            self.step("5.5.4")
        self.faces[side] = list(facts["faces"])
        if side == DEFENDER:
            phrase = words.defense_roll(battle, self.faces[side])
        else:
            phrase = words.attack_roll(battle, self.faces[side], self.by)
        self.say(*phrase.says, cites=phrase.cites)

    def _defense_rolled(self) -> None:
        if DEFENDER not in self.faces and self.battle is not None:
            self.step("5.5.4")
            phrase = words.defense_roll(self.battle, ())
            self.faces[DEFENDER] = []
            self.say(*phrase.says, cites=phrase.cites)

    def rolled_battle(self, facts: dict[str, Any], event: Event) -> None:
        self.result = facts["result"]
        self._defense_rolled()
        if ATTACKER not in self.faces and self.battle is not None:
            self.step("5.5.5")
            phrase = words.attack_roll(self.battle, (), self.by)
            self.faces[ATTACKER] = []
            self.say(*phrase.says, cites=phrase.cites)

    def decided(self, facts: dict[str, Any], event: Event) -> None:
        self.won, self.left, self.battle = facts["won"], dict(facts["left"]), self.battle or facts["battle"]
        self.brought = facts["brought"]
        if self.result is None:
            side = ATTACKER if self.won else DEFENDER
            text = f"A plan has decided the battle: the {side} is victorious, and nothing is rolled."
            self.step("5.5.3", "Decided", ("A-133",)).items.append(text)
            return
        phrase = words.comparison(self.battle, self.result, self.won, self.by)
        rolled = self.steps[-1]
        step = self.step("5.5.5", "Victory" if self.won else "Defeat", phrase.cites)
        # What is sacrificed comes after the rolls: it goes with the decision.
        step.moves.extend(_taken_out(rolled.moves, lambda move: move.why == "sacrifice"))
        step.events.extend(_taken_out(rolled.events, lambda event: event.kind == "sacrifice"))
        self.say(*phrase.says)

    def losses(self, facts: dict[str, Any], event: Event) -> None:
        self.step("5.5.6")
        numbers = {name: facts[name] for name in ("battle", "side", "force", "bandits", "dead")}
        phrase = words.losses(**numbers, by=self.by)
        self.say(*phrase.says, cites=phrase.cites)
        if facts["sites"] and facts["force"] > facts["dead"]:
            text = f"What is left of that force at {', '.join(facts['sites'])} goes to the board of {facts['home']}"
            self.say(text, cites=("A-60",))
        self.lost = True

    def victory(self, facts: dict[str, Any], event: Event) -> None:
        if not self.declared["targets"]:  # nobody has told what they are
            phrase = words.victory(self.left[ATTACKER])
            self.step("5.5.7", cites=phrase.cites).items.extend(phrase.says)

    def rule(self, facts: dict[str, Any], event: Event) -> None:
        self.step("5.5.7.1", cites=("A-61",))
        sites, who = ", ".join(facts["sites"]), facts["who"]
        if facts["barred"]:
            self.say(f"{who} cannot put any warbands onto {sites}, by {', '.join(facts['barred'])}")
        else:
            self.say(words.placing(who, facts["left"], sites))

    def capture(self, facts: dict[str, Any], event: Event) -> None:
        self.captured += facts["count"]

    def end(self, facts: dict[str, Any], event: Event) -> None:
        self.over = True

    # -- the whole -------------------------------------------------------------------------------------------------

    def account(self) -> Account:
        faces = Faces(self.faces.get(ATTACKER, ()), self.faces.get(DEFENDER, ()))
        before = (self.declared, self.joined, self.addends, self.before, self.uses)
        ending = self._ending() if self.lost else None
        return Account(*before, self.steps, self.battle, faces, self.result, self.won, ending)

    def _ending(self) -> Ending:
        mine, theirs = (self.fell[ATTACKER], self.left[ATTACKER]), (self.fell[DEFENDER], self.left[DEFENDER])
        spent = (self.by_cause["skulls"], self.by_cause["sacrifice"])
        return Ending(bool(self.won), *spent, *mine, *theirs, self.gained, self.captured)


_MARKS: dict[str, Callable[[_Fold, dict[str, Any], Event], None]] = {
    "allies": _Fold.allies,
    "pools": _Fold.pools,
    "plan_begins": _Fold.plan_begins,
    "plan": _Fold.plan,
    "falling": _Fold.fall,
    "to_roll": _Fold.to_roll,
    "rolled": _Fold.rolled,
    "rolled_battle": _Fold.rolled_battle,
    "battle": _Fold.decided,
    "losses": _Fold.losses,
    "victory": _Fold.victory,
    "rule": _Fold.rule,
    "captured": _Fold.capture,
    "campaign_over": _Fold.end,
}


def _place(then: State | None, place: str) -> str:
    return then.site(SLOT.index(place)) if then is not None and place in SLOT else place


def _taken_out(several: list[T], fits: Callable[[T], bool]) -> list[T]:
    """Those that fit, which are no longer in the list then."""
    found = [each for each in several if fits(each)]
    several[:] = [each for each in several if not fits(each)]
    return found


def _goes_home(step: Step, event: Event) -> bool:
    """Is it one of the beaten force on its way to a board, as the losses have told? (5.5.6, A-60)"""
    return event.kind == "move" and step.clause == "5.5.6" and event.facts.get("from") in SLOT
