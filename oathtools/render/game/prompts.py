"""What each kind of question asks, and what its options mean, in the words of ``data/prompts.yaml``."""

from collections.abc import Callable, Collection, Iterable, Mapping
from fnmatch import fnmatchcase
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from oathtools import catalog
from oathtools.engine.decision import Decision
from oathtools.kit.datafiles import load
from oathtools.kit.text import capital, listed
from oathtools.procedures.actions.record import Action, Field
from oathtools.procedures.machine.asking import Together
from oathtools.procedures.turn import ACTIONS, END
from oathtools.render.document import Block, Line
from oathtools.render.names import Names
from oathtools.table.result import OPTIONS

if TYPE_CHECKING:
    from oathtools.journal.play import Play

# What is asked and what its options mean, by the kind of the question: those of powers are named after their cards.
_BOOK = load("prompts")
PROMPTS: dict[str, str] = _BOOK["prompts"]
POWER_PROMPTS: dict[str, str] = _BOOK["powers"]
ACT = "act"
_LABELS = _BOOK["labels"] | {"chronicle.way": {name: option.words for name, option in OPTIONS.items()}}


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
    from oathtools.law import rulings_variants

    return rulings_variants.prompt(kind)


def labels_for(kind: str) -> Mapping[str, str]:
    """Options of a kind of question with a meaning of their own."""
    if kind == ACT:
        return {**{name: ACTIONS[name].label or name for name in ACTIONS.known()}, END: "end the Act Phase"}
    field = action_and_field(kind)[2]
    if known := field.labels if field else _LABELS.get(kind):
        return known
    from oathtools.law import rulings_variants

    return rulings_variants.labels(kind)


class _Words(dict[str, str]):
    """The words that prompts may use, each found when it is asked for."""

    def __init__(self, decision: Decision, names: Names, unseen: bool = False) -> None:
        super().__init__()
        self.decision, self.names, self.unseen = decision, names, unseen

    def __missing__(self, word: str) -> str:
        if hasattr(self, f"_{word}"):
            return str(getattr(self, f"_{word}")())
        if word in _BOOK["asides"]:
            return str(_BOOK["asides"][word].format_map(self))
        value = self._about(word)
        return self.names.name(str(value)) if value else _BOOK["ungiven"].get(word, "it")

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
        if self.unseen:
            return self["tell_bot"]
        return self["tell_vision" if self._about("stop_at_vision") else "tell_all"]

    def _wanted(self) -> str:
        from oathtools.render.game.phrases_chronicle import suit_cards

        return suit_cards(self._about("wanted") or {})

    def _round(self) -> int:
        return self.names.state.round

    def _ends(self) -> int:
        return next((roll.ends_on for roll in catalog.END_ROLLS if roll.round == self._round()), 7)


def card_of(kind: str) -> str | None:
    """The card whose power asks a question of this kind; None if it is not named after one."""
    head = kind.partition(".")[0].replace("-", "_")
    return next((f"{each}.{head}" for each in catalog.KINDS if catalog.is_card(f"{each}.{head}")), None)


def prompt(decision: Decision, names: Names, unseen: bool = False) -> str:
    """A question as a sentence or two; ``unseen``: people draw for a bot, and look at nothing unless told to."""
    template = prompt_for(decision.kind)
    words = _Words(decision, names, unseen)
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
    return f"{power}: {_BOOK['forms'][decision.form].format(who=who, tail=tail)}"


# -- what a table is taught that plays its first game: each lesson once, before it is needed ---------------------------


class Lesson(NamedTuple):
    """A sentence or two of ``data/teach.yaml``; ``when``: the moments at the first of which it is taught."""

    when: tuple[str, ...]
    says: str
    cites: tuple[str, ...]

    def due(self, kind: str, reached: Mapping[str, int], taken: Collection[str]) -> bool:
        """Is this one of its moments: a question of that kind, so many acts, turns or rounds, after those actions?"""
        for moment in self.when:
            name, _, which = moment.partition(" ")
            if which in taken or fnmatchcase(kind, moment):
                return True
            if kind == ACT and which.isdecimal() and reached[name] >= int(which):
                return True
        return False


@cache
def every_lesson() -> tuple[Lesson, ...]:
    """All that there is to be taught, in its order."""
    rows = load("teach")["lessons"]
    return tuple(Lesson(tuple(each["when"]), each["says"], tuple(each["cites"])) for each in rows)


def lessons(play: "Play") -> list[Lesson]:
    """What is taught with the open question: what was due at no question before it that people were shown."""
    if not play.header.get("taught") or play.pending is None:
        return []
    seats, bots = len(play.header["seats"]), {seat["color"] for seat in play.header["seats"] if seat.get("bot")}
    left, taken, reached, on = list(every_lesson()), set[str](), {"act": 1, "turn": 1, "round": 1}, True
    known = set[str]()
    for entry in play.live:
        on = (entry.remark or {}).get("taught", on)
        if entry.is_answer and on and not entry.line and (entry.is_chance or entry.who not in bots):
            left = [each for each in left if not each.due(entry.kind, reached, taken)]
            known.update(_powers_offered(entry.kind, entry.private, entry.options or ()))
            reached["act"] += entry.kind == ACT
        if entry.kind == ACT:
            taken.add(str(entry.answer))
            reached["turn"] += entry.answer == END
            reached["round"] = 1 + (reached["turn"] - 1) // seats
    pending = play.pending
    offered = _powers_offered(pending.kind, pending.private, pending.legal())
    powers = (_lesson_of(card) for card in offered if card not in known)
    due = [*(each for each in left if each.due(pending.kind, reached, taken)), *powers]
    return [each for each in due if on and each.says]


def _powers_offered(kind: str, private: bool, options: Iterable[str]) -> list[str]:
    """The cards whose powers are offered for use, where everybody may see the options."""
    if private or isinstance(options, str) or not kind.endswith((".plan", ".modifier", ".power", "power.card")):
        return []
    cards = [option.partition("=")[0].partition("@")[0] for option in options]
    return list(dict.fromkeys(card for card in cards if catalog.is_card(card)))


def _lesson_of(card: str) -> Lesson:
    """What a power does, for whoever is offered it for the first time; nothing where no words restate it."""
    from oathtools.render.rules.card import entry_of

    entry = entry_of("texts", card)
    says = f"{catalog.name_of(card)}. {' '.join(entry['text'].split())}" if "text" in entry else ""
    return Lesson((), says, tuple(entry.get("clauses", ())))


def as_lines(taught: Iterable[Lesson]) -> list[Block]:
    """Lessons for people, each with the clauses that it tells."""
    return [Line(f"{each.says} ({', '.join(each.cites)})", "* ", 2) for each in taught]


def labeler(decision: Decision, names: Names) -> Callable[[str], str]:
    """What people see for an option of a question."""
    own = labels_for(decision.kind)
    if isinstance(decision.about, Together):
        several = decision.about
        return lambda option: listed([names.name(place) for place in several.get(option, [option])])
    return lambda option: own.get(option) or names.name(option)
