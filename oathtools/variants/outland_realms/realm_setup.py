"""At setup: no warbands of the Chancellor, cards and garrisons for the realms' sites, and who leads them."""

from oathtools import catalog
from oathtools.engine.decision import holds
from oathtools.engine.windows import Stage
from oathtools.procedures.actions import play as playing
from oathtools.procedures.glossary import taking, verbs
from oathtools.procedures.glossary.drawing import advance_visions, is_spent, place_unseen, read_face
from oathtools.procedures.machine import facts
from oathtools.procedures.machine.asking import distribute, some
from oathtools.procedures.machine.frame import Frame
from oathtools.procedures.machine.hands import BOARDS, MAP, SITES, WORLD_STACK, Pull
from oathtools.table.state import CARDS, EXILE, REGION_OF_SLOT, SLOT, SLOTS, WORLD, slot_words
from oathtools.variants.outland_realms import realms as outland


@outland.VARIANT.power("setup.warbands", "OR.5", "1.12", stage=Stage.CANNOT)
def chancellors_warbands(game, frame, value, me):
    """OR.5: none at sites of realms; what the topmost Cradle site would get goes to the next one (OR-A)."""
    wants = {slot: count for slot, count in value.items() if outland.realm_at(game, slot) is None}
    top = frame.given["top"]
    if top is not None and top not in wants and game.takes("OR-A", "a") == "a":
        below = [slot for slot in range(top + 1, SLOTS) if REGION_OF_SLOT[slot] == "cradle"]
        for slot in below:
            if game.state.faceup_site(slot) and outland.realm_at(game, slot) is None:
                return {**wants, slot: value[top]}
    return wants


# -- OR.6, OR.7 ----------------------------------------------------------------------------------------------------


@outland.VARIANT.step("setup", "OR.6", after="1.22")
def populate_all(game, who):
    """OR.6: a card for each faceup site of a realm that can hold more than one (OR-J, OR-K)."""
    for slot in range(SLOTS):
        if outland.realm_at(game, slot) is not None:
            yield from populate(game, who, slot)


@outland.VARIANT.step("setup", "OR.7", after="1.22")
def garrison_all(game, who):
    """OR.7: a die for each faceup site of a realm."""
    for slot in range(SLOTS):
        if outland.realm_at(game, slot) is not None:
            yield from garrison_site(game, who, slot)


def populate(game, who, slot):
    """OR.6: the bottom card of the world deck is played at a site if it can be, else discarded."""
    if not takes_a_card(game, slot) or is_spent(game, WORLD):
        return
    card = yield from place_unseen(game, WORLD, f"hand.{who}", "OR.6", bottom=True)
    if game.state.back(card) == "vision":
        if game.takes("OR-L", "a") == "a":
            advance_visions(game, "OR.6", "2.7.1")
        yield from _discard(game, who, card, slot)
        return
    card = yield from read_face(game, card, who, "OR.6")
    if _can_lie(game, who, card, slot):
        game.do.put(card, CARDS[slot], ("OR.6",))
        game.do.face(card, True, ("OR.6",))
    else:
        yield from _discard(game, who, card, slot)


def takes_a_card(game, slot):
    """OR-I: can the site hold more than one card, and one more now?"""
    room = taking.capacity(game, slot, facts.chancellor(game))
    free = room - len(game.state.zone(CARDS[slot]))
    reading = game.takes("OR-I", "a")
    if reading == "a":
        return room >= 2 and free >= 1
    return free >= (2 if reading == "b" else 1)


def _can_lie(game, who, card, slot):
    """May the card be played there, if whoever draws it stood there and played it?"""
    to = facts.site_id(game, slot)
    frame = Frame("play", who, game.frame, {"card": card, "drawn": True, "to": to})
    frame.facts["at"] = slot
    return holds(game.inside(frame, playing.may_place, to))


def _discard(game, who, card, slot):
    yield from verbs.discard(game, who, [card], "OR.6", region=discards_by(game, slot))


def discards_by(game, slot):
    """OR-M: the region whose cards' way a card goes that is drawn for a site: the site's, or the Cradle."""
    return REGION_OF_SLOT[slot] if game.takes("OR-M", "a") == "a" else REGION_OF_SLOT[0]


def garrison_site(game, who, slot):
    """OR.7: as many warbands as the die shows."""
    site = game.state.site(slot)
    number = yield from outland.throw(game, "garrison-die", who, "OR.7", about={"site": site})
    outland.change_garrisons(game, {site: number}, "garrisoned", "OR.7", site=site, number=number)


# -- OR.8 ----------------------------------------------------------------------------------------------------------


@outland.VARIANT.power("setup.settled", "OR.8", "1.23")
def lead(game, frame, me):
    """OR.8: an Exile of a realm's color may take possession of faceup sites of it; of one realm only (OR-V)."""
    seat = frame.actor
    if game.state.players[seat].role != EXILE:
        return
    mine = [rid for rid, realm in outland.data(game)["realms"].items() if realm["color"] == seat]
    slots = {game.state.site(slot): slot for rid in mine for slot in outland.on_map(game, rid)}
    board = facts.board(game, seat, "warbands")
    if not slots or not board:
        return

    def rows(chosen):
        owners = {outland.realm_at(game, slots[site]) for site in chosen}
        yield len(owners) <= 1, "OR.8", "these sites are of two realms, and a player leads one"

    most = min(board, len(slots))
    taken = yield from some(
        f"{outland.NAME}.possess",
        seat,
        list(slots),
        0,
        most,
        "OR.8",
        "1.23",
        finish=rows if len(mine) > 1 else None,
        default=[],
    )
    if not taken:
        return
    left = board - len(taken)
    more = {}
    if left:
        caps = dict.fromkeys(taken, left)
        more = yield from distribute(f"{outland.NAME}.warbands", seat, left, caps, "OR.8", at_most=True)
    for site in taken:
        count = 1 + more.get(site, 0)
        yield from verbs.place_warbands(game, seat, count, SLOT[slots[site]], "OR.8")
    rid = outland.realm_at(game, slots[taken[0]])
    garrisons = {site: count for site, count in outland.data(game)["garrisons"].items() if site not in taken}
    leaders = {**outland.data(game)["leaders"], seat: rid}
    game.do.keep(outland.NAME, ("OR.8",), "led", {"garrisons": garrisons, "leaders": leaders}, who=seat, sites=taken)


# -- what hands do with the realms' sites: the figures of the guide through setup, and the pull lists ------------------


def figures(game) -> outland.Data:
    """For the guide through setup: the realms and their faceup sites, and what the table reads of the open points."""
    slots = [slot for slot in range(SLOTS) if outland.realm_at(game, slot) is not None]
    realms = outland.data(game)["realms"]
    return {
        "realms": len(realms),
        "sites": [_site(game, slot) for slot in slots],
        "taking": [
            {**_site(game, slot), "pile": catalog.DISCARDS_TO[discards_by(game, slot)].title()}
            for slot in slots
            if takes_a_card(game, slot)
        ],
        "led": [
            {
                "color": realm["color"],
                "sites": ", ".join(
                    "{site} ({place})".format(**_site(game, slot)) for slot in outland.on_map(game, rid)
                ),
            }
            for rid, realm in realms.items()
            if outland.on_map(game, rid)
        ],
        "unseen": sum(len(realm["sites"]) for realm in realms.values()) - len(slots),
        "move_top": game.takes("OR-A", "a") == "a",
        "room_a": game.takes("OR-I", "a") == "a",
        "room_b": game.takes("OR-I", "a") == "b",
        "room_c": game.takes("OR-I", "a") == "c",
        "vision_moves": game.takes("OR-L", "a") == "a",
        "by_region": game.takes("OR-M", "a") == "a",
    }


outland.VARIANT.figures = figures


def _site(game, slot: int) -> dict[str, str]:
    return {"site": catalog.name_of(game.state.site(slot)), "place": slot_words(slot)}


def _site_in_words(site: dict[str, str]) -> str:
    return "{site} ({place})".format(**site)


# -- pull lists ----------------------------------------------------------------------------------------------------

MARKERS = "markers"


@outland.VARIANT.pulls("OR.6")
def cards(hands):
    """OR.6: a card for each site that takes one."""
    for site in figures(hands.game)["taking"]:
        there = f"{_site_in_words(site)}, faceup, if it can be played there; else the {site['pile']} pile"
        yield Pull("OR.6", WORLD_STACK, "the bottom card", there)


@outland.VARIANT.pulls("OR.7")
def garrisons(hands):
    """OR.7: a die for each faceup site."""
    for site in figures(hands.game)["sites"]:
        yield Pull("OR.7", MARKERS, "as many as a die shows", _site_in_words(site))


@outland.VARIANT.pulls("1.23")
def possession(hands):
    """OR.8: what moves where an Exile takes sites of a realm."""
    for realm in figures(hands.game)["led"]:
        who = f"the Exile who plays {realm['color']}"
        yield Pull("OR.8", MAP, f"the garrison of each site that {who} takes ({realm['sites']})", MARKERS)
        yield Pull("OR.8", BOARDS, "one or more of that Exile's warbands", "each site taken")


@outland.VARIANT.pulls("OR.3")
def growth(hands):
    """OR.3: a site for each realm that grows; which one everybody hears, where it lies nobody knows (OR-H)."""
    from_map = hands.game.takes("OR-H", "a") == "b"
    for event in hands.events:
        if event.kind == "variant" and event.facts.get("says") == "grown" and "OR.3" in event.cites:
            what = "a site at random that is in no realm, for the one that grows"
            what += "; the facedown ones of the map are among them" if from_map else ""
            yield Pull("OR.3", SITES, what, "noted, and back where it was")


@outland.VARIANT.pulls("8.3.4")
def markers(hands):
    """OR.4, OR-N: the garrisons of this game go when the map is cleared."""
    for site, count in hands.before.variants.get(outland.NAME, {}).get("garrisons", {}).items():
        if count:
            what = f"the garrison at {catalog.name_of(site)}, {count} marker{'' if count == 1 else 's'}"
            yield Pull("OR.4", MAP, what, MARKERS, cards=(site,))
