"""What the events of chapter 8 say."""

from collections.abc import Iterable, Iterator
from itertools import groupby

from oathtools import catalog
from oathtools.kit.text import counted, listed
from oathtools.render.game.phrase_cards import card_move, known_source, silent
from oathtools.render.game.phrase_pieces import Moment, Move, Phrase, Run, Scene, Tell, all_cites, pieces, who_acts
from oathtools.table.state import PLACE_NAMES, RELIQUARY


def suit_cards(suits: dict[str, int]) -> str:
    """So many cards of some suits: ``3 Order cards, 2 Hearth cards and 1 Beast card``."""
    return listed([f"{count} {suit.title()} card{'' if count == 1 else 's'}" for suit, count in suits.items()])


def place_words(slot: int) -> str:
    """A map slot for people."""
    return PLACE_NAMES[slot].replace(".", " ").title()


# -- cards ---------------------------------------------------------------------------------------------------------


def _to_deck(scene: Scene, run: Run) -> Iterator[Phrase]:
    for moment in run:
        yield Phrase(moment.card, "goes back to the world deck", moment.cites, (card_move(moment, "world"),))


def _build(scene: Scene, run: Run) -> Iterator[Phrase]:
    for moment in run:
        says = f"builds {moment.card} at {moment.name('to')}"
        moves = (card_move(moment, moment.facts["to"]),)
        yield Phrase(scene.names.seat(scene.actor), says, moment.cites, moves)


def _repair(scene: Scene, run: Run) -> Iterator[Phrase]:
    for moment in run:
        says = f"repairs {moment.name('card')}, which is {moment.name('to')} again"
        yield Phrase(scene.names.seat(scene.actor), says, moment.cites, (_becomes(moment),))


def _becomes(moment: Moment) -> Move:
    return {"card": moment.facts["card"], "becomes": moment.facts["to"]}


def _gathered(scene: Scene, run: Run) -> Iterator[Phrase]:
    for moment in run:
        says = f"is turned to {moment.name('to')}"
        yield Phrase(moment.name("card"), says, moment.cites, (_becomes(moment),))


def _to_archive(scene: Scene, run: Run) -> Iterator[Phrase]:
    for moment in run:
        yield Phrase(moment.name("card"), "goes back to the Archive", moment.cites, (card_move(moment, "archive"),))


def _to_relic_deck(scene: Scene, run: Run) -> Iterator[Phrase]:
    for (to, source), alike in groupby(run, lambda moment: (moment.facts["to"], known_source(moment))):
        group = list(alike)
        cards = listed(counted(moment.card for moment in group))
        came = f" from {group[0].name('from')}" if source else ""
        end = to.rpartition(".")[2]
        where = f", on {'its top' if end == 'top' else 'the bottom'}" if end in ("top", "bottom") else ""
        moves = tuple(card_move(moment, to, source) for moment in group)
        yield Phrase("the relic deck", f"gets {cards}{came}{where}", all_cites([each.cites for each in group]), moves)


def _fell(scene: Scene, run: Run) -> Iterator[Phrase]:
    for moment in run:
        yield Phrase(moment.name("card"), f"falls and is {moment.name('to')} now", moment.cites, (_becomes(moment),))


def _site_discarded(scene: Scene, run: Run) -> Iterator[Phrase]:
    sites = [moment.card if moment.shown else "a facedown site" for moment in run]
    cites = all_cites([moment.cites for moment in run])
    moves: tuple[Move, ...] = tuple({"site": moment.facts["slot"], "to": None} for moment in run)
    yield Phrase("the map", f"loses {listed(counted(sites))}", cites, moves)


def _boxed(scene: Scene, run: Run) -> Iterator[Phrase]:
    for moment in run:
        yield Phrase(moment.card, "goes to the World Box", moment.cites, (card_move(moment, "box"),))


OF_CARDS: dict[str, Tell] = {
    "gather": silent,
    "gathered": _gathered,
    "to_deck": _to_deck,
    "build": _build,
    "repair": _repair,
    "to_archive": _to_archive,
    "to_relic_deck": _to_relic_deck,
    "fell": _fell,
    "site_discarded": _site_discarded,
    "boxed": _boxed,
}


# -- the rest ------------------------------------------------------------------------------------------------------


def _vow(scene: Scene, run: Run) -> Iterator[Phrase]:
    for moment in run:
        yield Phrase(who_acts(scene, moment), f"vows {scene.names.oath(moment.facts['oath'])}", moment.cites)


def _boxed_boards(scene: Scene, run: Run) -> Iterator[Phrase]:
    for moment in run:
        for color in moment.facts["colors"]:
            yield Phrase(f"the {color} board in the box", "is flipped to its Exile side", moment.cites)


def _set_aside(scene: Scene, run: Run) -> Iterator[Phrase]:
    for moment in run:
        moves = ({"site": moment.facts["site"], "to": "aside"},)
        yield Phrase(moment.name("site"), "is set aside with its ruin", moment.cites, moves)


def _pawns_off(scene: Scene, run: Run) -> Iterator[Phrase]:
    for moment in run:
        where = listed([place_words(slot) for slot in moment.facts["slots"]])
        yield Phrase("the players", f"take their pawns back from {where}", moment.cites)


def _ran_out(scene: Scene, run: Run) -> Iterator[Phrase]:
    for moment in run:
        where = listed([place_words(slot) for slot in moment.facts["slots"]])
        says = f"has no {moment.facts['who']} warband left in the personal bank: none comes to {where}"
        yield Phrase(who_acts(scene, moment), says, moment.cites)


def _moved_site(scene: Scene, run: Run) -> Iterator[Phrase]:
    for moment in run:
        slot = moment.facts["slot"]
        moves = ({"site": moment.facts["site"], "to": PLACE_NAMES[slot]},)
        yield Phrase(moment.name("site"), f"moves to {place_words(slot)}", moment.cites, moves)


def _filled(scene: Scene, run: Run) -> Iterator[Phrase]:
    for moment in run:
        places = [place_words(slot) for slot in moment.facts["slots"]]
        what = "a facedown site" if len(places) == 1 else "facedown sites"
        verb = "gets" if len(places) == 1 else "get"
        moves: tuple[Move, ...] = tuple({"site": None, "to": PLACE_NAMES[slot]} for slot in moment.facts["slots"])
        yield Phrase(listed(places), f"{verb} {what} from the site deck", moment.cites, moves)


def _commonest(scene: Scene, run: Run) -> Iterator[Phrase]:
    for moment in run:
        suit = moment.facts["suit"].title()
        yield Phrase("the most common suit", f"among {who_acts(scene, moment)}'s advisers is {suit}", moment.cites)


def _added(scene: Scene, run: Run) -> Iterator[Phrase]:
    for moment in run:
        says = f"gets {suit_cards(moment.facts['suits'])} from the Archive"
        yield Phrase("the world deck", says, moment.cites)


def _healed(scene: Scene, run: Run) -> Iterator[Phrase]:
    for moment in run:
        suit, count = moment.facts["suit"], moment.facts["count"]
        if suit is None:
            yield Phrase("the Archive", "is short of cards, and the Dispossessed are none", moment.cites)
            continue
        yield Phrase("the Archive", "is short of cards and is healed: no card is added from it", moment.cites)
        yield Phrase("the world deck", f"gets {suit_cards({suit: count})} of the Dispossessed", moment.cites)
        yield Phrase("the Archive", "gets the other Dispossessed", moment.cites)


def _dispossessed(scene: Scene, run: Run) -> Iterator[Phrase]:
    for moment in run:
        count = moment.facts["count"]
        cards = f"{count} card{'' if count == 1 else 's'}" if count else "no card"
        yield Phrase("the Dispossessed", f"get {cards}, unseen", moment.cites)


def _put_together(scene: Scene, run: Run) -> Iterator[Phrase]:
    for moment in run:
        losers = moment.facts["losers"]
        zones = [*(f"discard.{region}" for region in catalog.REGIONS), *(f"advisers.{seat}" for seat in losers)]
        whose = listed([f"{scene.names.seat(seat)}'s" for seat in losers])
        says = "are put together, unseen"
        yield Phrase(f"the discard piles and {whose} advisers", says, moment.cites, _cleared(zones))


def _cleared(zones: Iterable[str]) -> tuple[Move, ...]:
    """These zones are emptied of cards, and what lies on them goes home."""
    return tuple({"clear": zone} for zone in zones)


def _stacked(scene: Scene, run: Run) -> Iterator[Phrase]:
    for moment in run:
        whose = f"{who_acts(scene, moment)}'s relics and those of the Reliquary"
        yield Phrase(whose, "lie on top of the relic deck, shuffled", moment.cites)


def _relics_together(scene: Scene, run: Run) -> Iterator[Phrase]:
    for moment in run:
        whose = f"{who_acts(scene, moment)}'s relics and those of the Reliquary"
        zones = [f"held.{moment.facts['who']}", *RELIQUARY]
        yield Phrase(whose, "are put together", moment.cites, _cleared(zones))


def _shuffled(scene: Scene, run: Run) -> Iterator[Phrase]:
    """What hands shuffle on its own; of the others it is told what becomes of them, shuffled."""
    for moment in run:
        place, _, suit = str(moment.facts["place"]).partition(".")
        if suit in catalog.SUITS:
            yield Phrase(f"the Archive's {suit.title()} stack", "is shuffled", moment.cites)
        elif place in ("site_deck", "relic_deck"):
            yield Phrase(moment.name("place"), "is shuffled", moment.cites)


def _written(scene: Scene, run: Run) -> Iterator[Phrase]:
    for moment in run:
        oath = scene.names.oath(moment.facts["oath"])
        yield Phrase("the Chronicle", f"is written, and the next game is played under {oath}", moment.cites)


def _plain(subject: str, says: str, *cleared: str) -> Tell:
    def tell(scene: Scene, run: Run) -> Iterator[Phrase]:
        yield Phrase(subject, says, run[0].cites, _cleared(cleared))

    return tell


def _advisers_go(says: str) -> Tell:
    """The end of the world deck; the winner's advisers go into it, except where the next setup builds it (1.box)."""

    def tell(scene: Scene, run: Run) -> Iterator[Phrase]:
        for moment in run:
            if who := moment.facts.get("who"):
                whose = f"{who_acts(scene, moment)}'s advisers"
                yield Phrase(whose, "go into the world deck", moment.cites, _cleared([f"advisers.{who}"]))
            yield Phrase("the world deck", says, moment.cites)

    return tell


def _sent_home(scene: Scene, run: Run) -> Iterator[Phrase]:
    """What lies on cards that leave one by one; where whole places are cleared, that is told at once."""
    return pieces(scene, [moment for moment in run if moment.cites[0] not in ("8.3.4", "8.5", "8.6.3", "8.8")])


def _skipped(scene: Scene, run: Run) -> Iterator[Phrase]:
    for moment in run:
        step = moment.cites[0]
        yield Phrase(f"step {step}", f"is skipped: {SKIPPED[moment.facts['because']]}", moment.cites)


SKIPPED = {
    "no_exile": "only an Exile who has won offers Citizenship",
    "nobody": "there is no Exile to offer Citizenship to",
    "exile": "only the Chancellor or a Citizen who has won builds or repairs",
    "nothing": "at no site that the winner rules can anything be built or repaired",
}


OTHERS: dict[str, Tell] = {
    "skipped": _skipped,
    "chronicle": silent,
    "chronicle_step": silent,
    "clear": _sent_home,
    "map": silent,
    "vow": _vow,
    "boxed_boards": _boxed_boards,
    "pawns_off": _pawns_off,
    "ran_out": _ran_out,
    "set_aside": _set_aside,
    "cleared": _plain("the map", "is cleared of pawns, favor, secrets and warbands", "map"),
    "moved_site": _moved_site,
    "filled": _filled,
    "commonest": _commonest,
    "added": _added,
    "healed": _healed,
    "visions_aside": _plain("the five Visions", "are set aside", "visions"),
    "put_together": _put_together,
    "dispossessed": _dispossessed,
    "shuffled": _shuffled,
    "relics_together": _relics_together,
    "relics_stacked": _stacked,
    "map_saved": _plain("the map", "goes to the World Box, the top Cradle site uppermost"),
    "boards_saved": _plain("the boards", "go to the box, each on the side it shows"),
    "rebuilt": _advisers_go("is rebuilt"),
    "put_off": _advisers_go("is left to be rebuilt at the next setup"),
    "written": _written,
}
