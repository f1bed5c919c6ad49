"""The kinds of records: one frozen, slotted object for each card, site, banner, reliquary space and oath.

They hold printed facts only. Two reads of the same id give the same object, so ``is`` and ``==`` agree, and a record
pickles as its id.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple, NoReturn

# Where a record's remaining facts come from, and what never is a fact about the cardboard.
PROVENANCE = frozenset(
    {"witnesses", "unsure", "disagreement", "note", "tts_id_by_cards_lua_name", "tts_id_later_table"}
)


class CostItem(NamedTuple):
    """One line of a cost: place or burn so many favor or secrets; a placed one may go to a favor bank."""

    how: str  # place | burn
    what: str  # favor | secret
    amount: int
    bank: str | None = None  # the suit of the bank it is placed in; None: on the card itself


class Power(NamedTuple):
    """One power as its box shows it (chapter 7)."""

    kind: str  # battle_plan | modifier | persistent | action | when_played | wake | rest | other
    modifies: str | None = None  # search | muster | trade | recover | campaign | travel
    side: str | None = None  # of a battle plan: attacker | defender | either
    cost: tuple[CostItem, ...] = ()


class Reveal(NamedTuple):
    """A site's reveal prompt (2.8.2)."""

    favor: int = 0
    secret: int = 0
    relics: int = 0

    @property
    def total(self) -> int:
        return self.favor + self.secret + self.relics


class Card:
    """What all records share.

    ``suit`` is the suit it *shows* (None for a ruin, a relic, a Vision ...). ``facts`` holds what only a few cards
    have (``adviser_limit``, ``self_discard`` ...). ``unsure`` names the fields that rest on one witness or on
    conflicting ones.
    """

    __slots__ = (
        *("aliases", "facts", "id", "kind", "library", "locked", "name", "powers", "restriction", "suit", "tts"),
        *("unsure", "witnesses"),
    )

    id: str
    name: str
    kind: str  # denizen | edifice | relic | vision | site | banner | reliquary | oath
    suit: str | None
    restriction: str | None  # site | adviser
    locked: bool
    powers: tuple[Power, ...]
    library: str | None  # the publisher's number
    tts: int | None  # the save-string id, in the id space of its kind (cards, sites, oaths)
    aliases: tuple[str, ...]
    unsure: tuple[str, ...]
    witnesses: int | None
    facts: Mapping[str, Any]

    def __init__(self, card_id: str, entry: Mapping[str, Any]) -> None:
        left = dict(entry)
        put = object.__setattr__
        put(self, "id", card_id)
        put(self, "kind", card_id.partition(".")[0])
        put(self, "name", left.pop("name"))
        put(self, "suit", left.pop("suit", None))
        put(self, "restriction", left.pop("restriction", None))
        put(self, "locked", left.pop("locked", False))
        put(self, "powers", tuple(_power(power) for power in left.pop("powers", ())))
        put(self, "library", left.pop("library", None))
        put(self, "tts", left.pop("tts", None))
        put(self, "aliases", tuple(left.pop("aliases", ())))
        put(self, "unsure", tuple(left.pop("unsure", ())))
        put(self, "witnesses", left.pop("witnesses", None))
        self._more(left, put)
        put(self, "facts", MappingProxyType({key: value for key, value in left.items() if key not in PROVENANCE}))

    def _more(self, left: dict[str, Any], put: Any) -> None:
        """Take out of ``left`` what this kind of record has fields for."""

    @property
    def slug(self) -> str:
        """The id without its kind."""
        return self.id.partition(".")[2]

    def __setattr__(self, name: str, value: Any) -> NoReturn:
        raise AttributeError(f"{self.id} is frozen")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"{self.id} is frozen")

    def __repr__(self) -> str:
        return f"<{self.id}>"

    def __copy__(self) -> "Card":
        return self

    def __deepcopy__(self, memo: Any) -> "Card":
        return self


class Denizen(Card):
    """A denizen card (2.6); always has a suit."""

    __slots__ = ()
    suit: str


class Edifice(Card):
    """One side of an edifice card (2.9).

    ``suit`` is what this side shows, None on a ruin; ``card_suit`` is the suit of the denizen it replaces (8.3.1).
    """

    __slots__ = ("card_suit", "other_side", "side")

    side: str  # intact | ruined
    card_suit: str
    other_side: str  # the id of the other side

    def _more(self, left: dict[str, Any], put: Any) -> None:
        for field in ("side", "card_suit", "other_side"):
            put(self, field, left.pop(field))

    @property
    def ruined(self) -> bool:
        return self.side == "ruined"


class Relic(Card):
    """A relic card (2.4), the Grand Scepter among them."""

    __slots__ = ("defense_dice",)

    defense_dice: int

    def _more(self, left: dict[str, Any], put: Any) -> None:
        put(self, "defense_dice", left.pop("defense_dice"))


class Vision(Card):
    """A Vision card (2.7). ``oath`` is the oath with the same goal (8.1); None for the Conspiracy."""

    __slots__ = ("goal", "may_play_faceup", "oath")

    oath: str | None  # oath.supremacy ...
    goal: str | None
    may_play_faceup: tuple[str, ...]  # roles

    def _more(self, left: dict[str, Any], put: Any) -> None:
        oath = left.pop("oath", None)
        put(self, "oath", oath and f"oath.{oath}")
        put(self, "goal", left.pop("goal", None))
        put(self, "may_play_faceup", tuple(left.pop("may_play_faceup")))


class Site(Card):
    """A site card (2.8). Save strings write a facedown one as ``tts`` + 24."""

    __slots__ = ("capacity", "defense_dice", "group", "power", "recover_cost", "reveal")

    capacity: int
    reveal: Reveal
    recover_cost: CostItem | None  # of a relic here (5.4.2); None: the site lists none
    group: str  # opportunity | homeland | coast | plains | ... : its entry in chapter 11
    power: Mapping[str, Any]  # the figures of its power
    defense_dice: int

    def _more(self, left: dict[str, Any], put: Any) -> None:
        from oathtools.catalog.pieces import DEFENSE_DICE

        power = dict(left.pop("power"))
        put(self, "capacity", left.pop("capacity"))
        put(self, "reveal", Reveal(**left.pop("reveal")))
        cost = left.pop("recover_cost", None)
        put(self, "recover_cost", CostItem(**cost) if cost else None)
        put(self, "group", power.pop("group"))
        put(self, "power", MappingProxyType(power))
        put(self, "defense_dice", DEFENSE_DICE["site"])

    @property
    def modifies(self) -> tuple[str, ...]:
        """The major actions its power bears on."""
        return tuple(power.modifies for power in self.powers if power.modifies)


class Banner(Card):
    """A banner (2.5). It adds as many defense dice as there are tokens on it."""

    __slots__ = ("start_tokens", "token")

    token: str  # favor | secret
    start_tokens: int

    def _more(self, left: dict[str, Any], put: Any) -> None:
        put(self, "token", left.pop("token"))
        put(self, "start_tokens", left.pop("start_tokens"))


class ReliquarySpace(Card):
    """A space of the Imperial Reliquary (2.3); its power is on while it is uncovered."""

    __slots__ = ("slot",)

    slot: int  # 1-4, from the left

    def _more(self, left: dict[str, Any], put: Any) -> None:
        put(self, "slot", left.pop("slot"))
        left.update(left.pop("facts", {}))


class Oath(Card):
    """A goal reference: Oathkeeper goal (2.11), Successor goal (3.3.1), the Vision with the same goal (8.1)."""

    __slots__ = ("oathkeeper", "setup_banner", "successor", "vision")

    oathkeeper: str
    successor: str
    vision: str  # vision.conquest ...
    setup_banner: str | None  # the banner the Chancellor starts with (1.13)

    def _more(self, left: dict[str, Any], put: Any) -> None:
        put(self, "setup_banner", left.pop("setup_banner", None))
        for field in ("oathkeeper", "successor", "vision"):
            put(self, field, left.pop(field))


RECORDS: Mapping[str, type[Card]] = {
    "denizen": Denizen,
    "edifice": Edifice,
    "relic": Relic,
    "vision": Vision,
    "site": Site,
    "banner": Banner,
    "reliquary": ReliquarySpace,
    "oath": Oath,
}


def _power(entry: Mapping[str, Any]) -> Power:
    cost = entry.get("cost", {})
    items = tuple(
        CostItem(how, what, cost[how][what])
        for how in ("place", "burn")
        for what in ("favor", "secret")
        if cost.get(how, {}).get(what)
    )
    return Power(entry["kind"], entry.get("modifies"), entry.get("side"), items)
