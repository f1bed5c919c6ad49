"""What the events of chapter 8 say."""

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import groupby
from string import Formatter

from oathtools import catalog
from oathtools.kit.datafiles import load
from oathtools.kit.text import count, counted, listed
from oathtools.render.game.phrase_cards import card_move, known_source, silent
from oathtools.render.game.phrase_pieces import Moment, Move, Phrase, Run, Scene, Tell, all_cites, pieces, who_acts
from oathtools.table.state import PLACE_NAMES, RELIQUARY, slot_words


def suit_cards(suits: dict[str, int]) -> str:
    """So many cards of some suits: ``3 Order cards, 2 Hearth cards and 1 Beast card``."""
    return listed([f"{count} {suit.title()} card{'' if count == 1 else 's'}" for suit, count in suits.items()])


def _named(fact: str, scene: Scene, moment: Moment) -> str:
    return moment.name(fact)


SKIPPED: dict[str, str] = load("words")["steps_skipped"]

# What sentences name of an event.
_WORDS: dict[str, Callable[[Scene, Moment], str]] = {
    "who": who_acts,
    "winner": lambda scene, moment: scene.names.seat(scene.actor),
    "card": lambda scene, moment: moment.card,
    "named": lambda scene, moment: moment.name("card"),
    **{fact: partial(_named, fact) for fact in ("to", "at", "other", "site")},
    "slot": lambda scene, moment: slot_words(moment.facts["slot"]),
    "slots": lambda scene, moment: listed([slot_words(slot) for slot in moment.facts["slots"]]),
    "oath": lambda scene, moment: scene.names.oath(moment.facts["oath"]),
    "color": lambda scene, moment: moment.facts["who"],
    "suit": lambda scene, moment: moment.facts["suit"].title(),
    "suits": lambda scene, moment: suit_cards(moment.facts["suits"]),
    "cards": lambda scene, moment: count(moment.facts["count"], "card") if moment.facts["count"] else "no card",
    "step": lambda scene, moment: moment.cites[0],
    "because": lambda scene, moment: SKIPPED[moment.facts["because"]],
}


def sentence(subject: str, says: str, moves: Callable[[Moment], Iterable[Move]] = lambda moment: ()) -> Tell:
    """A sentence for each event, with ``_WORDS`` or its facts in braces, and what hands move."""
    names = [name for _, name, *_ in Formatter().parse(subject + says) if name]

    def tell(scene: Scene, run: Run) -> Iterator[Phrase]:
        for moment in run:
            words = {name: _WORDS[name](scene, moment) if name in _WORDS else moment.facts[name] for name in names}
            yield Phrase(subject.format(**words), says.format(**words), moment.cites, tuple(moves(moment)))

    return tell


def _becomes(moment: Moment) -> list[Move]:
    return [{"card": moment.facts["card"], "becomes": moment.facts["to"]}]


def _goes(*to: str) -> Callable[[Moment], list[Move]]:
    """The card goes to a place; without one, to that of the event."""
    return lambda moment: [card_move(moment, *(to or [moment.facts["to"]]))]


def _site_to(slot: bool) -> Callable[[Moment], list[Move]]:
    return lambda moment: [{"site": moment.facts["site"], "to": PLACE_NAMES[moment.facts["slot"]] if slot else "aside"}]


def _cleared(*zones: str) -> Callable[[Moment], Iterator[Move]]:
    """These zones are emptied of cards, and what lies on them goes home; ``{}`` is the color of who acts."""
    return lambda moment: ({"clear": zone.format(moment.facts.get("who"))} for zone in zones)


# -- cards ---------------------------------------------------------------------------------------------------------


def _to_relic_deck(scene: Scene, run: Run) -> Iterator[Phrase]:
    for (to, source), alike in groupby(run, lambda moment: (moment.facts["to"], known_source(moment))):
        group = list(alike)
        cards = listed(counted(moment.card for moment in group))
        came = f" from {group[0].name('from')}" if source else ""
        end = to.rpartition(".")[2]
        where = f", on {'its top' if end == 'top' else 'the bottom'}" if end in ("top", "bottom") else ""
        moves = tuple(card_move(moment, to, source) for moment in group)
        yield Phrase("the relic deck", f"gets {cards}{came}{where}", all_cites([each.cites for each in group]), moves)


def _site_discarded(scene: Scene, run: Run) -> Iterator[Phrase]:
    sites = [moment.card if moment.shown else "a facedown site" for moment in run]
    cites = all_cites([moment.cites for moment in run])
    moves: tuple[Move, ...] = tuple({"site": moment.facts["slot"], "to": None} for moment in run)
    yield Phrase("the map", f"loses {listed(counted(sites))}", cites, moves)


OF_CARDS: dict[str, Tell] = {
    "gather": silent,
    "gathered": sentence("{named}", "is turned to {to}", _becomes),
    "to_deck": sentence("{card}", "goes back to the world deck", _goes("world")),
    "build": sentence("{winner}", "builds {card} at {to}", _goes()),
    "repair": sentence("{winner}", "repairs {named}, which is {to} again", _becomes),
    "to_archive": sentence("{named}", "goes back to the Archive", _goes("archive")),
    "to_relic_deck": _to_relic_deck,
    "fell": sentence("{named}", "falls and is {to} now", _becomes),
    "site_discarded": _site_discarded,
    "boxed": sentence("{card}", "goes to the World Box", _goes("box")),
}


# -- the rest ------------------------------------------------------------------------------------------------------


def _boxed_boards(scene: Scene, run: Run) -> Iterator[Phrase]:
    for moment in run:
        for color in moment.facts["colors"]:
            yield Phrase(f"the {color} board in the box", "is flipped to its Exile side", moment.cites)


def _filled(scene: Scene, run: Run) -> Iterator[Phrase]:
    for moment in run:
        places = [slot_words(slot) for slot in moment.facts["slots"]]
        what = "a facedown site" if len(places) == 1 else "facedown sites"
        verb = "gets" if len(places) == 1 else "get"
        moves: tuple[Move, ...] = tuple({"site": None, "to": PLACE_NAMES[slot]} for slot in moment.facts["slots"])
        yield Phrase(listed(places), f"{verb} {what} from the site deck", moment.cites, moves)


def _healed(scene: Scene, run: Run) -> Iterator[Phrase]:
    for moment in run:
        suit, count = moment.facts["suit"], moment.facts["count"]
        if suit is None:
            yield Phrase("the Archive", "is short of cards, and the Dispossessed are none", moment.cites)
            continue
        yield Phrase("the Archive", "is short of cards and is healed: no card is added from it", moment.cites)
        yield Phrase("the world deck", f"gets {suit_cards({suit: count})} of the Dispossessed", moment.cites)
        yield Phrase("the Archive", "gets the other Dispossessed", moment.cites)


def _put_together(scene: Scene, run: Run) -> Iterator[Phrase]:
    for moment in run:
        losers = moment.facts["losers"]
        zones = [*(f"discard.{region}" for region in catalog.REGIONS), *(f"advisers.{seat}" for seat in losers)]
        whose = listed([f"{scene.names.seat(seat)}'s" for seat in losers])
        says = "are put together, unseen"
        yield Phrase(f"the discard piles and {whose} advisers", says, moment.cites, tuple(_cleared(*zones)(moment)))


def _shuffled(scene: Scene, run: Run) -> Iterator[Phrase]:
    """What hands shuffle on its own; of the others it is told what becomes of them, shuffled."""
    for moment in run:
        place, _, suit = str(moment.facts["place"]).partition(".")
        if suit in catalog.SUITS:
            yield Phrase(f"the Archive's {suit.title()} stack", "is shuffled", moment.cites)
        elif place in ("site_deck", "relic_deck"):
            yield Phrase(moment.name("place"), "is shuffled", moment.cites)


def _advisers_go(says: str) -> Tell:
    """The end of the world deck; the winner's advisers go into it, except where the next setup builds it (1.box)."""

    def tell(scene: Scene, run: Run) -> Iterator[Phrase]:
        for moment in run:
            if moment.facts.get("who"):
                whose = f"{who_acts(scene, moment)}'s advisers"
                yield Phrase(whose, "go into the world deck", moment.cites, tuple(_cleared("advisers.{}")(moment)))
            yield Phrase("the world deck", says, moment.cites)

    return tell


def _sent_home(scene: Scene, run: Run) -> Iterator[Phrase]:
    """What lies on cards that leave one by one; where whole places are cleared, that is told at once."""
    return pieces(scene, [moment for moment in run if moment.cites[0] not in ("8.3.4", "8.5", "8.6.3", "8.8")])


_RELICS = "{who}'s relics and those of the Reliquary"
OTHERS: dict[str, Tell] = {
    "skipped": sentence("step {step}", "is skipped: {because}"),
    "chronicle": silent,
    "chronicle_step": silent,
    "clear": _sent_home,
    "map": silent,
    "vow": sentence("{who}", "vows {oath}"),
    "boxed_boards": _boxed_boards,
    "pawns_off": sentence("the players", "take their pawns back from {slots}"),
    "ran_out": sentence("{who}", "has no {color} warband left in the personal bank: none comes to {slots}"),
    "set_aside": sentence("{site}", "is set aside with its ruin", _site_to(slot=False)),
    "cleared": sentence("the map", "is cleared of pawns, favor, secrets and warbands", _cleared("map")),
    "moved_site": sentence("{site}", "moves to {slot}", _site_to(slot=True)),
    "filled": _filled,
    "commonest": sentence("the most common suit", "among {who}'s advisers is {suit}"),
    "added": sentence("the world deck", "gets {suits} from the Archive"),
    "healed": _healed,
    "visions_aside": sentence("the five Visions", "are set aside", _cleared("visions")),
    "put_together": _put_together,
    "dispossessed": sentence("the Dispossessed", "get {cards}, unseen"),
    "shuffled": _shuffled,
    "relics_together": sentence(_RELICS, "are put together", _cleared("held.{}", *RELIQUARY)),
    "relics_stacked": sentence(_RELICS, "lie on top of the relic deck, shuffled"),
    "map_saved": sentence("the map", "goes to the World Box, the top Cradle site uppermost"),
    "boards_saved": sentence("the boards", "go to the box, each on the side it shows"),
    "rebuilt": _advisers_go("is rebuilt"),
    "put_off": _advisers_go("is left to be rebuilt at the next setup"),
    "written": sentence("the Chronicle", "is written, and the next game is played under {oath}"),
}
