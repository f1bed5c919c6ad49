"""What things are called at a table besides their names: by color, role, place and owner, from where one player sits.

``Called`` goes with the text that people see for an option. Each of these names means its thing only as it stands; one
that fits several is asked back, like any word.
"""

from collections.abc import Iterator

from oathtools.answerers.matching import Called, Label, Misread, match
from oathtools.engine.decision import Decision
from oathtools.procedures.actions.play import ADVISER, DISCARD, FACEDOWN, VISION
from oathtools.procedures.campaign.ground import BANDITS, PAWN
from oathtools.table.state import BANNERS, PLACE_NAMES, REGION_OF_SLOT, State
from oathtools.text import ORDINALS

_INITIALS = {"banner.peoples_favor": "pf", "banner.darkest_secret": "ds"}
_WORDS = {
    "go-on": ("no", "no plan", "no plans", "without plans", "no power", "nothing", "no more"),
    "none": ("no",),
    "world": ("deck", "top of the deck", "top of the world deck"),
    "favor": ("a favor", "favour"),
    "secrets": ("secret", "a secret"),
    ADVISER: ("advisers", "my advisers", "faceup", "to my advisers"),
    FACEDOWN: ("facedown", "face down", "facedown adviser"),
    VISION: ("reveal",),
    DISCARD: ("discard it",),
    BANDITS: ("the bandits", "bandit"),
    "printed": ("the price",),
}


def called(label: Label, state: State, seat: str, other: str | None = None) -> Called:
    """The text for options with what else they are called; ``other``: whom *him* and *her* mean, if anybody knows."""
    return Called(label, Calls(state, seat, other, label).names)


def called_at(label: Label, state: State, decision: Decision) -> Called:
    """The same for the options of a question: *him* is the defender, or who else the action is about."""
    given = getattr(decision.about, "given", {})
    return called(label, state, decision.who, given.get("defender") or given.get("other"))


def seat_called(state: State, words: str) -> str:
    """The seat of a player, by name, color or role, any spelling, shortened as far as unique. Raises ``Misread``."""
    try:
        return match(words, state.seats, called(lambda seat: str(state.players[seat].name), state, ""))
    except Misread as fault:
        raise Misread(f"there is no player {words!r}", fault.hint) from None


class Calls:
    """The other names of things, as a player says them."""

    def __init__(self, state: State, seat: str, other: str | None, label: Label) -> None:
        self.state, self.seat, self.label = state, seat, label
        self.other = other if other in state.players else None
        player = state.players.get(seat)
        self.slot = player.slot if player is not None else None

    def names(self, option: str) -> Iterator[str]:
        """Every other name of an option."""
        yield from _WORDS.get(option, ())
        head = option.partition(".")[0]
        if option in self.state.players:
            yield from self._player(option)
        elif option in REGION_OF_SLOT:
            yield from self._pile(option)
        elif head == "site" or option in PLACE_NAMES:
            yield from self._site(option)
        elif option.startswith(("relic-", "reliquary-")):
            yield from self._place_of_relic(option)
        elif head == "relic" or option in BANNERS:
            yield from self._treasure(option, head)
        elif option == PAWN:
            for owner in self._owners(self.other or ""):
                yield from (f"{owner} pawn", f"{owner} pawn and favor", f"{owner} favor")
            yield "pawn and favor"
        elif option in self.state.zone(f"advisers.{self.seat}") and option in self.state.facedown:
            yield from ("facedown adviser", "my facedown adviser", "the facedown adviser", "my adviser")

    def _player(self, seat: str) -> Iterator[str]:
        player = self.state.players[seat]
        yield from (seat, player.role)
        if self.state.oathkeeper == seat:
            yield "usurper" if self.state.usurper else "oathkeeper"
        if seat == self.seat:
            yield from ("me", "myself", "i")
        elif self.other in (None, seat):
            yield from ("him", "her", "them", "he", "she", "they")

    def _owners(self, seat: str) -> Iterator[str]:
        """Whose something is that belongs to a player."""
        if seat in self.state.players:
            yield f"{self.label(seat)}s"
            yield from (f"{name}s" for name in self._player(seat) if name not in ("me", "i", "he", "she", "they"))
        if seat == self.seat:
            yield from ("my", "our")
        elif self.other in (None, seat):
            yield from ("his", "her", "their")

    def _site(self, site: str) -> Iterator[str]:
        sites = self.state.zone("map")
        if site not in sites and site not in PLACE_NAMES:
            return
        slot = sites.index(site) if site in sites else PLACE_NAMES.index(site)
        yield from (str(slot + 1), f"site {slot + 1}", PLACE_NAMES[slot].replace(".", " "))
        if slot == self.slot:
            yield from ("here", "this site", "my site", "site", "there", "it")
        for seat, player in self.state.players.items():
            if player.slot == slot and seat != self.seat:
                yield from (f"{owner} site" for owner in self._owners(seat))

    def _pile(self, region: str) -> Iterator[str]:
        yield from (f"{region} discard", f"{region} pile", f"{region} discard pile")
        if self.slot is not None and REGION_OF_SLOT[self.slot] == region:
            yield from ("discard", "discards", "pile", "discard pile", "discard pile here", "here")

    def _place_of_relic(self, option: str) -> Iterator[str]:
        """``relic-N`` here, ``relic-S-N`` at a site, ``reliquary-N``."""
        kind, *numbers = option.split("-")
        number = int(numbers[-1])
        if kind == "reliquary":
            yield from (f"reliquary {number}", f"relic {number}", f"relic {number} of the reliquary", str(number))
        elif len(numbers) == 1 or int(numbers[0]) - 1 == self.slot:
            nth = ORDINALS[min(number, len(ORDINALS)) - 1]
            yield from (f"relic {number}", f"relic {number} here", f"{nth} relic", f"{nth} relic here", "relic here")
            yield from (f"site relic {number}", "facedown relic", "relic at my site")

    def _treasure(self, option: str, kind: str) -> Iterator[str]:
        if option in BANNERS:
            yield from (_INITIALS[option], "banner")
        place = self.state.holders.get(option) or self.state.where.get(option, "")
        for owner in self._owners(place.rpartition(".")[2]):
            yield f"{owner} {kind}"
