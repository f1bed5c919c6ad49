"""What each kind of question asks, in words: a table of prompts, and one of options with a meaning of their own."""

from collections.abc import Callable, Mapping
from typing import Any

from oathtools import catalog
from oathtools.engine.decision import Decision, Form
from oathtools.kit.text import capital, listed
from oathtools.procedures.actions.record import Action, Field
from oathtools.procedures.machine.asking import Together
from oathtools.procedures.turn.loop import ACTIONS, END
from oathtools.render.names import Names
from oathtools.table.result import OPTIONS

# -- what the powers of cards ask, in words: each kind is named after its card (``spirit_snare.bank``) -----------------


# Every kind of question that a power asks. The words in braces are those of ``prompts``.
POWER_PROMPTS = {
    # sites, edifices, relics
    "the_tribunal.player": "{who} makes a binding exchange at the Tribunal. With whom?",
    "squalid_district.shift": "{who} may shift the end die by one, by the Squalid District. Which way?",
    "ancient_forge.relic": "{who} has drawn a relic, by the Ancient Forge. Take it, or bury it?",
    "festival_district.player": "{who} makes a binding exchange at the Festival District. With whom?",
    "dowsing_sticks.relic": "{who} has drawn a relic, by the Dowsing Sticks. Take it, or bury it?",
    "dragonskin_drum.gain": "{who} has traveled. Gain a warband, by the Dragonskin Drum?",
    "horned_mask.adviser": "Which faceup adviser does {who} swap, by the Horned Mask?",
    "horned_mask.card": "With which card at the site does {who} swap it?",
    "ivory_eye.card": "At which facedown card does {who} peek, by the Ivory Eye?",
    "skeleton_key.relic": "At which relic of the Reliquary does {who} peek, by the Skeleton Key?",
    "skeleton_key.take": "Does {who} take that relic?",
    "brass_horse.toll": "Where the Brass Horse leads a toll is due. Does {who} pay it, or travel anywhere?",
    "whistle.player": "Whom does {who} call to the site, by the Whistle?",
    "great_spire.cards": "Which of the denizens drawn does {who} swap with random ones of the Dispossessed?",
    "great_spire.draw": "{who} takes {cards} at random from the Dispossessed. {unseen}",
    "fallen_spire.number": "How many denizens, from the top of the pile, does {who} swap unseen?",
    "fallen_spire.draw": "{who} takes {cards} at random from the Dispossessed. {unseen}",
    "obsidian_cage.free": "How many warbands does {who} send from the Obsidian Cage to each board of their color?",
    "sticky_fire.kill": "Does {who} kill all that is left of the force with Sticky Fire, and give a favor for it?",
    # Arcane
    "alchemist.banks": "From which favor banks does {who} gain {high} favor, by the Alchemist?",
    "spirit_snare.bank": "From which favor bank does {who} take a favor, by the Spirit Snare?",
    "blood_pact.secrets": "How many secrets does {who} buy with two warbands each, by the Blood Pact?",
    "taming_charm.card": "Which Beast or Nomad card here does {who} discard for two favor, by the Taming Charm?",
    "terror_spells.place": "Where does {who} kill a warband, by the Terror Spells?",
    "terror_spells.color": "Of which color is the warband that {who} kills?",
    "forgotten_vault.way": "Does {who} put a secret on the Darkest Secret, or burn one of it, by the Forgotten Vault?",
    "dream_thief.cards": "Which two facedown advisers does {who} swap, by the Dream Thief?",
    "inquisitor.adviser": "At which adviser does {who} peek, by the Inquisitor?",
    "witchs_bargain.deal": "Which deal does {who} make by the Witch's Bargain? A secret for two favor, or two for one.",
    "revelation.favor": "How much favor does {who} burn, for as many secrets, by the Revelation?",
    "bewitch.citizen": "Does {who} become a Citizen, by Bewitch, without a relic?",
    "jinx.reroll": "{who} may pay for Jinx and roll all of these dice again, once. Roll again?",
    # Beast
    "memory_of_nature.banks": "From which banks does {who} move {high} favor to the Beast bank?",
    "roving_terror.card": "Which denizen at another site does {who} discard, to send the Roving Terror there?",
    "wolves.board": "On whose board does {who} kill a warband, by the Wolves?",
    "wolves.color": "Of which color is the warband that {who} kills?",
    "second_chance.board": "On whose board does {who} kill a warband, to gain one, by the Second Chance?",
    "second_chance.color": "Of which color is the warband that {who} kills?",
    "fae_merchant.relic": "Which relic does {who} put under the relic deck, by the Fae Merchant?",
    "long_lost_heir.citizen": "Does {who} become a Citizen, by the Long-Lost Heir, without a relic?",
    "pied_piper.player": "To whose advisers does {who} send the Pied Piper? Two favor are taken from that player.",
    "bracken.pile": "On which end of which pile do all the cards go that {who} discards, by the Bracken?",
    "wild_allies.site": "From which site with a Beast card does {who} campaign, by Wild Allies?",
    # Discord
    "assassin.card": "Which faceup adviser does {who} discard, by the Assassin?",
    "blackmail.relic": "Which relic of a player here does {who} want, by Blackmail?",
    "blackmail.pay": "Blackmail asks for {source}. Does {who} give three favor to keep it?",
    "riots.suit": "Several suits are the commonest on the map. Which one do the Riots of {who} sweep away?",
    "key_to_the_city.kill": "How many of these warbands at the site does {who} kill, by the Key to the City?",
    "royal_ambitions.citizen": "Does {who} become a Citizen, by Royal Ambitions, with a relic of the Reliquary?",
    "royal_ambitions.relic": "Which relic of the Reliquary does {who} take, unseen?",
    "enchantress.card": "With which faceup adviser does {who} swap the Enchantress?",
    "gambling_hall.bank": "From which favor bank does {who} take what the dice won, at the Gambling Hall?",
    "scryer.pile": "At which discard pile does {who} look, by the Scryer?",
    "sleight_of_hand.player": "From whom does {who} take a secret, by Sleight of Hand?",
    "bandit_chief.color": "The Bandit Chief kills a warband at {source}. Of which color, {who}?",
    "book_burning.keep": "Book Burning leaves {actor} one secret. Which face does it show?",
    "false_prophet.toll": "Playing the Vision that False Prophet inherits asks for a toll here. Does {who} pay it?",
    "false_prophet.vision": "On which revealed Vision does {who} set the False Prophet's warband?",
    "relic_thief.use": "{actor} has just taken {relics}. Does {who} pay for the Relic Thief and roll for that?",
    "sneak_attack.campaign": "{who} may attack {against} at once, without Supply, by Sneak Attack. Attack?",
    "second_wind.travel": "{who} may travel now, without Supply, by Second Wind. Travel?",
    "second_wind.campaign": "{who} may campaign again, without Supply, by Second Wind. Campaign?",
    "vow_of_poverty.bank": "From which favor bank does {who} take two favor, by the Vow of Poverty?",
    "silver_tongue.bank": "From which favor bank does {who} take a favor, by the Silver Tongue?",
    # Hearth
    "book_binders.bank": "From which favor bank does {who} gain two favor, by the Book Binders?",
    "family_heirloom.relic": "{who} has drawn a relic, by the Family Heirloom. Take it, or bury it?",
    "fabled_feast.bank": "From which favor bank does {who} take favor for the Hearth cards they rule?",
    "salad_days.banks": "From which three favor banks does {who} gain a favor each, by Salad Days?",
    "deed_writer.player": "{who} makes a binding exchange, with sites, by the Deed Writer. With whom?",
    "tinkers_fair.player": "{who} makes a binding exchange at the Tinker's Fair. With whom?",
    "armed_mob.card": "Which faceup adviser does {who} discard, by the Armed Mob?",
    "homesteaders.card": "Which faceup adviser does {who} move to the site, by the Homesteaders?",
    "charming_friend.player": "From whom does {who} take a favor, by the Charming Friend?",
    "levelers.from": "Several favor banks are fullest. From which one does {who} move two favor?",
    "levelers.to": "Several favor banks are emptiest. To which one does {who} move them?",
    "relic_breaker.relic": "Which facedown relic here does {who} put under the relic deck, by the Relic Breaker?",
    "herald.bank": "From which favor bank does {who} gain a favor, by the Herald?",
    "memory_of_home.bank": "From which favor bank does {who} move all favor to the Hearth bank?",
    # Nomad
    "pilgrimage.draw": "{who} shuffles the Dispossessed and takes {cards} from it. {unseen}",
    "oracle.depth": "How many cards lie above the first Vision in this part of the world deck? At most {high}.",
    "hospitality.bank": "From which favor bank does {who} gain a favor, by Hospitality?",
    "twin_brother.swap": "{who} may swap the Twin Brother with another's faceup Nomad adviser. With which one?",
    "ancient_pact.citizen": "Does {who} give the Darkest Secret to the Chancellor and become a Citizen?",
    "ancient_pact.relic": "Which relic of the Reliquary does {who} take, unseen?",
    "the_gathering.come": "Does {who} put the own pawn at the site of the Gathering?",
    "the_gathering.deal": "With whom at the Gathering does {who} make a binding exchange?",
    "ancient_binding.keep": "The Ancient Binding leaves {actor} one secret. Which face does it show?",
    "convoys.pile": "Which discard pile does {who} put on top of that of the region, by the Convoys?",
    "great_herd.swap": "{who} may swap the Great Herd with a Nomad card at another place. With which one?",
    "resettle.card": "Which faceup Nomad adviser does {who} move to a site, by Resettle?",
    "resettle.site": "To which site does {who} move it?",
    "wild_mounts.instead": "Instead of all Nomad plans {who} may discard one Beast card, by Wild Mounts. Which one?",
    "warning_signals.from": "How many warbands does {who} pick up from each place, by Warning Signals?",
    "warning_signals.to": "Where does {who} put those {high} down?",
    # Order
    "garrison.sites": "The board has too few warbands for every site. At which {high} does {who} put one?",
    "messenger.from": "How many warbands does {who} pick up from each place, by the Messenger?",
    "messenger.to": "Where does {who} put those {high} down?",
    "siege_engines.site": "At which site does {who} kill two warbands, by the Siege Engines?",
    "siege_engines.color": "Of which color is the warband that {who} kills?",
    "tyrant.color": "The Tyrant kills a warband at this site. Of which color, {who}?",
    "knights_errant.campaign": "{who} may campaign now, without Supply, by the Knights Errant. Campaign?",
    "hunting_party.campaign": "{who} may campaign now, without Supply, by the Hunting Party. Campaign?",
    "palanquin.player": "Whom does {who} take along in the Palanquin?",
    "palanquin.site": "On which site does {who} put the own pawn, by the Palanquin?",
    "captains.site": "From which site does {who} campaign, by the Captains?",
    "vow_of_obedience.bank": "From which favor bank does {who} take a favor, by the Vow of Obedience?",
    "martial_culture.citizen": "Does {who} become a Citizen, by Martial Culture, without a relic?",
    "relic_hunter.relics": "Which {high} of the facedown relics at targeted sites are targets too?",
    "relic_hunter.bury": "Which of the relics taken does {who} put on the bottom of the relic deck?",
}

# Options that mean something of their own in one of these questions.
_TAKE_OR_BURY = {"take": "take it", "bury": "put it under the relic deck"}
POWER_LABELS = {
    "family_heirloom.relic": _TAKE_OR_BURY,
    "ancient_forge.relic": _TAKE_OR_BURY,
    "dowsing_sticks.relic": _TAKE_OR_BURY,
    "ancient_binding.keep": {"secret": "faceup", "hidden": "facedown"},
    "twin_brother.swap": {"none": "no swap"},
    "the_gathering.deal": {"none": "with nobody"},
    "forgotten_vault.way": {"add": "put one on it", "burn": "burn one of it"},
    "squalid_district.shift": {"none": "as it fell", "higher": "one higher", "lower": "one lower"},
    "book_burning.keep": {"secret": "faceup", "hidden": "facedown"},
    "great_herd.swap": {"none": "no swap"},
    "wild_mounts.instead": {"none": "none: discard the Nomad plans"},
}


ACT = "act"
_ORDER = "{who} discards these cards one after the other. In what order? The last one lies on top of the pile."
_TELL = "Type the names, or {count} if nobody tells."
_UNSEEN = "Type the names, with commas between, or - if nobody looks."
_SHUFFLED = "Type - when it is done, or the names from the top if you want them known."
_VISION = "Type the names, or {count} if nobody tells, or `vision 2` if the second was a Vision, which ends the draw."

# Every kind of question that no action asks. A kind that ends in ``.modifier`` is asked for every action.
PROMPTS = {
    ACT: "It is {who}'s Act Phase. What does {who} do?",
    "*.modifier": "{who} may use a power for the {action} action, or go on. Which one?",
    "discard.order": _ORDER,
    "powers.order": "Several powers of {who} answer this. In what order?",
    "draw": "{who} draws {cards} from {source}. {tell}",
    "draw.unseen": "Take a card from the deck and let nobody see its face. Which back does it show?",
    "face": "{face} Type its name.",
    "look": "{who} looks at {card}. Type its name, or - if nobody tells.",
    "look.sought": "{who} looks at {card}. Type {sought} if it is that, else -.",
    "look.top": "{who} looks at {cards} on top of {source}. Type the names from the top, or - if nobody tells.",
    "conspiracy.take": "{who} plays the Conspiracy and may burn a secret to take a relic or banner here. Which one?",
    "warbands.leave": "{actor} wants to take Imperial warbands from the site. Does {who} allow it?",
    "warbands.share": "{actor} wants to move Imperial warbands between two boards. Does {who} agree?",
    "exchange.give": "What does {who} give in the exchange?",
    "exchange.take": "What does {who} ask of {other}?",
    "exchange.facedown": "Which {high} of the facedown advisers does {who} hand over?",
    "exchange.warbands": "How many warbands does {who} put at the site that is signed over?",
    "exchange.promise": "What else is promised, by whom and until when? Type it, or - for nothing.",
    "exchange.accept": "{who} is offered an exchange: {terms}. Does {who} agree?",
    "citizen.warbands": "There are fewer purple warbands than are needed. Where does {who} place {high}?",
    "*.defense-roll": "{who} rolls {dice} for the defense. Type the faces.",
    "*.attack-roll": "{who} rolls {dice} for the attack. Type the faces.",
    "rest.power": "{who} may use a Rest power, each once, or go on. Which one?",
    "pay.owed": "How much favor does {who} part with? No more is due than lies on the board.",
    "take.secret": "A secret of {actor} is taken. Which one, {who}?",
    "pay.from": "{who} pays {high}. How much from each place?",
    "title.give": "{who} does not meet the goal of the oath any more, and several players do. Who takes the title?",
    "wake.favor": "{who} holds the People's Favor. Place a favor on it, or return one from it?",
    "wake.bank": "{who} returns a favor to a bank with the least favor. To which one?",
    "wake.site": "{who} wakes at {here} and may take one thing from it. What?",
    "end.die": "Round {round} is over. {who} rolls the end die: the game ends on {ends} or more. Type the number.",
    "setup.favor": "The shared bank has too little favor for the sites. Where does {who} place {high} favor?",
    "setup.draw": "{who} draws from the bottom of the world deck: {cards}. {tell}",
    "setup.pawn": "{who} places a pawn. At which site?",
    "setup.adviser": "{who} keeps one card as a facedown adviser and discards the others. Which one?",
    "setup.order": _ORDER,
    "chronicle.winner": "Who has won the game?",
    "chronicle.way": "How did {who} win?",
    "chronicle.piles": "Are there seven denizens or more, in all, in the three discard piles and among the losers' "
    "advisers? If so, press Enter or type {count}. If there are fewer: how many besides those that are named?",
    "chronicle.vision": "{who} won by a Vision, and nothing says by which. Which one was it?",
    "chronicle.oath": "{who} vows the oath of the next game. Which one?",
    "chronicle.offer": "{who} may offer Citizenship to Exiles. To whom?",
    "chronicle.accept": "{actor} offers Citizenship in the next game. Does {who} accept?",
    "chronicle.warbands": "{who} has {high} of the warbands needed for the sites of new Citizens. Where do they go?",
    "chronicle.build": "{who} may put an edifice in the place of a denizen, or repair a ruin; one in all. Which?",
    "chronicle.sites": "Shuffle the site deck and deal {count} facedown to the empty slots, from the top. {unseen}",
    "chronicle.suit": "{commonest}",
    "chronicle.archive": "Does the Archive hold {wanted}?",
    "chronicle.add": "Take {wanted} out of the Archive at random, for the world deck. {unseen}",
    "chronicle.sort": "Sort the Dispossessed by suit. Of {count} cards nobody told the suit: type one suit for each.",
    "chronicle.stack": "Several stacks of the Dispossessed are the biggest. From which one does {who} take?",
    "chronicle.heal": "Take {count} {source} cards out of the Dispossessed at random, for the world deck. {unseen}",
    "chronicle.remove": "Shuffle the discard piles and the losers' advisers into one stack, without the Visions. "
    "Put {count} cards of it into the Dispossessed, unseen. {unseen}",
    "chronicle.relics": "Shuffle the losers' relics, and those of discarded sites, into the relic deck. {shuffled}",
    "chronicle.top-relics": "Shuffle {who}'s relics with those of the Reliquary and put them on the relic deck. "
    "{shuffled}",
    "chronicle.unseen": "Nobody has told {count} of the facedown cards on the map, from its top. {unseen}",
    "chronicle.rebuild": "Does {who} rebuild the world deck now, or is it left for the next setup?",
    "chronicle.deck": "Shuffle all denizens still in play. Put 10 of them with 2 random Visions, shuffled, on 15 with "
    "the other 3, shuffled, and all that on the rest. {shuffled}",
}

_EXCHANGED = {"secret": "faceup secrets", "hidden": "facedown secrets", "facedown": "facedown advisers"}
# Options that mean something of their own in one kind of question.
LABELS = {
    "take.secret": {"secret": "a faceup one", "hidden": "a facedown one"},
    "conspiracy.take": {"none": "take nothing"},
    "exchange.give": _EXCHANGED,
    "exchange.take": _EXCHANGED,
    "offer.give": {"secret": "faceup secrets", "hidden": "facedown secrets"},
    "offer.take": {"secret": "faceup secrets", "hidden": "facedown secrets"},
    "play.first": {"none": "discard nothing"},
    "wake.favor": {"place": "place a favor on it", "return": "return a favor from it", "none": "do nothing"},
    "wake.site": {"none": "take nothing", "favor": "take a favor", "secret": "take a secret"},
    "chronicle.way": {name: option.words for name, option in OPTIONS.items()},
    "chronicle.build": {"none": "neither"},
    "chronicle.rebuild": {"now": "rebuild it now", "later": "leave it for setup"},
    "draw.unseen": {"denizen": "a denizen", "vision": "a Vision", "relic": "a relic", "site": "a site"},
}


def action_and_field(kind: str) -> tuple[Action | None, str, Field | None]:
    """The action that a kind of question is asked for, the end of the kind, and the field that it is about."""
    name, _, end = kind.partition(".")
    action = ACTIONS.get(name)
    return action, end, next((field for field in action.fields if field.name == end), None) if action else None


def prompt_for(kind: str) -> str | None:
    """The prompt of a kind of question, or that of all kinds that end alike; None if there is none."""
    action, end, field = action_and_field(kind)
    own = field.prompt if field else action.questions.get(end) if action else None
    alike = f"*.{kind.rpartition('.')[2]}"
    known = own or PROMPTS.get(kind) or POWER_PROMPTS.get(kind) or PROMPTS.get(alike)
    if known:
        return known
    from oathtools.law import variants

    return variants.prompt(kind)


def labels_for(kind: str) -> Mapping[str, str]:
    """Options of a kind of question with a meaning of their own."""
    if kind == ACT:
        return {**{name: ACTIONS[name].label or name for name in ACTIONS.known()}, END: "end the Act Phase"}
    field = action_and_field(kind)[2]
    own = field.labels if field else LABELS.get(kind)
    known = own or POWER_LABELS.get(kind)
    if known:
        return known
    from oathtools.law import variants

    return variants.labels(kind)


class _Words(dict[str, str]):
    """The words that prompts may use, each found when it is asked for."""

    def __init__(self, decision: Decision, names: Names) -> None:
        super().__init__()
        self.decision, self.names = decision, names

    def __missing__(self, word: str) -> str:
        if hasattr(self, f"_{word}"):
            return str(getattr(self, f"_{word}")())
        if word in _ASIDES:
            return _ASIDES[word].format_map(self)
        value = self._about(word)
        return self.names.name(str(value)) if value else _UNGIVEN.get(word, "it")

    def _commonest(self) -> str:
        """8.4: a tie among the suits that advisers show, or no suit to be seen."""
        who = self["who"]
        if len(self.decision.options) == len(catalog.SUITS):
            return f"No adviser of {who}'s lies faceup, so that none is the most common suit: any may be chosen. Which?"
        return f"Which suit counts as the most common among {who}'s advisers?"

    def _about(self, key: str) -> Any:
        about = self.decision.about
        given = getattr(about, "given", about)
        return given.get(key) if isinstance(given, dict) else None

    def _who(self) -> str:
        return self.names.name(self.decision.who)

    def _actor(self) -> str:
        actor = getattr(self.decision.about, "actor", None) or self._about("actor")
        return self.names.name(actor or self.decision.who)

    def _action(self) -> str:
        return self.decision.kind.partition(".")[0]

    def _source(self) -> str:
        about = self.decision.about
        return self.names.name(about if isinstance(about, str) else self._about("source") or "the deck")

    def _against(self) -> str:
        fact = getattr(self.decision.about, "fact", None)
        return self.names.name(fact("against") if fact else "the other player")

    def _number(self) -> str:
        number = self._about("number")
        return str(self.decision.about if number is None else number)

    def _dice(self) -> str:
        return f"{self.decision.high} {'die' if self.decision.high == 1 else 'dice'}"

    def _terms(self) -> str:
        """What is offered, from ``{"from", "relic", "give", "take"}``."""
        relic, promise = self._about("relic"), self._about("promise")
        gives = self._goods([self.names.name(str(relic))] if relic else [], self._about("give") or {})
        takes = self._goods([], self._about("take") or {})
        asks = f" and asks {takes}" if takes else ""
        besides = f", with the promise: {promise}" if promise else ""
        return f"{self.names.name(str(self._about('from')))} gives {gives or 'nothing'}{asks}{besides}"

    def _goods(self, first: list[str], goods: dict[str, int]) -> str:
        plain = ("favor", "secret", "hidden")
        words = [self.names.pieces(w, n) if w in plain else self.names.name(w) for w, n in goods.items() if n]
        return listed([*first, *words])

    def _site(self) -> str:
        site = self._about("site")
        return catalog.name_of(site) if site else "the site"

    def _sites(self) -> str:
        """Sites that a variant names openly, wherever their cards lie hidden."""
        return listed([catalog.name_of(site) for site in self._about("sites") or ()])

    def _relics(self) -> str:
        return self.names.listed(self._about("relics") or ())

    def _here(self) -> str:
        slot = self.names.state.players[self.decision.who].slot
        return "the site" if slot is None else self.names.site(slot)

    def _low(self) -> int:
        return self.decision.low

    def _high(self) -> int:
        return self.decision.high

    _count = _high

    def _face(self) -> str:
        """A card whose face a rule reads: a site of the map is turned up by it (5.6.2, 8.3.5)."""
        card, state = self._about("card"), self.names.state
        if card in state.zone("map"):
            return f"Turn {self.names.name(card)} faceup. Which one is it?"
        return f"Which one is {self['card']}? What happens now depends on it."

    def _cards(self) -> str:
        return f"{self.decision.high} card{'' if self.decision.high == 1 else 's'}"

    def _tell(self) -> str:
        return (_VISION if self._about("stop_at_vision") else _TELL).format_map(self)

    def _wanted(self) -> str:
        from oathtools.render.game.phrases_chronicle import suit_cards

        return suit_cards(self._about("wanted") or {})

    def _round(self) -> int:
        return self.names.state.round

    def _ends(self) -> int:
        return next((roll.ends_on for roll in catalog.END_ROLLS if roll.round == self._round()), 7)


# What stands for a field that was not given; and how an answer is typed, where that is said of many questions.
_UNGIVEN = {"card": "a card", "other": "the other player", "defender": "the defender"}
_ASIDES = {"order": _ORDER, "unseen": _UNSEEN, "shuffled": _SHUFFLED}
# Powers name their questions after the card (``elders.bank``); these say what is to be done about it.
_OF_POWERS = {
    Form.ONE: "which {tail} does {who} pick?",
    Form.SOME: "which of these does {who} pick?",
    Form.AMOUNT: "how much does {who} pick?",
    Form.DISTRIBUTE: "how does {who} share it out?",
    Form.ORDER: "in what order?",
    Form.OUTCOME: "what falls, or is drawn, for {who}?",
    Form.NOTE: "what is agreed with {who}?",
}


def card_of(kind: str) -> str | None:
    """The card whose power asks a question of this kind; None if it is not named after one."""
    head = kind.partition(".")[0].replace("-", "_")
    return next((f"{each}.{head}" for each in catalog.KINDS if catalog.is_card(f"{each}.{head}")), None)


def prompt(decision: Decision, names: Names) -> str:
    """A question as a sentence or two."""
    template = prompt_for(decision.kind)
    words = _Words(decision, names)
    if template is not None:
        return capital(template.format_map(words))
    card = card_of(decision.kind)
    who = names.name(decision.who)
    power = f"The power of {catalog.name_of(card)}" if card else f"{who} is asked"
    if decision.prompt:
        return f"{power}: {names.text(decision.prompt)}"
    if set(decision.options) == {"yes", "no"}:
        return f"{power}: does {who} use it?"
    tail = decision.kind.rpartition(".")[2].replace("-", " ")
    return f"{power}: {_OF_POWERS[decision.form].format(who=who, tail=tail)}"


def labeler(decision: Decision, names: Names) -> Callable[[str], str]:
    """What people see for an option of a question."""
    own = labels_for(decision.kind)
    if isinstance(decision.about, Together):
        several = decision.about
        return lambda option: listed([names.name(place) for place in several.get(option, [option])])
    return lambda option: own.get(option) or names.name(option)
