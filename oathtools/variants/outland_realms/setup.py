"""At setup: no warbands of the Chancellor, cards and garrisons for the realms' sites, and who leads them."""

from oathtools.engine.rows import holds
from oathtools.engine.windows import Stage
from oathtools.procedures.actions import play as playing
from oathtools.procedures.glossary import limits, verbs
from oathtools.procedures.glossary.drawing import advance_visions, is_spent, place_unseen, read_face
from oathtools.procedures.machine import facts
from oathtools.procedures.machine.asking import distribute, some
from oathtools.procedures.machine.frame import Frame
from oathtools.table.state import CARDS, EXILE, REGION_OF_SLOT, SLOT, SLOTS, WORLD
from oathtools.variants.outland_realms.realms import (
    NAME,
    VARIANT,
    change_garrisons,
    data,
    on_map,
    realm_at,
    throw,
)


@VARIANT.power("setup.warbands", "OR.5", "1.12", stage=Stage.CANNOT)
def chancellors_warbands(game, frame, value, me):
    """OR.5: none at sites of realms; what the topmost Cradle site would get goes to the next one (OR-A)."""
    wants = {slot: count for slot, count in value.items() if realm_at(game, slot) is None}
    top = frame.given["top"]
    if top is not None and top not in wants and game.takes("OR-A", "a") == "a":
        below = [slot for slot in range(top + 1, SLOTS) if REGION_OF_SLOT[slot] == "cradle"]
        for slot in below:
            if game.state.faceup_site(slot) and realm_at(game, slot) is None:
                return {**wants, slot: value[top]}
    return wants


# -- OR.6, OR.7 ----------------------------------------------------------------------------------------------------


@VARIANT.step("setup", "OR.6", after="1.22")
def populate_all(game, who):
    """OR.6: a card for each faceup site of a realm that can hold more than one (OR-J, OR-K)."""
    for slot in range(SLOTS):
        if realm_at(game, slot) is not None:
            yield from populate(game, who, slot)


@VARIANT.step("setup", "OR.7", after="1.22")
def garrison_all(game, who):
    """OR.7: a die for each faceup site of a realm."""
    for slot in range(SLOTS):
        if realm_at(game, slot) is not None:
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
    room = limits.capacity(game, slot, facts.chancellor(game))
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
    number = yield from throw(game, "garrison-die", who, "OR.7", about={"site": site})
    change_garrisons(game, {site: number}, "garrisoned", "OR.7", site=site, number=number)


# -- OR.8 ----------------------------------------------------------------------------------------------------------


@VARIANT.power("setup.settled", "OR.8", "1.23")
def lead(game, frame, me):
    """OR.8: an Exile of a realm's color may take possession of faceup sites of it; of one realm only (OR-V)."""
    seat = frame.actor
    if game.state.players[seat].role != EXILE:
        return
    mine = [rid for rid, realm in data(game)["realms"].items() if realm["color"] == seat]
    slots = {game.state.site(slot): slot for rid in mine for slot in on_map(game, rid)}
    board = facts.board(game, seat, "warbands")
    if not slots or not board:
        return

    def rows(chosen):
        owners = {realm_at(game, slots[site]) for site in chosen}
        yield len(owners) <= 1, "OR.8", "these sites are of two realms, and a player leads one"

    most = min(board, len(slots))
    taken = yield from some(
        f"{NAME}.possess",
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
        more = yield from distribute(f"{NAME}.warbands", seat, left, caps, "OR.8", at_most=True)
    for site in taken:
        count = 1 + more.get(site, 0)
        yield from verbs.place_warbands(game, seat, count, SLOT[slots[site]], "OR.8")
    rid = realm_at(game, slots[taken[0]])
    garrisons = {site: count for site, count in data(game)["garrisons"].items() if site not in taken}
    leaders = {**data(game)["leaders"], seat: rid}
    game.do.keep(NAME, ("OR.8",), "led", {"garrisons": garrisons, "leaders": leaders}, who=seat, sites=taken)
