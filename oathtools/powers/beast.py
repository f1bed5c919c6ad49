"""Beast."""

from oathtools import catalog
from oathtools.engine.windows import Stage
from oathtools.powers.asks import a_bank, another_player, kill_one, out_of_banks, places_of_warbands
from oathtools.powers.define import action, modifier, modifies, power, rest, when_played
from oathtools.powers.nearby import clear_region
from oathtools.procedures.actions.cards_moved import move_card
from oathtools.procedures.glossary import limits, taking, verbs
from oathtools.procedures.glossary.drawing import draw
from oathtools.procedures.machine import facts
from oathtools.procedures.machine.asking import choose, confirm
from oathtools.procedures.minor.citizenship import become_citizen
from oathtools.table.state import CARDS, EXILE, FAVOR, GRAND_SCEPTER, RELIC_DECK, SLOTS, WORLD

VOW_OF_BEASTKIN, FOREST_COUNCIL = "denizen.vow_of_beastkin", "denizen.forest_council"
VOW_OF_POVERTY, ERRAND_BOY, MUSHROOMS = "denizen.vow_of_poverty", "denizen.errand_boy", "denizen.mushrooms"
PIED_PIPER, LONG_LOST_HEIR = "denizen.pied_piper", "denizen.long_lost_heir"
ANIMAL_HOST, THREATENING_ROAR = "denizen.animal_host", "denizen.threatening_roar"
MEMORY_OF_NATURE, ROVING_TERROR = "denizen.memory_of_nature", "denizen.roving_terror"
WOLVES, SECOND_CHANCE, FAE_MERCHANT = "denizen.wolves", "denizen.second_chance", "denizen.fae_merchant"


def beast_sites(game):
    """The slots of the sites with a Beast card."""
    zones = [game.state.zone(CARDS[slot]) for slot in range(SLOTS)]
    return [slot for slot in range(SLOTS) if any(facts.suit_of(game, card) == "beast" for card in zones[slot])]


def sites_with_a_beast(game, frame, me):
    """The sites with a Beast card, but for the one where the actor stands."""
    here = facts.site_of(game, me)
    return [game.state.site(slot) for slot in beast_sites(game) if slot != here]


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
    does = "trade with" if frame.action == "trade" else "muster on"
    because = f"{FOREST_COUNCIL} does not let enemies of its ruler {does} Beast cards"
    yield not (beast and facts.enemies(game, me, frame.actor)), "9.2", because


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


@modifies(ERRAND_BOY, "search", "search.piles", cites=("7.4", "5.1.2"))
def errand_boy(game, frame, value, me):
    """Draw from the discard pile of another region: every pile is open."""
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
    other = yield from another_player(game, me, "pied_piper.player", "7.3.2")
    yield from move_card(game, PIED_PIPER, f"advisers.{other}", "7.3.2")
    yield from verbs.take_favor(game, me, other, 2, "7.3.2")


@when_played(LONG_LOST_HEIR, cites=("7.3.3", "7.6.1"))
def long_lost_heir(game, frame, me):
    """An Exile may become a Citizen, without a relic (A-129)."""
    exile = game.state.players[me].role == EXILE
    if exile and (yield from confirm("long_lost_heir.citizen", me, "7.6.1", prompt="become a Citizen?")):
        yield from become_citizen(game, me, "7.6.1")


# -- the map -------------------------------------------------------------------------------------------------------


def beasts_at_sites(game):
    """The Beast cards at all sites."""
    return [card for zone in CARDS for card in game.state.zone(zone) if facts.suit_of(game, card) == "beast"]


@when_played(ANIMAL_HOST, cites=("7.3.3", "10.10", "A-166"))
def animal_host(game, frame, me):
    """A warband for each Beast card at any site; among the advisers it counts itself where a table reads it so."""
    beside = facts.slot_of(game, ANIMAL_HOST) is None and game.takes("A-166", "a") == "b"
    yield from verbs.gain_warbands(game, me, len(beasts_at_sites(game)) + beside, "7.3.3")


@when_played(THREATENING_ROAR, cites=("7.3.3", "10.5", "10.30", "A-120"))
def threatening_roar(game, frame, me):
    """Every Nomad and Beast card at the sites of the region is discarded, itself too; locked ones stay."""
    yield from clear_region(game, me, ("nomad", "beast"), "7.3.3")


@action(MEMORY_OF_NATURE, cites=("7.3.2", "2.1.3", "10.15"))
def memory_of_nature(game, frame, me):
    """A favor for each Beast card on the map moves to the Beast bank, out of any banks."""
    number = len(beasts_at_sites(game))
    shares = yield from out_of_banks(game, me, "memory_of_nature.banks", number, "7.3.2", but="beast")
    for suit, count in shares.items():
        yield from verbs.move_between_banks(game, suit, "beast", "7.3.2", "10.15", most=count)


def prey(game, me):
    """The denizens at other sites that the Terror may discard to take their place."""
    here = facts.slot_of(game, ROVING_TERROR)
    for slot in range(SLOTS):
        cards = game.state.zone(CARDS[slot])
        room = limits.capacity(game, slot, me, ROVING_TERROR)
        if slot != here and len(cards) <= room:
            yield from (c for c in cards if catalog.card(c).kind == "denizen" and facts.may_discard(game, c))


def there_is_prey(game, frame, me):
    """Is there one, and may the Terror itself be moved?"""
    yield from facts.lock_rows(game, ROVING_TERROR)
    yield any(prey(game, me)), "10.15", "no denizen at another site can be discarded"


@action(ROVING_TERROR, may=there_is_prey, needed=True, cites=("7.3.2", "10.5", "10.15", "A-119"))
def roving_terror(game, frame, me):
    """Discard a denizen at another site and move this card there."""
    card = yield from choose("roving_terror.card", me, list(prey(game, me)), "7.3.2")
    zone = game.state.where[card]
    yield from verbs.discard(game, me, [card], "7.3.2")
    yield from move_card(game, ROVING_TERROR, zone, "7.3.2")


# -- warbands, relics ----------------------------------------------------------------------------------------------


def boards(game, suits=None):
    """The boards with warbands; only of players with a faceup adviser of some suits."""
    seats = [seat for seat in game.state.seats if suits is None or set(suits) & set(facts.adviser_suits(game, seat))]
    return list(places_of_warbands(game, [f"board.{seat}" for seat in seats]))


def a_board_has_warbands(game, frame, me):
    """Is there anybody to kill?"""
    yield bool(boards(game)), "10.13", "no warbands are on any board"


@action(WOLVES, may=a_board_has_warbands, cites=("7.3.2", "10.13"))
def wolves(game, frame, me):
    """Kill a warband on any board, even one's own."""
    board = yield from choose("wolves.board", me, boards(game), "7.3.2")
    yield from kill_one(game, me, "wolves.color", board, "7.3.2")


def an_orderly_board(game, frame, me):
    """Is there one with an Order or Discord adviser?"""
    fits = bool(boards(game, ("order", "discord")))
    yield fits, "7.3.2", "no player with an Order or Discord adviser has warbands on the board"


@action(SECOND_CHANCE, may=an_orderly_board, cites=("7.3.2", "10.10", "10.13"))
def second_chance(game, frame, me):
    """Kill a warband on the board of a player with an Order or Discord adviser, and gain one."""
    board = yield from choose("second_chance.board", me, boards(game, ("order", "discord")), "7.3.2")
    yield from kill_one(game, me, "second_chance.color", board, "7.3.2")
    yield from verbs.gain_warbands(game, me, 1, "7.3.2")


@action(FAE_MERCHANT, cites=("7.3.2", "10.2", "10.6", "10.26", "2.11", "A-149"))
def fae_merchant(game, frame, me):
    """Draw and take a relic; then one that is held goes to the bottom of the relic deck, not the Grand Scepter."""
    for relic in (yield from draw(game, me, RELIC_DECK, 1, "7.3.2", "10.6")):
        taken = yield from taking.take(game, me, relic, "7.3.2")
        yield from taking.answered(game, me, [taken])
    held = [relic for relic in facts.relics_held(game, me) if relic != GRAND_SCEPTER]
    if held:
        gone = yield from choose("fae_merchant.relic", me, held, "7.3.2")
        yield from taking.bury(game, me, gone, "7.3.2")
