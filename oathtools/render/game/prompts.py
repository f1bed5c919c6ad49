"""What each kind of question asks, in words: a table of prompts, and one of options with a meaning of their own."""

from collections.abc import Callable, Mapping
from typing import Any

from oathtools import catalog
from oathtools.engine.decision import Decision, Form
from oathtools.procedures.actions.record import Action, Field
from oathtools.procedures.machine.asking import Together
from oathtools.procedures.turn.loop import ACTIONS, END
from oathtools.render.game.prompts_powers import POWER_LABELS, POWER_PROMPTS
from oathtools.render.names import Names
from oathtools.table.result import OPTIONS
from oathtools.text import capital, listed

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
    "face": "The rules need the face of {card} now. Type its name.",
    "look": "{who} looks at {card}. Type its name, or - if nobody tells.",
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
    "chronicle.piles": "How many denizens lie in the three discard piles and among the losers' advisers, besides those "
    "that are named? {count} stands for as many or more.",
    "chronicle.oath": "{who} vows the oath of the next game. Which one?",
    "chronicle.offer": "{who} may offer Citizenship to Exiles. To whom?",
    "chronicle.accept": "{actor} offers Citizenship in the next game. Does {who} accept?",
    "chronicle.warbands": "{who} has {high} of the warbands needed for the sites of new Citizens. Where do they go?",
    "chronicle.build": "{who} may put an edifice in the place of a denizen, or repair a ruin; one in all. Which?",
    "chronicle.sites": "Shuffle the site deck and deal {count} facedown to the empty slots, from the top. {unseen}",
    "chronicle.suit": "Which suit counts as the most common among {who}'s advisers?",
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


def asked(kind: str) -> tuple[Action | None, str, Field | None]:
    """The action that a kind of question is asked for, the end of the kind, and the field that it is about."""
    name, _, end = kind.partition(".")
    action = ACTIONS.get(name)
    return action, end, next((field for field in action.fields if field.name == end), None) if action else None


def prompt_for(kind: str) -> str | None:
    """The prompt of a kind of question, or that of all kinds that end alike; None if there is none."""
    action, end, field = asked(kind)
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
    field = asked(kind)[2]
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
