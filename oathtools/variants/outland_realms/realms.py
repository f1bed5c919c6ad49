"""The realms and what is kept of them: lists of sites by name, garrisons, leaders.

In a game the data are ``realms`` (id -> color, ``founded``, the number of the game, and sites), ``garrisons`` (site ->
warbands), ``leaders`` (seat -> realm, since setup) and ``attacked`` (sites attacked in this turn that held). The saga
keeps the realms only.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NoReturn

from oathtools import catalog
from oathtools.engine.decision import Decision, Form, Row
from oathtools.procedures.machine import facts
from oathtools.procedures.machine.asking import roll
from oathtools.procedures.machine.registry import Data, Kept, Past, StepMoment, Variant, VariantFault
from oathtools.table.state import SLOT, State

NAME = "outland-realms"
MOST, MOST_IN_ALL = 4, 9
DIE = ("1", "2", "3", "4", "5", "6")
NEW = "new"

Realms = dict[str, dict[str, Any]]


# -- what files say ------------------------------------------------------------------------------------------------


def opened(kept: Mapping[str, Any]) -> Data:
    """What a file keeps, completed; sites in any spelling. Raises ``VariantFault`` with every fault."""
    wrong: list[tuple[str, str, str]] = []

    def fault(where: str, what: str, way: str = "Mend that entry.") -> None:
        wrong.append((f"{NAME} {where}", what, way))

    def mapping(where: str, value: Any) -> dict[str, Any]:
        if value is not None and not isinstance(value, dict):
            fault(where, "should be a mapping (key: value)")
        return value if isinstance(value, dict) else {}

    def site(where: str, words: Any) -> str:
        try:
            found = catalog.match(str(words), ("site",))
        except (catalog.UnknownName, catalog.AmbiguousName):
            fault(where, f"no site is called {words!r}")
            return ""
        if not found.exact:
            fault(where, f"no site is called {words!r}", f"Did you mean {catalog.name_of(found.id)}?")
        return found.id

    for key in kept:
        if key not in ("realms", "garrisons", "leaders", "attacked"):
            fault(str(key), "is no key of this variant", "Known: realms, garrisons, leaders, attacked.")
    realms: Realms = {}
    for rid, entry in mapping("realms", kept.get("realms")).items():
        where = f"realms, {rid}"
        entry = mapping(where, entry)
        color, founded = entry.get("color"), entry.get("founded")
        if color not in catalog.EXILE_COLORS:
            fault(where, f"its color is {color!r}", f"Colors: {', '.join(catalog.EXILE_COLORS)}.")
        if not isinstance(founded, int | None) or isinstance(founded, bool):
            fault(where, f"it was founded in game {founded!r}", "founded: the number of a game.")
        sites_given = entry.get("sites")
        sites = [site(where, each) for each in (sites_given if isinstance(sites_given, list) else ())]
        if not 1 <= len(sites) <= MOST:
            fault(where, f"it has {len(sites)} sites", f"A realm has one to {MOST} sites.")
        # A realm that a file names is older than this game, whether it says from when or not.
        realms[str(rid)] = {"color": color, "founded": founded or 0, "sites": sites}
    listed = [each for realm in realms.values() for each in realm["sites"] if each]
    for twice in dict.fromkeys(each for each in listed if listed.count(each) > 1):
        fault("realms", f"{catalog.name_of(twice)} is named twice", "A site is in one realm at most.")
    garrisons = {site("garrisons", each): count for each, count in mapping("garrisons", kept.get("garrisons")).items()}
    for each, count in garrisons.items():
        whole = isinstance(count, int) and not isinstance(count, bool)
        if not whole or count < 0 or each not in listed:
            fault("garrisons", f"{count!r} at {each}", "A whole number, at a site of a realm.")
    leaders = {str(seat): str(rid) for seat, rid in mapping("leaders", kept.get("leaders")).items()}
    strange = [rid for rid in leaders.values() if rid not in realms]
    if strange:
        fault("leaders", f"there is no realm {strange[0]}", f"Realms: {', '.join(realms) or 'none'}.")
    noted = kept.get("attacked") or []
    if not isinstance(noted, list):
        fault("attacked", "should be a list of sites")
    attacked = [site("attacked", each) for each in (noted if isinstance(noted, list) else ())]
    if wrong:
        raise VariantFault(wrong)
    return {"realms": realms, "garrisons": garrisons, "leaders": leaders, "attacked": attacked}


def kept(data: Data, game: int) -> Data:
    """What the saga keeps after a game: the realms, those founded in it by its number; sites by their names."""
    realms = {}
    for rid, realm in data["realms"].items():
        sites = [catalog.name_of(site) for site in realm["sites"]]
        if realm["founded"] is None:
            rid, realm = f"{realm['color']}-{game}", {**realm, "founded": game}
        realms[rid] = {**realm, "sites": sites}
    return {"realms": realms}


def realm_lines(data: Data) -> list[str]:
    """The realms for the status: everybody may know which sites they hold, but not where a facedown one lies."""
    lines = []
    for rid, realm in data["realms"].items():
        garrisons = {site: f" (garrison {count})" for site, count in data["garrisons"].items() if count}
        sites = [catalog.name_of(site) + garrisons.get(site, "") for site in realm["sites"]]
        head = f"realm of {realm['color']}" + (", led" if rid in data["leaders"].values() else "")
        lines.append(f"{head}: {', '.join(sites)}")
    number = sum(len(realm["sites"]) for realm in data["realms"].values())
    if number > MOST_IN_ALL:
        lines.append(f"{number} sites in all, where OR.1 allows {MOST_IN_ALL}: only expansion by OR-G, b, goes beyond")
    return lines or ["no realms"]


VARIANT = Variant(NAME, opened=opened, kept=kept, told=realm_lines)


# -- in a game -----------------------------------------------------------------------------------------------------


def data(game) -> Data:
    """What is kept of this game."""
    found: Data = game.state.variants[NAME]
    return found


def realm_of(game, site: str) -> str | None:
    """The realm of a site, by its name; None if it is in none."""
    return next((rid for rid, realm in data(game)["realms"].items() if site in realm["sites"]), None)


def realm_at(game, slot: int) -> str | None:
    """The realm of the faceup site of a slot; None for others: nobody knows what a facedown one is."""
    return realm_of(game, game.state.site(slot)) if game.state.faceup_site(slot) else None


def is_held(game, slot: int) -> bool:
    """Has a player warbands at a site, so that no garrison and no bandit stands there?"""
    return bool(facts.warbands_at(game, slot))


def on_map(game, rid: str) -> list[int]:
    """The slots of the faceup sites of a realm, from the top."""
    return [slot for slot in range(len(game.state.zone("map"))) if realm_at(game, slot) == rid]


def in_all(game) -> int:
    """How many sites are in realms."""
    return sum(len(realm["sites"]) for realm in data(game)["realms"].values())


def garrison(game, slot: int) -> int:
    """The warbands of a garrison, none where a player's are."""
    return 0 if is_held(game, slot) else int(data(game)["garrisons"].get(game.state.site(slot), 0))


# -- changing it ---------------------------------------------------------------------------------------------------


def change_garrisons(game, changed: Mapping[str, int], says: str, *cites: str, **about: Any) -> None:
    """Other numbers at some sites."""
    garrisons = {**data(game)["garrisons"], **changed}
    left = {site: count for site, count in garrisons.items() if count}
    game.do.keep(NAME, cites, says, {"garrisons": left}, **about)


def take_out(game, sites: list[str], *cites: str) -> None:
    """Sites leave their realms; a realm without a site ends."""
    gone = [site for site in sites if realm_of(game, site)]
    if gone:
        game.do.keep(NAME, cites, "left", _without(game, gone), sites=gone)


def _without(game, gone: list[str]) -> Data:
    kept = data(game)
    realms = {
        rid: {**realm, "sites": [site for site in realm["sites"] if site not in gone]}
        for rid, realm in kept["realms"].items()
    }
    realms = {rid: realm for rid, realm in realms.items() if realm["sites"]}
    return {
        "realms": realms,
        "garrisons": {site: count for site, count in kept["garrisons"].items() if site not in gone},
        "leaders": {seat: rid for seat, rid in kept["leaders"].items() if rid in realms},
        "attacked": [site for site in kept["attacked"] if site not in gone],
    }


def lose_sites(game, gone: list[str], says: str, *cites: str, **about: Any) -> None:
    """Sites leave their realm, told in other words."""
    game.do.keep(NAME, cites, says, _without(game, gone), **about)


def add_sites(game, rid: str, joining: list[str], says: str, *cites: str, color: str = "", **about: Any) -> None:
    """Sites join a realm, which begins with them if it is new; those of other realms leave these."""
    changed = _without(game, joining)
    before = data(game)["realms"].get(rid) or {"color": color, "founded": None, "sites": []}
    own = [site for site in before["sites"] if site not in joining]
    changed["realms"] = {**changed["realms"], rid: {**before, "sites": [*own, *joining]}}
    if says != "founded":
        changed["leaders"] = {seat: led for seat, led in data(game)["leaders"].items() if led in changed["realms"]}
    game.do.keep(NAME, cites, says, changed, **about)


def drawn_by_name(kind: str, who: str, sites: Callable[[], Iterable[str]], rows: Callable[[str], Iterable[Row]], about):
    """A site that chance picks, told by its name; ``rows(site)`` say whether it may be that one. Returns its id.

    No options are listed: they would show which sites lie facedown on the map.
    """

    def possible(answer):
        yield isinstance(answer, str), "OR.3", "the name of one site"
        if isinstance(answer, str):
            yield from rows(answer)

    return (
        yield Decision(
            f"{NAME}.{kind}",
            who,
            Form.OUTCOME,
            cites=("OR.3",),
            low=1,
            high=1,
            finish=possible,
            sample=lambda rng: rng.choice(list(sites())),
            about=about,
        )
    )


def throw(game, kind: str, who: str, *cites: str, about: Any = None):
    """A six-sided die is rolled; returns its number."""
    fell = yield from roll(f"{NAME}.{kind}", who, DIE, 1, *cites, about=about)
    game.do.emit("rolled", cites, die=kind.replace("-", " ").removesuffix(" die"), faces=fell, who=who)
    return int(fell[0])


# -- what people may correct: ``oathtools adjust Plains garrison 3`` ---------------------------------------------------


def adjusted(data: Data, state: State, subject: str, words: list[str]) -> Data | None:
    """OR.7: the garrison of a faceup site of a realm at which no player has warbands.

    Of a site that does not lie faceup nothing is said, not even a refusal that would tell that it lies on the map.
    """
    slot = next((slot for slot in range(len(state.zone("map"))) if state.site(slot) == subject), None)
    if len(words) != 2 or words[0].casefold() != "garrison" or slot is None or not state.faceup_site(slot):
        return None
    name = catalog.name_of(subject)

    def refuse(what: str, way: str) -> NoReturn:
        raise VariantFault([(name, what, way)])

    if not words[1].isdigit():
        refuse(f"{words[1]!r} is no number of warbands", "For example: Plains garrison 3")
    if not any(subject in realm["sites"] for realm in data["realms"].values()):
        refuse("it is no site of a realm, so it has no garrison (OR.7)", "oathtools status shows the realms")
    if any(state.count(SLOT[slot], color) for color in catalog.COLORS):
        refuse("a player's warbands stand there, so it has no garrison (OR.8)", f"First: {name} warbands COLOR 0")
    garrisons = {**data["garrisons"], subject: int(words[1])}
    return {**data, "garrisons": {site: count for site, count in garrisons.items() if count}}


VARIANT.adjusted = adjusted


# -- the realms in the story of a saga: when they were founded, what they gained and lost, and how they stand now ------


def story(past: Sequence[Past], now: Data) -> list[Kept]:
    """OR.1 to OR.3, OR.12: each realm, by what was kept before and after each game."""
    known: Realms = {}
    moments: dict[str, list[StepMoment]] = {}
    for game, before, after in past:
        known |= {**before["realms"], **after["realms"]}
        for rid, realm in after["realms"].items():
            moments.setdefault(rid, []).extend(_changes(game, realm, before["realms"].get(rid)))
        for rid in before["realms"].keys() - after["realms"].keys():
            moments.setdefault(rid, []).append(StepMoment(game, "ended"))
    standing: Realms = now["realms"]
    known |= standing
    return [
        Kept(
            realm["color"],
            realm["founded"] or None,
            tuple(standing[rid]["sites"]) if rid in standing else (),
            tuple(moments.get(rid, ())),
            rid in standing,
        )
        for rid, realm in known.items()
    ]


def _changes(game, realm, before):
    """What a game did to a realm that stands after it."""
    sites = realm["sites"]
    if before is None:
        return [StepMoment(game, "founded", tuple(sites))]
    gained = tuple(site for site in sites if site not in before["sites"])
    lost = tuple(site for site in before["sites"] if site not in sites)
    return [StepMoment(game, says, cards) for says, cards in (("lost", lost), ("gained", gained)) if cards]


VARIANT.story = story
