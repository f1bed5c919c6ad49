"""Verdicts and what may be done, as text and as JSON (docs/formats.md, "Verdicts"). No rule is decided here."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any

from oathtools.answerers.matching import Label
from oathtools.engine.decision import LAW, Answer, Refusal
from oathtools.kit.text import Hint, capital, count, listed
from oathtools.law.rulings import Ruling, UnknownRuling, ruling
from oathtools.procedures.adjudicate import Family, Legal, Opinion, Repair
from oathtools.procedures.machine import title
from oathtools.procedures.machine.frame import Cost
from oathtools.procedures.machine.game import Game
from oathtools.procedures.turn import ACTIONS, END
from oathtools.procedures.victory import check as victory
from oathtools.render.document import Block, Line, Typed, reasons
from oathtools.render.game.prompts import ACT, labels_for
from oathtools.render.game.question import because_of, cost_data, cost_text, menu_line, price, reasons_of
from oathtools.render.names import Names
from oathtools.table.state import ENDED, OVER

if TYPE_CHECKING:
    from oathtools.bots.situation import Considered, Why

_HEADS = {True: "Yes.", False: "No.", None: "It depends."}
_MOST_SHOWN = 6


def labels(names: Names) -> Any:
    """What people see for an option of a kind of question."""

    def label_of(kind: str) -> Label:
        own = labels_for(kind)
        return lambda option: own.get(option) or names.name(option)

    return label_of


# -- verdicts ------------------------------------------------------------------------------------------------------


def as_json(opinion: Opinion, names: Names) -> dict[str, Any]:
    """A verdict for programs."""

    return {
        "legal": opinion.legal,
        "refusals": refusals_json(opinion.refusals, names),
        "depends": [
            {"on": spot(each.source, names), "clause": each.clause, "because": names.text(each.because)}
            for each in opinion.depends
        ],
        "repairs": [[names.text(change.says) for change in repair] for repair in opinion.repairs],
        "searched_all": opinion.searched_all,
        "cautions": refusals_json(opinion.cautions, names),
        "derivation": refusals_json(opinion.derivation, names),
        "rulings": [{"id": ruling, "reading": reading or None} for ruling, reading in opinion.rulings],
    }


def refusals_json(reasons: Iterable[Refusal], names: Names) -> list[dict[str, str]]:
    """Reasons for programs, in sentences that tell no more than the viewer may know."""
    return [
        {"clause": each.clause, "because": names.text(each.because), "source": spot(each.source, names)}
        for each in reasons
    ]


def spot(what: str, names: Names) -> str:
    """An id for programs; a card whose face the viewer may not know is named by where it lies (``@advisers.red:0``)."""
    state = names.state
    if what not in state.handles or what not in state.where:
        return what
    zone = state.where[what]
    return f"@{zone}:{state.zones[zone].index(what)}"


def document(opinion: Opinion, names: Names, *, explain: bool = False, taken: str = "") -> Iterator[Block]:
    """A verdict for people: the answer first, then every reason, then what would mend it; of a Yes what it rests on.

    ``taken``: how the words of the request were understood, where that is worth a line (``taken_as``).
    """
    yield _HEADS[opinion.legal]
    if taken:
        yield Line(f"(Taken as: {taken})", hang=4)
    yield from reasons(reasons_of(opinion.refusals, names.text), spare=2)
    if opinion.depends:
        if opinion.legal is False:
            yield "Besides, it would depend:"
        yield from reasons(reasons_of(map(_lawful, opinion.depends), names.text), spare=2)
    yield from _repairs(opinion, names)
    if explain or opinion.legal:
        yield from _derivation(opinion, names)
    for each in opinion.cautions:
        yield Line(f"Caution: {names.text(each.because)} ({each.clause})", hang=4)
    yield from _rulings(opinion)


def taken_as(request: str | None, typed: Iterable[str], names: Names) -> str:
    """How words were understood, where that is more or other than what was typed; else nothing."""
    if request is None:
        return ""
    request_text = names.text(request)
    return "" if _words(request_text) <= _words(" ".join(typed)) else request_text


def _words(text: str) -> set[str]:
    return set(re.findall(r"[a-z]+", text.casefold().replace("'", "")))


def _lawful(each: Refusal) -> Refusal:
    """What it turns on stands in the sentence; beside it stands the clause alone."""
    return each._replace(source=LAW)


def _repairs(opinion: Opinion, names: Names) -> Iterator[Block]:
    if opinion.repairs:
        yield "It would be allowed if"
        for repair in opinion.repairs[:_MOST_SHOWN]:
            yield Line(repair_text(repair, names), "  - ")
        if len(opinion.repairs) > _MOST_SHOWN:
            yield Line(f"(and {len(opinion.repairs) - _MOST_SHOWN} other ways)", "  - ")
    elif opinion.legal is False and not opinion.searched_all:
        yield Line("What would mend it was not found: the search was broken off.")
    if opinion.repairs and not opinion.searched_all:
        yield Line("The search was broken off: there may be other ways.", "  ")


def repair_text(repair: Repair, names: Names) -> str:
    """The changes of a repair as one clause; a player who is its subject again is not named again."""
    parts: list[str] = []
    before = ""
    for change in repair:
        subject, blank, rest = change.says.partition(" ")
        again = blank and subject == before and subject in names.state.players
        parts.append(names.text(rest if again else change.says))
        before = subject
    return " and ".join(parts)


def _derivation(opinion: Opinion, names: Names) -> Iterator[Block]:
    if opinion.derivation:
        yield "Because" if opinion.legal else "What holds"
    for each in opinion.derivation:
        text = capital(names.text(each.because)).rstrip(".")
        yield Line(f"{text} ({each.clause}).", "  ", 4)


def _rulings(opinion: Opinion) -> Iterator[Block]:
    if not opinion.rulings:
        return
    for ruling_id, reading in opinion.rulings:
        try:
            found = ruling(ruling_id)
        except UnknownRuling:
            continue
        title = f"{found.id}, {found.title}" if isinstance(found, Ruling) else found.title
        side = f" ({reading})" if isinstance(found, Ruling) and len(found.readings) > 1 else ""
        yield Line((f"Ruling {title}{side}", Typed((": ", Hint("rulings", found.id)))), hang=4)


# -- everything that may be done -----------------------------------------------------------------------------------


def legal_json(legal: Legal, words_of: Any) -> dict[str, Any]:
    """What may be done, for programs; campaigns by families of declarations."""
    families = [{"words": legal.families[0].action, "defenders": [], "dice": [0, 0]}] if legal.families else []
    for family in legal.families:
        defender: dict[str, Any] = {
            "id": family.defender,
            "targets": [{"id": target, "dice": dice} for target, dice in family.targets],
            "must": list(family.must),
            "dice": [0, family.dice],
            "cost": cost_data(family.cost),
        }
        if family.dearer:
            defender["dearer"] = {target: cost_data(cost) for target, cost in family.dearer.items()}
        if family.by:
            defender["by"] = _by(family.by)
        if family.modifiers:
            defender["with"] = [_with(*each) for each in family.modifiers]
        families[0]["defenders"].append(defender)  # type: ignore[attr-defined]
        families[0]["dice"] = [0, max(each.dice for each in legal.families)]
    return {
        "actions": [
            {
                "words": words_of(each.action, each.given, each.modifiers),
                "cost": cost_data(each.cost),
                **({"by": _by(each.by)} if each.by else {}),
            }
            for each in legal.actions
        ],
        "families": families,
        "modifiers": [
            {"action": each.action, "with": _with(each.card, each.param), "cost": cost_data(each.cost)}
            for each in legal.modifiers
        ],
    }


def _by(powers: Iterable[tuple[str, str]]) -> list[dict[str, str]]:
    """The powers that changed a number, for programs."""
    return [{"clause": clause, "power": card} for clause, card in powers]


def _with(card: str, param: str) -> str:
    return f"{card}@{param}" if param else card


def may_document(legal: Legal, names: Names, seat: str) -> Iterator[Block]:
    """What may be done, for people: a line for each kind of action, alike things together; ending the turn last."""
    yield f"{names.seat(seat)} may:"
    families = [*_actions(legal, names), *((family.action, _family(family, names)) for family in legal.families)]
    for _, line in sorted(families, key=lambda each: each[0] == END):
        yield Line(line, "  ", 6)
    if legal.modifiers:
        yield "Powers that may be used with it:"
        for action, usable in groupby(legal.modifiers, key=lambda each: each.action):
            powers = [f"{names.name(_with(each.card, each.param))}{price(each.cost, names)}" for each in usable]
            yield Line(f"{ACTIONS[action].label or action}: {', '.join(powers)}", "  ", 6)


def _actions(legal: Legal, names: Names) -> Iterator[tuple[str, str]]:
    for (action, modifiers), group in groupby(legal.actions, key=lambda each: (each.action, each.modifiers)):
        line = menu_line(ACTIONS[action], list(group), names) if action in ACTIONS else labels_for(ACT)[action]
        using = [names.name(_with(*each)) for each in modifiers]
        yield action, line + (f"; with {listed(using)}" if using else "")


def _besides(cost: Cost | None, names: Names) -> str:
    return f", and {cost_text(cost, names)}" if cost else ""


def _family(family: Family, names: Names) -> str:
    targets = ", ".join(
        f"{names.name(target)} ({dice}{_besides(family.dearer.get(target), names)})" for target, dice in family.targets
    )
    must = f"; {names.name(family.must[0])} must be among them" if family.must else ""
    using = f"; with {listed([names.name(_with(*each)) for each in family.modifiers])}" if family.modifiers else ""
    dice = count(family.dice, "die", "dice")
    says = ACTIONS[family.action].menu.partition("{")[0]
    head = f"{says}{names.name(family.defender)}, up to {dice}{price(family.cost, names)}"
    because = because_of(family.by, names).removeprefix(", ")
    changed = f"; costs and dice are so {because}" if because else ""
    return f"{head}; targets (defense dice): {targets}{must}{using}{changed}"


# -- why a bot did what it did: the terms that changed, and what else it considered, in words and as data --------------


# Terms that change less than this are not told, and no more of the others than so many.
LITTLE = 0.05
TERMS = 5
OTHERS = 3


def why_text(why: "Why", names: Names) -> str:
    """A choice in a few sentences: what was chosen, what it changes, what else there was."""
    chosen, *others = why.considered
    who = names.seat(why.who)
    parts = [f"{capital(who)} ({why.bot}): {_done(why, chosen, names)}, {_worth(why, chosen)}."]
    changed = _changes(why.before, chosen.terms)
    if changed:
        parts.append(f"What counts: {', '.join(f'{name} {_signed(by)}' for name, by in changed)}.")
    if why.spends:
        parts.append("Supply that is left at the end of the turn would mostly be lost.")
    if others:
        rather = [f"{_done(why, each, names)} ({_worth(why, each)})" for each in others[:OTHERS]]
        more = f", the best of {len(others)} others" if len(others) > OTHERS else ""
        parts.append(f"Rather than {'; '.join(rather)}{more}.")
    return " ".join(parts)


HINTS = 3


def hints(why: "Why", names: Names) -> list[Block]:
    """The best things to do as a bot sees them, one of each action: what it changes, and the clause of the action."""
    shown: list[Block] = []
    best = {str(each.answers[0]): each for each in reversed(why.considered)}
    chosen = [each for each in why.considered if best[str(each.answers[0])] is each]
    for number, each in enumerate(chosen[:HINTS], 1):
        changed = ", ".join(f"{name} {_signed(by)}" for name, by in _changes(why.before, each.terms))
        action = ACTIONS.get(str(each.answers[0]))
        clause = f" ({action.clause})" if action else ""
        shown.append(Line(f"{capital(_done(why, each, names))}{clause}: {_worth(why, each)}", f"{number} ", 2))
        shown += [Line(changed, "  ", 2)] if changed else []
    return shown


def why_data(why: "Why") -> dict[str, Any]:
    """The same for programs: ids, all terms before and after each thing that was considered, the best first."""
    return {
        "bot": why.bot,
        "who": why.who,
        "kind": why.kind,
        "before": _rounded(why.before),
        "tried": why.tried,
        "spends": why.spends,
        "considered": [
            {
                "answers": list(each.answers),
                "value": round(each.value, 2),
                "chance": None if each.chance is None else round(each.chance, 4),
                "terms": _rounded(each.terms),
            }
            for each in why.considered
        ],
    }


def _done(why: "Why", what: "Considered", names: Names) -> str:
    """What was considered, in a few words: the action, and what it was told."""
    first, *rest = [_answer_in_words(answer, names) for answer in what.answers]
    words = [word for word in rest if word]
    return f"{first} ({', '.join(words)})" if words else first


def _answer_in_words(answer: Answer, names: Names) -> str:
    if isinstance(answer, str):
        return names.name(answer) if answer != "go-on" else ""
    if isinstance(answer, list):
        return listed([names.name(each) for each in answer])
    if isinstance(answer, dict):
        return listed([f"{number} for {names.name(each)}" for each, number in answer.items() if number])
    return str(answer)


def _worth(why: "Why", what: "Considered") -> str:
    gain = _signed(what.value - sum(why.before.values()))
    return gain if what.chance is None else f"{gain} at {100 * what.chance:.0f} % to win"


def _changes(before: Mapping[str, float], after: Mapping[str, float]) -> list[tuple[str, float]]:
    """The terms that change most, the largest change first."""
    changes = [(name, after[name] - before[name]) for name in after]
    notable = [change for change in changes if abs(change[1]) >= LITTLE]
    return sorted(notable, key=lambda change: -abs(change[1]))[:TERMS]


def _signed(number: float) -> str:
    return f"{number:+.1f}".replace("-0.0", "+0.0").replace("-", "−")


def _rounded(terms: Mapping[str, float]) -> dict[str, float]:
    return {name: round(value, 3) for name, value in terms.items()}


def chooses(game: Game, names: Names, heirs: Sequence[str | None]) -> str:
    """Who chooses between several who meet the goal, in words (2.11)."""
    holder = game.state.oathkeeper
    several = listed([names.seat(str(heir)) for heir in heirs], "or")
    return f"{names.seat(str(holder))} first chooses who takes the title, {several}"


def objections(game: Game, names: Names) -> list[str]:
    """What a stated table says of its end that the Law makes otherwise (2.11, 3), and which of both is judged."""
    state, heirs = game.state, title.astray(game)
    found = []
    if heirs:
        holder = "nobody has" if state.oathkeeper is None else f"{names.seat(state.oathkeeper)} has"
        if len(heirs) > 1:
            due = f"{chooses(game, names, heirs)}, for they meet the goal"
        elif heirs[0] is None:
            due = "it is set aside, for nobody meets the goal (A-07)"
        else:
            due = f"it is {names.seat(heirs[0])}'s by the goal of {capital(state.oath)}"
        judged = "" if state.phase in ENDED else "; so it is judged"
        found.append(f"as stated {holder} the Oathkeeper title, but {due}{judged} (2.11)")
    if state.phase == OVER:
        found += [f"{names.text(each.because)} ({each.clause})" for each in victory.objections(game)]
    return found
