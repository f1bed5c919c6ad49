"""Beast."""

from oathtools import catalog
from oathtools.engine.windows import Stage
from oathtools.odds.battle import DEFENDER
from oathtools.powers.asks import a_bank
from oathtools.powers.define import action, modifier, power, rest, when_played
from oathtools.procedures import facts, verbs
from oathtools.procedures.asking import choose, confirm
from oathtools.procedures.campaign import declared_dice, sure_defenders, target_slots
from oathtools.procedures.citizenship import become_citizen
from oathtools.procedures.moving import move_card
from oathtools.table.state import CARDS, EXILE, FAVOR, SLOTS, WORLD

VOW_OF_BEASTKIN, FOREST_COUNCIL, VOW_OF_POVERTY = (
    "denizen.vow_of_beastkin",
    "denizen.forest_council",
    "denizen.vow_of_poverty",
)
ERRAND_BOY, MUSHROOMS = "denizen.errand_boy", "denizen.mushrooms"
PIED_PIPER, LONG_LOST_HEIR = "denizen.pied_piper", "denizen.long_lost_heir"
GIANT_PYTHON, MARSH_SPIRIT = "denizen.giant_python", "denizen.marsh_spirit"


def sites_with_a_beast(game, frame, me):
    """The sites with a Beast card, but for the one where the actor stands."""
    here = facts.site_of(game, me)
    return [
        game.state.site(slot)
        for slot in range(SLOTS)
        if slot != here and any(facts.suit_of(game, card) == "beast" for card in game.state.zone(CARDS[slot]))
    ]


@modifier("denizen.small_friends", "trade", options=sites_with_a_beast, moves=True, cites=("7.4", "5.3"))
def small_friends(game, frame, param):
    """Trade as if the pawn stood at any site with a Beast card."""
    frame.facts["at"] = facts.slot_of_site(game, param)


# -- mustering, trading --------------------------------------------------------------------------------------------


@power("muster", VOW_OF_BEASTKIN, subject="owner", cites=("5.2.1", "10.14"))
def vow_of_beastkin(game, frame, me):
    """To muster its holder must choose a card that matches one of their advisers."""
    suit = facts.suit_of(game, frame.given["card"])
    fits = suit is None or suit in facts.adviser_suits(game, me)
    yield fits, "9.2", f"{frame.given['card']} matches no adviser of {me}"


@power("muster.gain", VOW_OF_BEASTKIN, subject="owner", cites=("5.2.2",))
def vow_of_beastkin_gains(game, frame, value, me):
    """And they gain a warband more."""
    return value + 1


@power("muster", FOREST_COUNCIL, subject="ruler", cites=("5.2.1", "9.2"))
@power("trade", FOREST_COUNCIL, subject="ruler", cites=("5.3.2", "9.2"))
def forest_council(game, frame, me):
    """Enemies of its ruler cannot muster on Beast cards, nor trade with them."""
    beast = facts.suit_of(game, frame.given["card"]) == "beast"
    yield not (beast and facts.enemies(game, me, frame.actor)), "9.2", f"{FOREST_COUNCIL} forbids it"


@power("trade.gain", VOW_OF_POVERTY, subject="owner", stage=Stage.CANNOT, cites=("5.3.2", "9.2"))
def vow_of_poverty(game, frame, value, me):
    """Its holder gains no favor by trading."""
    return type(value)(value, favor=0)


def has_no_favor(game, frame, me):
    """A Rest power of those without favor."""
    yield facts.board(game, me, FAVOR) == 0, "7.3.4", f"{me} has favor"


@rest(VOW_OF_POVERTY, may=has_no_favor, cites=("7.3.4", "10.26"))
def vow_of_poverty_rests(game, frame, me):
    """Take two favor from one favor bank."""
    bank = yield from a_bank(game, me, "vow_of_poverty.bank")
    yield from verbs.gain_favor(game, me, bank, 2, "7.3.4", "10.26")


# -- searching -----------------------------------------------------------------------------------------------------


@modifier(ERRAND_BOY, "search", cites=("7.4", "5.1.2"))
def errand_boy(game, frame, param):
    """Draw from the discard pile of another region."""


@power("search.piles", ERRAND_BOY, used=True, cites=("5.1.2",))
def errand_boy_opens(game, frame, value, me):
    """Every pile is open."""
    return catalog.REGIONS


@modifier(MUSHROOMS, "search", cites=("7.4", "5.1.2"))
def mushrooms(game, frame, param):
    """One card, from the bottom of the region's discard pile, for no Supply."""


@power("search", MUSHROOMS, used=True, cites=("5.1.2",))
def mushrooms_source(game, frame, me):
    """The draw is from a discard pile."""
    yield frame.given["source"] != WORLD, "5.1.2", f"with {MUSHROOMS} the draw is from a discard pile"


@power("search.cost", MUSHROOMS, used=True, stage=Stage.LIMIT, cites=("5.1.1",))
def mushrooms_supply(game, frame, value, me):
    """No Supply is spent."""
    return value.without_supply()


@power("search.count", MUSHROOMS, used=True, stage=Stage.SET, cites=("5.1.2", "A-113"))
def mushrooms_count(game, frame, value, me):
    """One card instead of three; what adds to that comes on top."""
    return 1


@power("search.bottom", MUSHROOMS, used=True, cites=("5.1.2",))
def mushrooms_bottom(game, frame, value, me):
    """From the bottom."""
    return True


# -- Pied Piper, Long-Lost Heir ------------------------------------------------------------------------------------


@power("adviser.limit", PIED_PIPER, subject="owner", stage=Stage.IGNORE, cites=("5.1.4.2", "A-128"))
def pied_piper_joins(game, frame, value, me):
    """On its way in it asks for no discard; later it counts like any adviser."""
    return value._replace(exempt=value.exempt or frame.facts.get("arriving") == PIED_PIPER)


@action(PIED_PIPER, cites=("7.3.2", "10.15", "10.26"))
def pied_piper(game, frame, me):
    """Move it to the advisers of another player, and take two favor from them."""
    others = [seat for seat in game.state.seats if seat != me]
    other = yield from choose("pied_piper.player", me, others, "7.3.2")
    yield from move_card(game, PIED_PIPER, f"advisers.{other}", "7.3.2")
    yield from verbs.take_favor(game, me, other, 2, "7.3.2")


@when_played(LONG_LOST_HEIR, cites=("7.3.3", "7.6.1"))
def long_lost_heir(game, frame, me):
    """An Exile may become a Citizen, without a relic (A-129)."""
    exile = game.state.players[me].role == EXILE
    if exile and (yield from confirm("long_lost_heir.citizen", me, "7.6.1", prompt="become a Citizen?")):
        yield from become_citizen(game, me, "7.6.1")


# -- campaigns -----------------------------------------------------------------------------------------------------


@power("campaign.declaration", GIANT_PYTHON, subject="ruler", cites=("5.5.2", "9.2"))
def giant_python(game, frame, me):
    """Against its holder, or with the holder a sure Ally, the targets must add an even number of dice in all."""
    if me in sure_defenders(game, frame):
        dice = declared_dice(game, frame, frame.given["targets"])
        yield dice % 2 == 0, "9.2", f"the targets add {dice} dice, and with {GIANT_PYTHON} it must be an even number"


@power("campaign.standing", MARSH_SPIRIT, subject="all", cites=("5.5.2", "9.2"))
def marsh_spirit(game, frame, value, me):
    """A player who targets its site can use no battle plan."""
    targeted = facts.slot_of(game, MARSH_SPIRIT) in target_slots(game, frame.given["targets"])
    return (*value, (DEFENDER, MARSH_SPIRIT)) if targeted else value
