"""The open question for people and for programs: who is asked, what, what may be answered and what it costs.

A private question (9.4) shows its options to the one who answers only; to others it says no more than that it is asked.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from random import Random
from typing import TYPE_CHECKING, Any

from oathtools.engine.decision import LAW, Answer, DeadEnd, Decision, Form, Refusal, holds
from oathtools.kit.datafiles import load
from oathtools.kit.lazy import pattern
from oathtools.kit.text import Hint, count, listed
from oathtools.procedures.actions.action import GO_ON, full_cost, given, offers, power_cost, wasted
from oathtools.procedures.actions.record import Action, Field
from oathtools.procedures.machine.frame import Cost, Frame
from oathtools.procedures.machine.registry import VARIANT_PREFIX
from oathtools.procedures.turn import numbered
from oathtools.render.document import Block, Choices, Line, Reason, Reasons, Words, apart
from oathtools.render.game.prompts import action_and_field, labeler, prompt
from oathtools.render.names import Names
from oathtools.table.state import UNKNOWN_PREFIX
from oathtools.table.views import View

if TYPE_CHECKING:
    from oathtools.journal.entry import Entry
    from oathtools.journal.play import Play
    from oathtools.procedures.adjudicate import Offer
    from oathtools.procedures.adjudicate.walk import By


# -- refusals and costs as text: the reason, its clause, the way out ---------------------------------------------------


Say = Callable[[str], str]

FREE_TEXT = "free"

# What may be chosen instead, by the kind of question.
_LEADS: dict[str, str] = load("words")["menu_leads"]


def clause_of(refusal: Refusal, say: Say = str) -> str:
    """Where a refusal comes from: ``Law 5.2.1``; ``Law 7.1.4, Tents`` where a card stands behind it unnamed."""
    law = f"Law {refusal.clause}" if refusal.clause[:1].isdigit() else refusal.clause
    named = refusal.source == LAW or refusal.source.startswith(VARIANT_PREFIX) or refusal.source in refusal.because
    return ", ".join(part for part in (law, "" if named else say(refusal.source)) if part)


def reasons_of(refusals: Iterable[Refusal], say: Say = str) -> list[Reason]:
    """Refusals as reasons, each once. ``say`` turns the ids in a sentence into names."""
    return [Reason(say(each.because), clause_of(each, say)) for each in dict.fromkeys(refusals)]


def way_out(decision: "Decision", label: Say, *, most: int = 12) -> Words | None:
    """What is offered instead: ``You can muster from: Elders, Keep.   See: oathtools law 5.2.1``; or None."""
    offered = list(dict.fromkeys(label(option) for option in islice(decision.legal(), most + 1)))
    if not offered:
        return None
    field = action_and_field(decision.kind)[2]
    lead = field.lead if field else _LEADS.get(decision.kind, "Possible")
    shown = ", ".join(offered[:most]) + (", ..." if len(offered) > most else ".")
    text = f"{lead}: {shown}"
    return (f"{text}   See: ", Hint("law", decision.cites[0])) if decision.cites else text


# -- costs ---------------------------------------------------------------------------------------------------------


def cost_text(cost: Cost, names: Names) -> str:
    """A cost in few words: ``2 Supply, 1 favor to Ann``; ``free`` if there is none."""
    parts = []
    for item in cost.summed:
        pieces = names.pieces(item.what, item.amount)
        if item.verb == "give":
            holder = item.to.partition(".")[2] if item.to.startswith("board.") else item.to
            parts.append(f"{pieces} to {names.name(holder)}")
        elif item.verb in ("burn", "flip", "sacrifice"):
            parts.append(f"{item.verb} {pieces}")
        else:
            parts.append(pieces)
    return ", ".join(parts) or FREE_TEXT


def cost_data(cost: Cost) -> dict[str, int]:
    """A cost as numbers by what it takes."""
    data: dict[str, int] = {}
    for item in cost.items:
        data[item.what] = data.get(item.what, 0) + item.amount
    return data


def common_cost(costs: list[Cost]) -> Cost:
    """What several costs have in common."""
    return costs[0]._replace(items=tuple(item for item in costs[0].items if all(item in each.items for each in costs)))


def _open(play: "Play") -> Decision:
    if play.pending is None:
        raise RuntimeError("the game is over: nothing is asked")
    return play.pending


# -- who may see the options -----------------------------------------------------------------------------------------


def veiled(decision: Decision, view: View) -> bool:
    """Do the options tell what the viewer may not know?"""
    if view.spoil or view.viewer == decision.who:
        return False
    return decision.private or any(_is_hidden(option, view) for option in decision.options)


def telling(decision: Decision, view: View) -> bool:
    """Is a card that the viewer may not know among the options, or in what the question is about?

    A private question of cards that nobody has named tells nothing: a scribe may answer it for its player.
    """
    given = getattr(decision.about, "given", {}).values()
    named = [*decision.options, *(word for each in given for word in _words_in(each))]
    return not view.spoil and view.viewer != decision.who and any(_is_hidden(each, view) for each in named)


def _is_hidden(option: str, view: View) -> bool:
    card = option.partition("@")[0]
    if card.startswith(UNKNOWN_PREFIX):
        return False
    return card in view.state.where and not view.shows(card)


# -- costs -----------------------------------------------------------------------------------------------------------

_TRIES = 6  # ways to complete an action that are compared for what its cost is sure to hold


def cost_of(play: "Play", decision: Decision, option: str) -> Cost | None:
    """What an option costs, as far as it is certain before the rest is chosen; None where options cost nothing ever."""
    frame = decision.about
    if not isinstance(frame, Frame) or frame.given.get("drawn") or decision.form is not Form.ONE or option == GO_ON:
        return None
    action, end, field = action_and_field(decision.kind)
    if action is not None and end in action.prices:
        return action.prices[end](play.game, frame, decision.who, option)
    if not decision.kind.startswith(f"{frame.action}."):
        return None
    if end == "modifier":
        return power_cost(option.partition("@")[0], "modifier")
    if action is None or field is None:
        return None
    costs = list(islice(_costs(play, action, frame, action.fields.index(field), option), _TRIES))
    return common_cost(costs) if costs else None


def _costs(play: "Play", action: Any, frame: Any, index: int, value: Any) -> Iterator[Cost]:
    """The cost of every way to complete an action once a field is given."""
    game = play.game
    trial = given(game, action, frame, action.fields[index], value)
    if index + 1 == len(action.fields):
        game.frames.append(trial)
        try:
            cost = full_cost(game, trial, action)
        finally:
            game.frames.pop()
        yield cost
        return
    field = action.fields[index + 1]
    for other in game.each_inside(trial, field.tries or field.candidates):
        if holds(offers(game, action, trial, index + 1, other)):
            yield from _costs(play, action, trial, index + 1, other)


def note_of(play: "Play", decision: Decision, option: str, names: Names) -> str:
    """What stands beside an option: its cost, the most it can take, the dice of a target."""
    if decision.caps is not None:
        return f"at most {decision.caps.get(option, 0)}"
    field = action_and_field(decision.kind)[2]
    if field is not None and field.note is not None:
        return field.note(play.game, play.game.frame, option)
    if decision.kind == "chronicle.build":
        from oathtools.render.world.chronicle import build_note

        return build_note(play.game, option, names)
    cost = cost_of(play, decision, option)
    bare = cost is None or (not cost.items and decision.kind.endswith((".modifier", ".plan")))
    costs = [] if bare or cost is None else [cost_text(cost, names)]
    return "; ".join([*costs, *idle_notes(decision, option, names)])


def idle_notes(decision: Decision, option: str, names: Names) -> list[str]:
    """What a choice would pay for and get nothing of (A-191)."""
    rated = isinstance(decision.about, Frame) and decision.rows is not None and decision.form is Form.ONE
    return [names.text(each.because) for each in wasted(decision.rows(option))] if rated and decision.rows else []


# -- for programs ----------------------------------------------------------------------------------------------------


def answer_json(entry: "Entry", view: View) -> dict[str, Any]:
    """An answer just given, as data; what it tells that the viewer may not know is left out, and ``hidden`` is true."""
    data = entry.as_data()
    if not entry.is_answer or view.spoil or view.viewer == entry.who:
        return data
    words = [*(entry.options if isinstance(entry.options, list) else ()), *_words_in(entry.answer)]
    if entry.private or any(_is_hidden(each, view) for each in words):
        data["asked"] = {**data["asked"], "options": None}
        data |= {"answer": None, "hidden": True}
    if any(_is_hidden(each, view) for _, answer in entry.skipped for each in _words_in(answer)):
        del data["skipped"]
    return data


def _words_in(answer: Answer) -> list[str]:
    """The words that an answer holds."""
    return [str(each) for each in (answer if isinstance(answer, list | dict) else [answer])]


def as_json(play: "Play", viewer: str | None) -> dict[str, Any]:
    """The open question as data (docs/formats.md, ``ask``). Raises ``RuntimeError`` if the game is over.

    ``n`` is the number that the answer will have. Private options are given to the seat that answers; to others the
    lists are empty.
    """
    decision = _open(play)
    view = View(play.state, viewer)
    names = Names(view)
    label = labeler(decision, names)
    hidden = veiled(decision, view)
    options: list[dict[str, Any]] = []
    refused: list[dict[str, Any]] = []
    if not hidden:
        for option in decision.legal():
            cost = cost_of(play, decision, option)
            options.append({"id": option, "label": label(option), "cost": None if cost is None else cost_data(cost)})
        for option, refusals in decision.refused():
            rows = [{**refusal._asdict(), "because": names.text(refusal.because)} for refusal in refusals]
            refused.append({"id": option, "refusals": rows})
    low, high = _bounds(decision)
    return {
        "n": play.head + 1,
        "kind": decision.kind,
        "who": decision.who,
        "form": decision.form.value,
        "private": decision.private,
        "default": None if hidden else decision.default,
        "min": low,
        "max": high,
        "caps": None if hidden else decision.caps,
        "options": options,
        "refused": refused,
        "complete": None if hidden else complete(decision),
        "cites": list(decision.cites),
    }


def outside(kind: str, form: Form, options: Iterable[str], low: int, high: int, **known: Any) -> dict[str, Any]:
    """A question of no game, as ``as_json`` has it: it is nobody's, and no answer has a number (``n`` is 0)."""
    shown = [{"id": each, "label": each.replace("_", " "), "cost": None} for each in options]
    question = {"n": 0, "kind": kind, "who": "", "form": form.value, "private": False, "default": None}
    question |= {"min": low, "max": high, "caps": None, "options": shown, "refused": [], "complete": None, "cites": []}
    return {**question, **known}


def _bounds(decision: Decision) -> tuple[int | None, int | None]:
    """How many options, or how much, an answer holds."""
    if decision.form is Form.ONE:
        return 1, 1
    if decision.form is Form.ORDER:
        return len(decision.options), len(decision.options)
    if decision.form is Form.NOTE:
        return None, None
    return decision.low, decision.high


def complete(decision: Decision) -> Any:
    """One legal finished answer, where the rules read the answer as a whole; else None."""
    if decision.finish is None or decision.form not in (Form.SOME, Form.DISTRIBUTE, Form.ORDER, Form.AMOUNT):
        return None
    if decision.default is not None and decision.allows(decision.default):
        return decision.default
    try:
        return decision.random(Random(0))
    except DeadEnd:
        return None


# -- for people ------------------------------------------------------------------------------------------------------


def document(play: "Play", view: View, *, refused: bool = False, scribe: bool = False) -> list[Block]:
    """The open question for people: the prompt, numbered options with their costs, the clause.

    ``refused`` adds what is not possible, and why. ``scribe``: to one who answers for everybody, private questions too,
    where they tell nothing. When the game is over it says so.
    """
    names = Names(view)
    decision = play.pending
    if decision is None:
        from oathtools.render.game.phrases import ending

        return [ending(play.state, names)]
    cites = f" ({', '.join(decision.cites)})" if decision.cites else ""
    asks = Line(prompt(decision, names, play.unlooked) + cites)
    hidden = telling if scribe else veiled
    if hidden(decision, view) and decision.form is not Form.OUTCOME:
        return apart([asks], [Line(f"Only {names.name(decision.who)} may see the answers that are possible.")])
    label = labeler(decision, names)
    return apart(
        [asks],
        _possible(play, decision, names, label),
        [Line(hint)] if (hint := _hint(decision, label)) else [],
        _not_possible(decision, names) if refused or (decision.overheard and decision.refused()) else [],
    )


def _possible(play: "Play", decision: Decision, names: Names, label: Callable[[str], str]) -> Iterator[Block]:
    """What may be answered: the faces or cards that may be told, or the options."""
    if decision.form is Form.OUTCOME:
        if decision.kind.endswith(("defense-roll", "attack-roll")):
            from oathtools.odds.dice import how

            yield Line(f"{how('defense' if 'defense' in decision.kind else 'attack')}.")
        elif decision.options and decision.kind not in ("end.die",):
            yield Line(f"Possible: {listed([label(each) for each in decision.options], 'or')}.")
    elif decision.options and set(decision.options) != {"yes", "no"}:
        yield from _options(play, decision, names)


def _options(play: "Play", decision: Decision, names: Names) -> Iterator[Block]:
    """The legal options by the numbers that answer them, each with its cost in a column."""
    label = labeler(decision, names)
    legal = list(decision.legal())
    notes = [note_of(play, decision, option, names) for option in legal]
    if set(notes) == {FREE_TEXT}:
        notes = [""] * len(notes)
    rows = [(str(number), label(option)) for number, option in numbered(decision).items() if option in legal]
    if all(option.isdigit() for option in legal):
        if not any(notes):
            yield f"A number from {min(legal, key=int)} to {max(legal, key=int)}." if legal else ""
            return
        # Numbers are chosen by themselves, not by their places in the list.
        rows = [(option, "") for option in legal]
    yield Choices(tuple((*row, note) for row, note in zip(rows, notes, strict=True)))


def _hint(decision: Decision, label: Callable[[str], str]) -> str:
    """How an answer looks, where it is more than one option; and what an empty answer means."""
    form, low, high = decision.form, decision.low, decision.high
    if form is Form.SOME:
        several = "" if high == 1 else ", with commas between"
        return f"Choose {low if low == high else f'{low} to {high}'} of them, by number or name{several}."
    if form is Form.AMOUNT:
        default = "" if decision.default is None else f" By default {decision.default}."
        return f"A number from {low} to {high}.{default}"
    if form is Form.DISTRIBUTE:
        total = str(high) if low == high else f"{low} to {high}"
        first = decision.options[0]
        share = high if decision.caps is None else min(high, decision.caps.get(first, 0))
        return f"Share out {total} in all. Shares look like: {label(first)}={share}."
    if form is Form.ORDER:
        return "Name all of them in the order wanted, with commas between. By default as they stand here."
    if form is Form.NOTE:
        action = action_and_field(decision.kind)[0]
        return action.hint if action else "Type what is agreed."
    if set(decision.options) == {"yes", "no"}:
        if decision.overheard and decision.refused():
            return f"Only {listed(list(decision.legal()), 'or')} is possible."
        return f"Yes or no? By default {decision.default}." if decision.default else "Yes or no?"
    if form is Form.ONE and decision.default is not None:
        return f"By default: {label(decision.default)}."
    return ""


def _not_possible(decision: Decision, names: Names) -> list[Block]:
    """The candidates that are not offered, each with its reasons."""
    label = labeler(decision, names)
    groups = tuple((label(option), tuple(reasons_of(rows, names.text))) for option, rows in decision.refused())
    return ["Not possible:", Reasons(groups, 4)] if groups else []


_CHOICE = pattern(r"\[(.*)\]")
_VERB = pattern(r"\w+ (or \w+ )?|")


def menu_line(action: Action, offers: list["Offer"], names: Names) -> str:
    """Several ways to take an action, those that are alike together."""
    menu = action.menu or " ".join([action.name, *(f"{{{field.name}}}" for field in action.fields)])
    field = next((field for field in action.fields if field.name not in offers[0].given), None)
    if field is not None and offers[0].left_to is not None:
        return _left(action, field, names.seat(offers[0].left_to), menu)
    fields = [field for field in action.fields if _is_in(menu, field)]
    return _together(menu, fields, offers, names) if fields else f"{menu}{price(offers[0].cost, names, offers[0].by)}"


def _together(menu: str, fields: list[Field], offers: list["Offer"], names: Names) -> str:
    """The ways to say one field, a number or the last one, for each way to say the others; alike ones once."""
    by_choice = sorted(
        (field for field in fields if _is_in(_CHOICE.sub("", menu), field)), key=lambda each: menu.index(each.name)
    )
    many = next((field for field in fields if field.kind in ("number", "price")), by_choice[-1])
    keys = [field for field in by_choice if field is not many]
    lines = []
    for (ways, cost, *_), found in _alike(many, keys, offers, names).items():
        words = {field.name: ", ".join(dict.fromkeys(key[at] for key in found)) for at, field in enumerate(keys)}
        template = _CHOICE.sub(r"\1" if ways and many not in by_choice else "", menu)
        lines.append(template.format_map({**words, many.name: ways}) + cost)
    lead = menu.partition("{")[0] if many.unit else _VERB.match(menu).group()  # type: ignore[union-attr]
    return "; ".join([lines[0], *(line.removeprefix(lead) for line in lines[1:])])


def _is_in(menu: str, field: Field) -> bool:
    return f"{{{field.name}}}" in menu


def _alike(
    many: Field, keys: list[Field], offers: list["Offer"], names: Names
) -> dict[tuple[str, ...], list[tuple[str, ...]]]:
    """Ways to say one field -> what the others can then be; each number with what it is a number for."""
    groups: dict[tuple[str, ...], list[Offer]] = {}
    for offer in offers:
        groups.setdefault(tuple(_word(field, offer, names) for field in keys), []).append(offer)
    found: dict[tuple[str, ...], list[tuple[str, ...]]] = {}
    for key, group in groups.items():
        found.setdefault((*_ways(many, group, names), *(key if many.unit else ())), []).append(key)
    return found


def _left(action: Action, field: Field, other: str, menu: str) -> str:
    """What is a secret of another player, or left to one to decide."""
    if field.private:
        return f"{action.label or action.name}: --as NAME says which, and where"
    return menu.format_map({field.name: f"{field.noun} that {other} picks"})


def _word(field: Field, offer: "Offer", names: Names) -> str:
    value = offer.given[field.name]
    return field.labels.get(value) or field.said.format(names.name(str(value)))


def _ways(field: Field, offers: list["Offer"], names: Names) -> tuple[str, str]:
    """What may be said for a field with what it costs; and what all of it costs, where its numbers are a range."""
    if field.kind not in ("number", "price"):
        return _priced([(_word(field, offer, names), price(offer.cost, names, offer.by)) for offer in offers]), ""
    numbers = [int(offer.given[field.name]) for offer in offers if str(offer.given[field.name]).isdigit()]
    by = dict.fromkeys(each for offer in offers for each in offer.by)
    cost = price(common_cost([offer.cost for offer in offers]), names, tuple(by))
    low, high = min(numbers, default=0), max(numbers, default=0)
    most = count(high, field.unit) if field.unit else str(high)
    return (f"{low} to {most}" if low < high else most if field.unit else ""), cost


def _priced(choices: list[tuple[str, str]]) -> str:
    """Things with their costs, alike costs told once: ``Plains, Mine [2 Supply]; Steppe [1 Supply]``."""
    by_price: dict[str, list[str]] = {}
    for each, cost in choices:
        by_price.setdefault(cost, []).append(each)
    if list(by_price) == [""]:
        return listed(by_price[""], "or")
    return "; ".join(f"{', '.join(each)}{cost}" for cost, each in by_price.items())


def price(cost: Cost, names: Names, by: Sequence["By"] = ()) -> str:
    """A cost in brackets, with the powers that changed it; nothing for none."""
    text = cost_text(cost, names) + because_of(by, names)
    return "" if text == FREE_TEXT else f" [{text}]"


def because_of(by: Sequence["By"], names: Names) -> str:
    """The powers by which a number is what it is, with their clauses; nothing for none."""
    return f", by {listed([f'{names.name(card)} ({clause})' for clause, card in by])}" if by else ""
