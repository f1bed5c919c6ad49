"""What may be done as lines that can be typed, by what each action says of itself (``Action.menu``).

Alike things stand in one line: ``travel to Plains, Mine [2 Supply]; Steppe [1 Supply]``.
"""

from collections.abc import Sequence

from oathtools.kit.lazy import pattern
from oathtools.kit.text import count, listed
from oathtools.procedures.actions.record import Action, Field
from oathtools.procedures.adjudicate import Offer
from oathtools.procedures.adjudicate.walk import By
from oathtools.procedures.machine.cost import Cost
from oathtools.render.game.question import FREE_TEXT, common_cost, cost_text
from oathtools.render.names import Names

_CHOICE = pattern(r"\[(.*)\]")
_VERB = pattern(r"\w+ (or \w+ )?|")


def menu_line(action: Action, offers: list[Offer], names: Names) -> str:
    """Several ways to take an action, those that are alike together."""
    menu = action.menu or " ".join([action.name, *(f"{{{field.name}}}" for field in action.fields)])
    field = next((field for field in action.fields if field.name not in offers[0].given), None)
    if field is not None and offers[0].left_to is not None:
        return _left(action, field, names.seat(offers[0].left_to), menu)
    fields = [field for field in action.fields if _is_in(menu, field)]
    return _together(menu, fields, offers, names) if fields else f"{menu}{price(offers[0].cost, names, offers[0].by)}"


def _together(menu: str, fields: list[Field], offers: list[Offer], names: Names) -> str:
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
    many: Field, keys: list[Field], offers: list[Offer], names: Names
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


def _word(field: Field, offer: Offer, names: Names) -> str:
    value = offer.given[field.name]
    return field.labels.get(value) or field.said.format(names.name(str(value)))


def _ways(field: Field, offers: list[Offer], names: Names) -> tuple[str, str]:
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


def price(cost: Cost, names: Names, by: Sequence[By] = ()) -> str:
    """A cost in brackets, with the powers that changed it; nothing for none."""
    text = cost_text(cost, names) + because_of(by, names)
    return "" if text == FREE_TEXT else f" [{text}]"


def because_of(by: Sequence[By], names: Names) -> str:
    """The powers by which a number is what it is, with their clauses; nothing for none."""
    return f", by {listed([f'{names.name(card)} ({clause})' for clause, card in by])}" if by else ""
