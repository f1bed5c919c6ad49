"""Order."""

from oathtools.odds.battle import enemy
from oathtools.powers.asks import a_bank
from oathtools.powers.define import action, modifier, power, rest
from oathtools.powers.granted import campaign_from, posts
from oathtools.powers.plans import battle_plan, gain_for
from oathtools.powers.tolls import toll
from oathtools.procedures import facts, taking, verbs
from oathtools.procedures.asking import confirm, some
from oathtools.procedures.battleplans import meet, prey
from oathtools.procedures.citizenship import become_citizen
from oathtools.procedures.cost import Item
from oathtools.procedures.minor import peekable, peeked_card
from oathtools.procedures.play import VISION
from oathtools.table.state import CARDS, DARKEST_SECRET, EXILE, FAVOR

PRESSGANGS, TOME_GUARDIANS, VOW_OF_OBEDIENCE = (
    "denizen.pressgangs",
    "denizen.tome_guardians",
    "denizen.vow_of_obedience",
)
BEAR_TRAPS, CAPTAINS, PEACE_ENVOY = "denizen.bear_traps", "denizen.captains", "denizen.peace_envoy"
BATTLE_HONORS, MILITARY_PARADE = "denizen.battle_honors", "denizen.military_parade"
MARTIAL_CULTURE, SCOUTS, RELIC_HUNTER = "denizen.martial_culture", "denizen.scouts", "denizen.relic_hunter"


@power("travel.cost", "denizen.toll_roads", subject="ruler", cites=("5.6.1", "9.2"))
def toll_roads(game, frame, value, me):
    """Enemies cannot travel to sites its ruler rules unless they give the ruler a favor."""
    there = facts.rules_site(game, me, facts.slot_named(game, frame.given["to"]))
    return toll(game, frame, value, me, "denizen.toll_roads", "5.6.1") if there else value


@power("search.cost", "denizen.forced_labor", subject="ruler", cites=("5.1.1", "9.2"))
@power("play.cost", "denizen.forced_labor", subject="ruler", cites=("6.1", "9.2"))
def forced_labor(game, frame, value, me):
    """Enemies at its ruler's sites cannot search, nor play facedown advisers, unless they give the ruler a favor."""
    there = facts.rules_site(game, me, facts.site_of(game, frame.actor))
    clause = "6.1" if frame.action == "play" else "5.1.1"
    return toll(game, frame, value, me, "denizen.forced_labor", clause) if there else value


def on_occupied_cards(game, frame, me):
    """Is there a card with favor or secrets to muster on?"""
    here = game.state.zone(CARDS[facts.site_of(game, me)])
    return ("",) if any(facts.suit_of(game, card) and not facts.is_empty(game, card) for card in here) else ()


@modifier(PRESSGANGS, "muster", options=on_occupied_cards, cites=("7.4", "5.2.1"))
def pressgangs(game, frame, param):
    """Muster on a card though favor or secrets lie on it."""


@power("muster.occupied", PRESSGANGS, used=True, cites=("5.2.1",))
def pressgangs_occupied(game, frame, value, me):
    """What lies on the card is no bar."""
    return True


@power("trade.cost", "denizen.curfew", subject="ruler", cites=("5.3.1", "9.2"))
def curfew(game, frame, value, me):
    """Enemies cannot trade with cards its ruler rules unless they give the ruler a favor."""
    theirs = facts.side_of(game, me) in facts.rulers_of_card(game, frame.given["card"])
    return toll(game, frame, value, me, "denizen.curfew", "5.3.1") if theirs else value


@power("take", TOME_GUARDIANS, subject="ruler", cites=("9.2", "10.26", "A-123"))
def tome_guardians(game, frame, me):
    """Enemies of its ruler can neither target nor take the Darkest Secret, whoever has it."""
    barred = frame.given["what"] == DARKEST_SECRET and facts.enemies(game, me, frame.actor)
    yield not barred, "9.2", f"{TOME_GUARDIANS} protects {DARKEST_SECRET}"


@power("play", "denizen.secret_police", subject="ruler", cites=("5.1.4.3", "9.2"))
def secret_police(game, frame, me):
    """Enemies at sites its ruler rules cannot play Visions faceup, the Conspiracy neither (A-130)."""
    here = facts.rules_site(game, me, facts.site_of(game, frame.actor))
    barred = frame.given["to"] == VISION and here and facts.enemies(game, me, frame.actor)
    yield not barred, "9.2", "denizen.secret_police forbids it"


@power("play", VOW_OF_OBEDIENCE, subject="owner", cites=("5.1.4.3", "9.2"))
def vow_of_obedience(game, frame, me):
    """Its holder cannot play Visions faceup, the Conspiracy neither (FAQ Vow of Obedience)."""
    yield frame.given["to"] != VISION, "9.2", f"{VOW_OF_OBEDIENCE} forbids it"


@rest(VOW_OF_OBEDIENCE, cites=("7.3.4", "10.26"))
def vow_of_obedience_rests(game, frame, me):
    """Take a favor from one favor bank."""
    bank = yield from a_bank(game, me, "vow_of_obedience.bank")
    yield from verbs.gain_favor(game, me, bank, 1, "7.3.4", "10.26")


# -- campaigns -----------------------------------------------------------------------------------------------------

battle_plan(BATTLE_HONORS, MILITARY_PARADE, MARTIAL_CULTURE, SCOUTS, RELIC_HUNTER)


@power("plan.victims", BEAR_TRAPS, subject="all", cites=("10.13",))
def bear_traps(game, frame, value, me):
    """Its warband dies on the attacker's board, wherever else the attacking force stands."""
    if frame.given["card"] != BEAR_TRAPS:
        return value
    return {place: count for place, count in value.items() if place.startswith("board.")}


@power("plan.cost", PEACE_ENVOY, subject="all", cites=("10.11", "A-133"))
def peace_envoy_gift(game, frame, value, me):
    """To the enemy named in the campaign one favor for each die in the defense pool, as part of the cost."""
    foe = frame.fact("fight").opponent(frame.actor)
    if frame.given["card"] != PEACE_ENVOY or foe == facts.BANDITS:
        return value
    return value.plus(Item("give", FAVOR, frame.fact("fight").battle.defense, f"board.{foe}", "10.11", PEACE_ENVOY))


@power("campaign.plan", PEACE_ENVOY, subject="all", cites=("10.29", "10.30", "A-133"))
def peace_envoy(game, frame, me):
    """Only where the enemy's pawn is at the user's site."""
    if frame.given["card"] == PEACE_ENVOY and frame.actor != facts.BANDITS:
        foe = frame.fact("fight").opponent(frame.actor)
        yield meet(game, frame.actor, foe), "10.30", f"{foe} is not at the site of {frame.actor}"


def captains_may(game, frame, me):
    """There must be somebody to fight."""
    posted = posts(game, me, facts.sites_ruled(game, me))
    yield bool(posted), "5.5.1", f"{me} rules no site from which a campaign is possible"


@action(CAPTAINS, may=captains_may, cites=("7.3.2", "5.5.1", "10.9"))
def captains(game, frame, me):
    """Campaign as if from any site one rules, without Supply; one's warbands there join the force."""
    yield from campaign_from(game, frame, me, facts.sites_ruled(game, me), "captains.site")


@power("campaign.victory", BATTLE_HONORS, subject="player", cites=("5.5.8", "10.10"))
def battle_honors(game, frame, me):
    """Two favor from the Order bank."""
    yield from gain_for(game, me, "order", 2)


@power("campaign.victory", MILITARY_PARADE, subject="player", cites=("5.5.8", "10.10", "10.14", "10.29"))
def military_parade(game, frame, me):
    """A favor from the matching bank for each faceup adviser of the enemy, Imperial Allies included."""
    on = frame.fact("fight")
    for seat in on.players(enemy(frame.given["side"])):
        for suit in facts.adviser_suits(game, seat):
            yield from gain_for(game, me, suit, 1)


@power("campaign.victory", MARTIAL_CULTURE, subject="player", cites=("5.5.8", "7.6.1", "A-129"))
def martial_culture(game, frame, me):
    """An Exile who has defeated an Exile may become a Citizen, without a relic."""
    sides = (me, frame.fact("fight").opponent(me))
    exiles = all(seat != facts.BANDITS and game.state.players[seat].role == EXILE for seat in sides)
    if exiles and (yield from confirm("martial_culture.citizen", me, "7.6.1", about=frame)):
        yield from become_citizen(game, me, "7.6.1")


@power("plan.used", SCOUTS, subject="player", cites=("5.5.3", "A-117"))
def scouts(game, frame, me):
    """Gain 1 Supply."""
    yield from verbs.gain_supply(game, me, 1, "5.5.3")


@power("plan.used", RELIC_HUNTER, subject="player", cites=("5.5.2", "5.5.3", "A-66"))
def relic_hunter(game, frame, me):
    """As many facedown relics at targeted sites become targets as the plan was used for."""
    on = frame.fact("fight")
    number, there = on.use_of(RELIC_HUNTER).chosen.number, prey(game, on)
    spots = {spot: peeked_card(game, spot) for spot in peekable(game, frame)}
    spots = {spot: card for spot, card in spots.items() if card in there}
    chosen = yield from some("relic_hunter.relics", me, list(spots), number, number, "5.5.2", about=frame)
    on.hunted = [spots[spot] for spot in chosen]


@power("campaign.taken", RELIC_HUNTER, subject="player", cites=("5.5.7.2", "10.26"))
def relic_hunter_buries(game, frame, me):
    """Any relics taken may go to the bottom of the relic deck."""
    relics = frame.given["relics"]
    gone = yield from some("relic_hunter.bury", me, relics, 0, len(relics), "5.5.7.2", default=[], about=frame)
    for relic in gone:
        yield from taking.bury(game, me, relic, "5.5.7.2")
