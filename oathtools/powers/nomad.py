"""Nomad."""

from oathtools.engine.rows import holds
from oathtools.engine.windows import Stage
from oathtools.powers.define import action, modifier, power, when_played
from oathtools.powers.plans import battle_plan
from oathtools.procedures import facts, verbs
from oathtools.procedures.asking import choose
from oathtools.procedures.battle import defense_places, muster_defense
from oathtools.procedures.moving import may_move, may_swap, move_card, swap_cards
from oathtools.procedures.play import VISION
from oathtools.procedures.shifting import homes, movable, shift
from oathtools.table.state import CARDS, CONSPIRACY, FAVOR, region_of_slot

TENTS, LOST_TONGUE, GREAT_HERD = "denizen.tents", "denizen.lost_tongue", "denizen.great_herd"
VOW_OF_KINSHIP, SACRED_GROUND, RESETTLE = "denizen.vow_of_kinship", "denizen.sacred_ground", "denizen.resettle"
NOMAD_BANK = "bank.nomad"
MOUNTAIN_GIANT, WILD_MOUNTS = "denizen.mountain_giant", "denizen.wild_mounts"
WARNING_SIGNALS, SPELL_BREAKER = "denizen.warning_signals", "denizen.spell_breaker"
NONE = "none"


@power("adviser.limit", "denizen.family_wagon", subject="owner", cites=("7.6.4",))
def family_wagon(game, frame, value, me):
    """One adviser that is not a Nomad, and any number of Nomads."""
    return value.at_most(1).ignoring("nomad")


@modifier(TENTS, "travel", cites=("7.4", "7.6.2"))
def tents(game, frame, param):
    """No Supply within the region."""


@power("travel.cost", TENTS, used=True, stage=Stage.LIMIT, cites=("5.6.1", "7.6.2"))
def tents_cost(game, frame, value, me):
    """To a site of one's own region no Supply is spent; out of it Tents is wasted (FAQ Tents)."""
    there = region_of_slot(facts.slot_named(game, frame.given["to"]))
    return value.without_supply() if there == facts.region_of(game, frame.actor) else value


@power("take", LOST_TONGUE, subject="ruler", cites=("9.2", "10.26", "A-123"))
def lost_tongue(game, frame, me):
    """Others who rule no Nomad card cannot target or take its holder's relics and banners."""
    if frame.given["victim"] == me != frame.actor:
        nomad = any(facts.suit_of(game, card) == "nomad" for card in facts.cards_ruled(game, frame.actor))
        yield nomad, "9.2", f"{LOST_TONGUE} protects {frame.given['what']}: {frame.actor} rules no Nomad card"


@when_played(GREAT_HERD, cites=("7.3.3", "10.25", "A-119"))
def great_herd(game, frame, me):
    """It may change places with a Nomad card at any site that is not locked."""
    cards = [card for zone in CARDS for card in game.state.zone(zone) if card != GREAT_HERD]
    nomads = [
        card for card in cards if facts.suit_of(game, card) == "nomad" and holds(may_swap(game, GREAT_HERD, card))
    ]
    other = yield from choose("great_herd.swap", me, (NONE, *nomads), "10.25", default=NONE)
    if other != NONE:
        yield from swap_cards(game, GREAT_HERD, other, "7.3.3")


# -- Vow of Kinship ------------------------------------------------------------------------------------------------


@power("play.after", VOW_OF_KINSHIP, subject="player", cites=("10.15",))
def vow_of_kinship(game, frame, me):
    """All favor on its holder's board goes to the Nomad bank."""
    yield from verbs.put_favor(game, me, facts.board(game, me, FAVOR), NOMAD_BANK, "10.15")


@power("favor.home", VOW_OF_KINSHIP, subject="owner", cites=("10.10", "10.11", "10.26"))
def vow_of_kinship_home(game, frame, value, me):
    """So does all favor on its way there."""
    return NOMAD_BANK


@power("purse", VOW_OF_KINSHIP, subject="owner", cites=("7.1.2",))
def vow_of_kinship_purse(game, frame, value, me):
    """And the favor of the Nomad bank may be used as if it lay on the board."""
    return (*value, NOMAD_BANK) if frame.action == FAVOR else value


# -- others --------------------------------------------------------------------------------------------------------


@power("play", SACRED_GROUND, subject="all", cites=("5.1.4.3", "9.2"))
def sacred_ground(game, frame, me):
    """Visions but the Conspiracy go faceup only from its site."""
    if frame.given["to"] == VISION and frame.given["card"] != CONSPIRACY:
        there = facts.site_of(game, frame.actor) == facts.slot_of(game, SACRED_GROUND)
        yield there, "9.2", f"{SACRED_GROUND} forbids it: {frame.actor} is not at its site"


def nomad_advisers(game):
    """The faceup Nomad advisers of all players."""
    advisers = [card for seat in game.state.seats for card in game.state.zone(f"advisers.{seat}")]
    return [card for card in advisers if facts.suit_of(game, card) == "nomad"]


def a_nomad_can_settle(game, frame, me):
    """Is there a Nomad adviser that may go to some site?"""
    fits = any(holds(may_move(game, me, card, zone)) for card in nomad_advisers(game) for zone in CARDS)
    yield fits, "10.15", "no faceup Nomad adviser can move to a site"


@action(RESETTLE, may=a_nomad_can_settle, cites=("7.3.2", "10.15", "A-119"))
def resettle(game, frame, me):
    """Move a faceup Nomad adviser of any player to any site."""

    def card_rows(card):
        fits = any(holds(may_move(game, me, card, zone)) for zone in CARDS)
        yield fits, "10.15", f"{card} can move to no site"

    card = yield from choose("resettle.card", me, nomad_advisers(game), "10.15", rows=card_rows)

    def site_rows(site):
        return may_move(game, me, card, CARDS[facts.slot_named(game, site)])

    site = yield from choose("resettle.site", me, facts.site_ids(game), "10.15", rows=site_rows)
    yield from move_card(game, card, CARDS[facts.slot_named(game, site)], "7.3.2")


@action("denizen.elders", cites=("7.3.2", "10.10"))
def elders(game, frame, me):
    """Gain a secret."""
    yield from verbs.gain_secrets(game, me, 1, "7.3.2")


# -- campaigns -----------------------------------------------------------------------------------------------------

battle_plan(MOUNTAIN_GIANT, WILD_MOUNTS, WARNING_SIGNALS)


@power("plan.leaves", MOUNTAIN_GIANT, subject="all", cites=("5.5.8",))
def mountain_giant(game, frame, value, me):
    """It is discarded only after the choice of three (FAQ Mountain Giant)."""
    if frame.given["card"] != MOUNTAIN_GIANT:
        return value
    return frame.fact("fight").use_of(MOUNTAIN_GIANT).chosen.number == 3


@power("plan.discards", WILD_MOUNTS, subject="all", cites=("5.5.8", "10.5"))
def wild_mounts(game, frame, proceed, me):
    """Instead of any number of Nomad plans its user may discard one Beast card that they rule.

    Bandits do so if it saves two or more, with the first Beast card from the top of the Cradle (A-54).
    """
    on, who = frame.fact("fight"), frame.actor
    used = on.use_of(WILD_MOUNTS)
    mine = used is not None and used.who == who
    nomads = [card for card in frame.given["cards"] if facts.suit_of(game, card) == "nomad"]
    beasts = [card for card in facts.cards_ruled(game, who) if facts.suit_of(game, card) == "beast"]
    beasts = [card for card in beasts if facts.may_discard(game, card)]
    gone = NONE
    if mine and nomads and beasts:
        if who == facts.BANDITS:
            gone = beasts[0] if len(nomads) > 1 else NONE
        else:
            gone = yield from choose("wild_mounts.instead", who, (NONE, *beasts), "5.5.8", default=NONE, about=frame)
    if gone != NONE:
        frame.given["cards"] = [card for card in frame.given["cards"] if card not in nomads]
        yield from verbs.discard(game, on.attacker if who == facts.BANDITS else who, [gone], "5.5.8")
    yield from proceed()


@power("plan.used", WARNING_SIGNALS, subject="player", cites=("5.5.3", "10.15"))
def warning_signals(game, frame, me):
    """Move any warbands among the board and the sites one rules, not the last of a site; then the force is counted."""
    if me != facts.BANDITS:
        yield from shift(game, me, "warning_signals", "5.5.3")
        muster_defense(game, frame.fact("fight"))


@power("campaign.told", WARNING_SIGNALS, subject="player", cites=("5.5.3",))
def warning_signals_at_most(game, frame, value, me):
    """Before it is used: the most warbands that can be moved into the defending force."""
    moved = 0
    if me != facts.BANDITS:
        force = defense_places(game, frame.fact("fight"))
        if any(place in force for place in homes(game, me)):
            moved = sum(count for place, count in movable(game, me).items() if place not in force)
    return {**value, "moved_warbands": moved}


@power("secret.cost", SPELL_BREAKER, subject="ruler", cites=("7.1.2", "9.2", "10.7"))
def spell_breaker(game, frame, me):
    """Enemies of its ruler cannot use powers that cost any secret."""
    yield not facts.enemies(game, me, frame.actor), "9.2", f"{SPELL_BREAKER} bars powers that cost a secret"
