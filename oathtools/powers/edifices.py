"""Edifices, intact and ruined."""

from oathtools import catalog
from oathtools.engine.windows import Stage
from oathtools.powers.asks import draw_relic
from oathtools.powers.define import action, modifies, power, there_is
from oathtools.powers.plans import dice_for_one
from oathtools.procedures.actions.play import FACEDOWN
from oathtools.procedures.campaign.ground import is_site
from oathtools.procedures.chronicle import dispossessed
from oathtools.procedures.glossary import verbs
from oathtools.procedures.machine import facts
from oathtools.procedures.machine.asking import amount, choose, some
from oathtools.procedures.minor import exchange
from oathtools.table.state import CARDS, PEOPLES_FAVOR

HALL_OF_DEBATE, HALL_OF_MOCKERY = "edifice.hall_of_debate", "edifice.hall_of_mockery"
SQUALID_DISTRICT, SHIFTS = "edifice.squalid_district", {"none": 0, "higher": 1, "lower": -1}
RUINED_TEMPLE, BROKEN_FORGE, ANCIENT_FORGE = "edifice.ruined_temple", "edifice.broken_forge", "edifice.ancient_forge"
FESTIVAL_DISTRICT = "edifice.festival_district"
GREAT_SPIRE, FALLEN_SPIRE = "edifice.great_spire", "edifice.fallen_spire"
SPRAWLING_RAMPART, FOREST_TEMPLE = "edifice.sprawling_rampart", "edifice.forest_temple"


@power("target.dice", SPRAWLING_RAMPART, subject="ruler", cites=("5.5.2", "2.8.3"))
def sprawling_rampart(game, frame, value, me):
    """As targets, the sites that its ruler rules add one die more each."""
    target = frame.given["target"]
    ruled = is_site(target) and me in facts.rulers(game, facts.slot_named(game, target))
    return value + dice_for_one(SPRAWLING_RAMPART) if ruled else value


@power("recover.mob", HALL_OF_MOCKERY, subject="all", stage=Stage.MUST, cites=("5.4.4", "A-46"))
def hall_of_mockery(game, frame, value, me):
    """The People's Favor ends a Recover on its Mob side."""
    return True


@power("campaign.target", HALL_OF_DEBATE, subject="all", cites=("5.5.2", "9.2"))
def hall_of_debate(game, frame, me):
    """The People's Favor cannot be targeted."""
    because = f"{HALL_OF_DEBATE} does not let {PEOPLES_FAVOR} be targeted"
    yield frame.given["target"] != PEOPLES_FAVOR, "9.2", because


@power("end.roll", SQUALID_DISTRICT, subject="ruler", cites=("3.3", "A-135"))
def squalid_district(game, frame, proceed, me):
    """After the end die is rolled, its ruler may shift the result by one: the Chancellor or an Exile, no bandits."""
    number = yield from proceed()
    if me == facts.BANDITS:
        return number
    shift = yield from choose("squalid_district.shift", me, tuple(SHIFTS), "3.3", default="none", about=number)
    if SHIFTS[shift]:
        game.do.emit("power", ("3.3",), card=SQUALID_DISTRICT, who=me)
    return number + SHIFTS[shift]


@power("chronicle.keeps", FOREST_TEMPLE, subject="all", cites=("8.3.2", "A-91"))
def forest_temple(game, frame, value, me):
    """No site with a Beast card is discarded in the Chronicle, wherever the Temple stands; it saves no edifice."""
    cards = game.state.zone(CARDS[frame.given["slot"]])
    return value or any(facts.suit_of(game, card) == "beast" for card in cards)


@power("play", RUINED_TEMPLE, subject="ruler", cites=("5.1.4", "6.1", "9.2", "10.7"))
def ruined_temple(game, frame, me):
    """Enemies of its ruler cannot play Beast cards faceup."""
    card = frame.given["card"]
    beast = game.state.known(card) and catalog.card(card).suit == "beast" and frame.given["to"] != FACEDOWN
    barred = beast and facts.enemies(game, me, frame.actor)
    yield not barred, "9.2", f"{RUINED_TEMPLE} does not let enemies of its ruler play Beast cards faceup"


@action(ANCIENT_FORGE, cites=("7.3.2", "10.6", "10.26"))
def ancient_forge(game, frame, me):
    """Draw a relic; take it or bury it."""
    yield from draw_relic(game, me, "ancient_forge.relic", "7.3.2")


@action(BROKEN_FORGE, cites=("7.3.2", "2.9"))
def broken_forge(game, frame, me):
    """Turn it to its other side."""
    yield from verbs.turn_edifice(game, BROKEN_FORGE, "7.3.2", "2.9")


@action(FESTIVAL_DISTRICT, cites=("7.3.2", "7.6.3", "A-126"))
def festival_district(game, frame, me):
    """A binding exchange of favor, secrets and advisers with any player."""
    others = [seat for seat in game.state.seats if seat != me]
    other = yield from choose("festival_district.player", me, others, "7.3.2")
    yield from exchange.settle(game, me, other, "7.6.3", also=(exchange.ADVISERS,))


@modifies(GREAT_SPIRE, "search", "search.drawn", cites=("7.4", "5.1.2", "10.25"))
def great_spire(game, frame, me):
    """Any denizens drawn may be swapped with random ones of the Dispossessed.

    What must be revealed of the draw has been (FAQ Great Spire).
    """
    seat, drawn = frame.actor, frame.given["drawn"]
    denizens = [card for card in drawn if game.state.back(card) == "denizen"]
    most = min(len(denizens), len(game.state.zone(dispossessed.ZONE)))
    if not most:
        return
    gone = yield from some("great_spire.cards", seat, denizens, 0, most, "10.25", private=True, default=[])
    new = yield from dispossessed.swap_random(game, seat, gone, "great_spire.draw", "5.1.2")
    instead = dict(zip(gone, new, strict=True))
    frame.given["drawn"] = [instead.get(card, card) for card in drawn]


def fallen_cards(game, me):
    """The topmost denizens of the region's discard pile that can be swapped, five at most."""
    pile = game.state.zone(f"discard.{facts.region_of(game, me)}")
    most = min(5, len(game.state.zone(dispossessed.ZONE)))
    return [card for card in pile if game.state.back(card) == "denizen"][:most]


@action(
    FALLEN_SPIRE,
    may=there_is(fallen_cards, "7.3.2", "no denizen of the region's discard pile can be swapped"),
    cites=("7.3.2", "10.25", "2.1.2", "A-118"),
)
def fallen_spire(game, frame, me):
    """Swap up to five of the pile's topmost denizens, their number named blind, with random ones (FAQ Fallen Spire)."""
    cards = fallen_cards(game, me)
    number = (yield from amount("fallen_spire.number", me, 0, len(cards), "10.25", default=0)) if cards else 0
    yield from dispossessed.swap_random(game, me, cards[:number], "fallen_spire.draw", "7.3.2")
