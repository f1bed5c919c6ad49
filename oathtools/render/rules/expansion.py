"""A card of the expansion New Foundations as it is known here: facts and our words, by a third party's transcription.

The base game knows nothing of it: it is shown where it is asked for by a name that only the expansion has, or by its
edition. No verdict and no odds rest on it.
"""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from oathtools import catalog
from oathtools.catalog.names import key_of
from oathtools.kit.datafiles import load
from oathtools.kit.text import capital
from oathtools.render.document import Block, Line

EDITION = "new-foundations"
SOURCE = "Told from a transcription by a third party, not compared with print; no verdict and no odds rest on it."
_COSTS = {"pays": "place {} on it", "burns": "burn {}"}
_FACTS = ("defense", "capacity", "relics", "difficulty", "begins", "forge")
_WORDS = {
    "defense": "defense",
    "capacity": "room for cards",
    "relics": "relics",
    "difficulty": "difficulty to recover",
    "begins": "at first",
    "forge": "forge",
}


@cache
def _index() -> Mapping[str, tuple[str, str]]:
    """Kind and name of each card by the bare letters of its name, ruins by their own."""
    found = {}
    for kind, cards in load("new_foundations_cards").items():
        for name, facts in cards.items():
            for each in filter(None, (name, facts.get("ruin"))):
                found[key_of(each)] = found[key_of(each).removeprefix("the")] = (kind, name)
    return found


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
    ruin = {"name": facts.pop("ruin"), "text": facts.pop("ruined")} if "ruin" in facts else None
    told = {"suit": None, "only": None, "locked": False, "revised": False, "text": None, **facts}
    told["traits"] = told.pop("kind", None)
    return {"edition": EDITION, "name": name, "kind": kind, "base": base, "ruin": ruin, **told, "source": SOURCE}


def document(page: Mapping[str, Any]) -> Iterator[Block]:
    """The card for people."""
    yield f"{page['name']} (New Foundations)"
    suit = f", {capital(page['suit'])}" if page["suit"] else ""
    only = f", {page['only']} only" if page["only"] else ""
    yield Line(f"{capital(page['kind'])}{suit}{only}{', locked' if page['locked'] else ''}", "  ", 2)
    costs = [words.format(page[key]) for key, words in _COSTS.items() if page.get(key)]
    if costs:
        yield Line(f"Cost: {', '.join(costs)}", "  ", 2)
    facts = [f"{_WORDS[key]} {page[key]}" for key in _FACTS if page.get(key) is not None]
    facts += [str(page["traits"])] if page["traits"] else []
    if facts:
        yield Line(capital("; ".join(facts)), "  ", 2)
    yield ""
    if page["text"]:
        yield Line(page["text"], "  ", 2)
    if page["ruin"]:
        yield Line(f"Ruined, {page['ruin']['name']}: {page['ruin']['text']}", "  ", 2)
    if page["base"]:
        yield ""
        yield Line(f"The base box has {catalog.name_of(page['base'])} too, and it says otherwise there.", "  ", 2)
    yield ""
    yield Line(page["source"], hang=2)
