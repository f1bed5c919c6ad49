"""A card of the expansion New Foundations as it is known here: facts and our words, by a third party's transcription.

The base game knows nothing of it: it is shown where it is asked for by a name that only the expansion has, or by its
edition. No verdict and no odds rest on it.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from oathtools import catalog
from oathtools.catalog.names import EDITION, key_of
from oathtools.kit.datafiles import load
from oathtools.kit.text import capital, count, listed
from oathtools.law import get
from oathtools.law.lookup import Standing, Topic, power, printed
from oathtools.render.document import Block, Line, apart
from oathtools.render.rules import card as render

if TYPE_CHECKING:
    from oathtools.odds.battle import Battle
    from oathtools.odds.exact import Beforehand
    from oathtools.saga.atlas import Annals

SOURCE = "Told from a transcription by a third party, not compared with print; no verdict and no odds rest on it."
_STANDING: dict[str, str] = load("words")["expansion_standing"]
_FOR_THE_SEARCH = ("does", "ruin", "ruined", "ruin_does")  # or told in another way
_COSTS = {"pays": "place {} on it", "burns": "burn {}"}


@cache
def _index() -> Mapping[str, tuple[str, str]]:
    """Kind and name of each card by the bare letters of its name, ruins by their own."""
    found = {}
    for kind, cards in load("new_foundations_cards").items():
        for name, facts in cards.items():
            for each in filter(None, (name, facts.get("ruin"))):
                found[key_of(each)] = found[key_of(each).removeprefix("the")] = (kind, name)
    return found


def slugs() -> list[str]:
    """All cards that are its own, as ids are written: ``denizen.bandit_prince``."""
    named = [
        (kind, each)
        for kind, name in _index().values()
        for each in (name, load("new_foundations_cards")[kind][name].get("ruin"))
        if each
    ]
    return [
        f"{kind}.{re.sub(r'[^a-z ]', '', name.casefold()).replace(' ', '_')}" for kind, name in dict.fromkeys(named)
    ]


def find(words: str) -> dict[str, Any] | None:
    """What is known of the card that words name, in any spelling of case and spaces; None of those it has not here.

    ``base``: the id of the card of that name in the base box; ``revised``: whether that one says otherwise.
    """
    found = _index().get(key_of(words))
    if found is None:
        return None
    kind, name = found
    facts = dict(load("new_foundations_cards")[kind][name])
    try:
        base = catalog.find(name) if facts.get("revised") else None
    except LookupError:
        base = None
    ruin = {"name": facts["ruin"], "text": facts["ruined"]} if "ruin" in facts else None
    facts = {key: held for key, held in facts.items() if key not in _FOR_THE_SEARCH}
    printed = {"suit": None, "only": None, "locked": False, "revised": False, "traits": None, **facts}
    printed |= {
        "text": power(facts) or None,
        "unknown": load("new_foundations_rules")["cards"].get(kind),
        "source": SOURCE,
    }
    return {"edition": EDITION, "name": name, "kind": kind, "base": base, "ruin": ruin, **printed}


def document(page: Mapping[str, Any]) -> Iterator[Block]:
    """The card for people."""
    yield f"{page['name']} (New Foundations)"
    suit = f", {capital(page['suit'])}" if page["suit"] else ""
    only = f", {page['only']} only" if page["only"] else ""
    yield Line(f"{capital(page['kind'])}{suit}{only}{', locked' if page['locked'] else ''}", "  ", 2)
    costs = [words.format(page[key]) for key, words in _COSTS.items() if page.get(key)]
    if costs:
        yield Line(f"Cost: {', '.join(costs)}", "  ", 2)
    if facts := printed(page):
        yield Line(capital("; ".join(facts)), "  ", 2)
    yield ""
    if page["text"]:
        yield Line(page["text"], "  ", 2)
    if page["ruin"]:
        yield Line(f"Ruined, {page['ruin']['name']}: {page['ruin']['text']}", "  ", 2)
    if page["unknown"]:
        yield Line(page["unknown"], "  ", 2)
    if page["base"]:
        yield ""
        there = next(texts[page["base"]]["text"] for texts in load("texts").values() if page["base"] in texts)
        yield Line(f"The base box has {catalog.name_of(page['base'])} too, and it says otherwise there:", "  ", 2)
        yield Line(there.strip(), "    ", 4)
    yield ""
    yield Line(page["source"], hang=2)


def rules(standings: Sequence[Standing], topics: Sequence[Topic], *, brief: bool) -> Iterator[Block]:
    """What becomes of clauses of the base Law, and topics of the expansion's rules; ``brief``: their titles alone."""
    for row in standings:
        gist = f" {get(row.clause).heading}" if get(row.clause).heading else ""
        yield Line(f"{row.clause}{gist}: {_STANDING[row.standing]}", hang=2)
    for topic in topics:
        if brief:
            yield Line(f"{topic.id}: {topic.title} ({topic.pages})", hang=2)
            continue
        yield from [""] if standings or topic is not topics[0] else []
        yield Line(f"{topic.title} ({topic.pages})", hang=2)
        yield from (Line(sentence, "  - ") for sentence in topic.text)
    yield ""
    if brief or not topics:
        unknown = [row["short"] for row in load("new_foundations_rules")["unknown"].values()]
        yield Line(f"Not known here: {'; '.join(unknown)}.", hang=2)
    yield Line(load("new_foundations_rules")["says"], hang=2)


def has(card: str) -> bool:
    """Has the expansion's box a denizen or relic of the base box, by its id? All else it has anew."""
    from oathtools.saga.save_string.scrambled import book

    kind = card.partition(".")[0]
    return kind in ("denizen", "relic") and catalog.name_of(card) in book().numbers[f"{kind}s"]


def listing(kind: str | None, suit: str | None, words: str) -> list[dict[str, Any]]:
    """The cards of the expansion that fit, after those of the base box that it has, as ``card.listing`` has them."""
    base = [] if kind in ("legacy", "foundation") else render.listing(kind, suit, words)
    rows = [row for row in base if has(row["id"]) and key_of(row["name"]) not in _index()]
    for each, name in dict.fromkeys(_index().values()):
        facts = load("new_foundations_cards")[each][name]
        does = facts.get("text") or capital("; ".join(printed(facts)))
        about = f"{name} {does}".casefold()
        if (
            kind in (None, each)
            and suit in (None, facts.get("suit"))
            and all(word in about for word in words.casefold().split())
        ):
            rows.append({"id": f"{each}.{name}", "name": name, "kind": each, "suit": facts.get("suit"), "power": does})
    return rows


_ASSUMED: list[str] = load("words")["expansion_odds"]


def odds_json(battle: "Battle", rolled: int | None, rows: "Sequence[Beforehand]") -> dict[str, Any]:
    """What each sacrifice before the defense roll brings, with what that takes for granted."""
    ways = [{**row._asdict(), "win": "/".join(map(str, row.win))} for row in rows]
    return {"edition": EDITION, "force": battle.force, "rolled": rolled, "sacrifices": ways, "assumed": _ASSUMED}


def odds(battle: "Battle", rolled: int | None, rows: "Sequence[Beforehand]") -> Iterator[Block]:
    """The same for people."""
    attack = f"{battle.rolled} attack dice" if rolled is None else f"an attack roll of {rolled}"
    stand = count(battle.defenders + battle.bandits, "bandit" if battle.bandits else "warband")
    yield Line(
        f"{count(battle.force, 'warband')} with {attack}, against {stand} with {battle.defense} defense dice", hang=2
    )
    yield Line("Sacrificed once the attack is rolled, before the defense is (CR 22; NF 13):", hang=2)
    for row in rows:
        few = f"up to {row.sacrificed}" if rolled is None and row.sacrificed else str(row.sacrificed)
        yield f"  {few:<8}{100 * row.win[0] / row.win[1]:>7.2f} % to win, {row.losses:.2f} lost on the average"
    yield ""
    yield from (Line(words, hang=2) for words in _ASSUMED)


NOT_JUDGED = "Read from save strings alone. No rule of New Foundations is judged here; who won is in the table's words."


def world_document(shown: Mapping[str, Any]) -> list[Block]:
    """A world by its places."""
    sides = [f"{capital(color)} {side}" for color, side in shown["sides"].items()]
    heads = ["Altered foundations: " + (listed(shown["foundations"]) or "none"), f"Boards: {listed(sides) or 'none'}"]
    return [
        Line(text, hang=2)
        for text in (*heads, *(f"{capital(_place(place))}: {_cards(held)}" for place, held in shown["places"].items()))
    ]


def _cards(held: Mapping[str, Any]) -> str:
    hidden = [f"{held['hidden']} that not all may know"] if held["hidden"] else []
    return listed([*held["cards"], *hidden])


def _place(place: str | None) -> str:
    return "in no pile" if place is None else place.replace("_", " ")


def changes_lines(found: Mapping[str, Any]) -> Iterator[str]:
    """What differs between two worlds, in sentences."""
    for color, (before, after) in found["sides"].items():
        yield f"{capital(color)}: {before or 'no board'} before, {after or 'no board'} now"
    if found["turned"]:
        yield f"Foundations turned: {listed(found['turned'])}"
    for each in found["cards"]:
        before, after = (_place(each[end]) for end in ("before", "after"))
        yield f"{each['card']} ({each['kind']}): {before} before, {after} now"
    for pile, (were, are) in found["piles"].items():
        yield f"{capital(_place(pile))}: {count(were, 'card')} before, {are} now"


def now_document(annals: "Annals") -> list[Block]:
    """What the table wrote down of the game that runs."""
    return [
        f"Game {len(annals.kept)}, which runs:",
        *(Line(words, "  ", 4) for words in annals.now or ["Nothing is written down yet."]),
    ]


def diff_document(found: Mapping[str, Any]) -> list[Block]:
    """What games did to the world."""
    lines = list(changes_lines(found)) or ["Nothing that people see."]
    return [
        f"Between world {found['games'][0]} and world {found['games'][1]}:",
        *(Line(line, "  ", 4) for line in lines),
    ]


def history_document(annals: "Annals") -> list[Block]:
    """A saga game by game, as everybody may know it."""
    head = f"{annals.name}, of New Foundations: {count(len(annals.kept) - 1, 'game')} kept."
    games: list[list[Block]] = [[f"Game {n}", *(Line(line, "  ", 4) for line in lines)] for n, lines in _games(annals)]
    runs = [now_document(annals)] if annals.now else []
    return apart([Line(head, hang=2)], *games, *runs, [Line(NOT_JUDGED, hang=2)])


def as_markdown(annals: "Annals") -> str:
    """The saga as a story: what the table wrote down of each game, and what people saw change."""
    parts = [f"# {annals.name}", *annals.kept[0].words]
    for number, lines in _games(annals):
        own = len(annals.kept[number].words)
        parts += [f"## Game {number}", *lines[:own], "\n".join(f"- {line}" for line in lines[own:])]
    return "\n\n".join(filter(None, [*parts, NOT_JUDGED])) + "\n"


def _games(annals: "Annals") -> Iterator[tuple[int, list[str]]]:
    from oathtools.saga.atlas import changes

    for number, (before, after) in enumerate(zip(annals.kept, annals.kept[1:], strict=False), 1):
        yield number, [*after.words, *changes_lines(changes(before.world, after.world))]


def pulls_document(found: Sequence[Mapping[str, Any]]) -> list[Block]:
    """What to move from where to where, a stack after the other."""
    rows = [Line(f"{capital(_place(each['from']))} to {_place(each['to'])}: {_cards(each)}", hang=2) for each in found]
    return [*rows] or ["Nothing moves."]


def trail_document(card: str, places: Sequence[str | None]) -> list[Block]:
    """Where a card lay in each world."""
    rows = (f"World {n}: {_place(place) if place else 'not to be seen'}" for n, place in enumerate(places))
    return [card, *(Line(row, "  ", 4) for row in rows)]
