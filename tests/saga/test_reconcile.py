"""Unknown cards of a world: what is told later shrinks what they may be, and contradictions have a place."""

from itertools import permutations
from random import Random

from oathtools import catalog
from oathtools.saga.chronicle.check import check, reconcile
from oathtools.saga.chronicle.record import Card, Chronicle, Deck, Row, Unknown
from oathtools.saga.worlds import first_chronicle
from tests.support.sagas import Written, saga

MAP, WHISTLE, HORSE, EYE = "relic.map", "relic.whistle", "relic.brass_horse", "relic.ivory_eye"


def relics(*cards: Card) -> Chronicle:
    """A world whose relic deck holds these."""
    return Chronicle(map=[Row(Unknown("site"), True) for _ in range(8)], relic_deck=list(cards))


def may_be(*names: str) -> Unknown:
    return Unknown("relic", (), names)


def sets(world: Chronicle) -> list[set[str]]:
    return [{card} if isinstance(card, str) else set(card.may_be) if card else set() for card in world.relic_deck or []]


def test_a_name_told_for_one_is_gone_for_the_others() -> None:
    """8.6.3: of two relics stacked unseen one is looked at later; the other is the other one."""
    found = reconcile(relics(may_be(MAP, WHISTLE), MAP))
    assert sets(found.chronicle) == [{WHISTLE}, {MAP}]
    assert [(each.place, each.before, each.names) for each in found.learnt] == [("relic_deck.1", 2, (WHISTLE,))]


def test_two_that_share_two_names_leave_the_third_the_rest() -> None:
    """A counting argument no single pair shows: two cards take two names between them, whichever has which."""
    found = reconcile(relics(may_be(MAP, WHISTLE), may_be(MAP, WHISTLE), may_be(MAP, WHISTLE, HORSE, EYE)))
    assert sets(found.chronicle) == [{MAP, WHISTLE}, {MAP, WHISTLE}, {HORSE, EYE}]
    assert [each.place for each in found.learnt] == ["relic_deck.3"]


def test_too_few_names_are_a_contradiction_with_its_places() -> None:
    world = relics(may_be(MAP, WHISTLE), may_be(HORSE, EYE), may_be(MAP, WHISTLE))
    world.map[2] = Row("site.plains", False, [], [may_be(MAP, WHISTLE)])
    found = reconcile(world)
    assert found.chronicle is world and found.learnt == []
    (wrong,) = found.contradictions
    assert (set(wrong.places), wrong.cards, wrong.names) == (
        {"map.3.relics.1", "relic_deck.1", "relic_deck.3"},
        3,
        (MAP, WHISTLE),
    )


def test_a_name_that_lies_elsewhere_leaves_none() -> None:
    (wrong,) = reconcile(relics(MAP, may_be(MAP))).contradictions
    assert wrong == (("relic_deck.2",), 1, ())


def test_the_sets_are_exactly_those_of_all_ways_to_name_the_cards() -> None:
    """Against brute force over small worlds: a name stays just if some way to name all the cards gives it."""
    names = (MAP, WHISTLE, HORSE, EYE, "relic.grand_mask")
    chance = Random("reconcile")
    contradicted = 0
    for _ in range(150):
        cards = [may_be(*sorted(chance.sample(names, chance.randint(1, 4)))) for _ in range(chance.randint(1, 4))]
        ways = [
            way
            for way in permutations(names, len(cards))
            if all(n in c.may_be for n, c in zip(way, cards, strict=True))
        ]
        found = reconcile(relics(*cards))
        assert bool(found.contradictions) == (not ways)
        contradicted += not ways
        if ways:
            assert sets(found.chronicle) == [set(each) for each in zip(*ways, strict=True)]
    assert contradicted >= 5


def test_edifices_and_the_grand_scepter() -> None:
    """Both sides of an edifice are one card; the Grand Scepter waits in the box (8.6.1)."""
    world = Chronicle(map=[Row("site.plains", False, ["edifice.fallen_spire", Unknown("edifice")])], relic_deck=[])
    world.map[0].cards[1] = Unknown("edifice", (), ("edifice.great_spire", "edifice.forest_temple"))
    assert reconcile(world).chronicle.map[0].cards[1] == "edifice.forest_temple"
    assert sets(reconcile(relics(may_be(MAP, "relic.grand_scepter"))).chronicle) == [{MAP}]


def test_the_pool_of_a_deck_loses_what_lies_elsewhere() -> None:
    world = relics()
    world.world_deck = Deck(layers=[{"denizens": 2}], pool=["denizen.keep", "denizen.jinx", "denizen.elders"])
    world.dispossessed = ["denizen.jinx", Unknown("denizen", (), ("denizen.keep", "denizen.wolves"))]
    found = reconcile(world).chronicle
    assert found.world_deck.pool == ["denizen.keep", "denizen.elders"] and found.dispossessed[1] == "denizen.wolves"


def test_a_world_that_says_nothing_stays_as_it_is() -> None:
    world = first_chronicle()
    found = reconcile(world)
    assert (found.chronicle, found.learnt, found.contradictions) == (world, [], [])


def test_real_sagas_with_unknown_cards_never_contradict_themselves() -> None:
    """Whatever a table leaves untold, what the Chronicle keeps of it fits together (8.4 to 8.8)."""

    def each(game: Written) -> None:
        found = reconcile(game.after)
        assert not found.contradictions and not check(found.chronicle).faults

    saga(3, 2, each)


def test_a_check_names_the_places_and_only_on_request_the_cards() -> None:
    world = first_chronicle()
    assert world.relic_deck is not None
    world.relic_deck[:2] = [may_be(MAP), may_be(MAP)]
    (fault,) = check(world).faults
    assert "2 unknown cards (the relic deck) have 1 name left" in fault.public and "Map" not in fault.public
    assert fault.message.endswith(catalog.name_of(MAP)) and fault.where == "relic_deck.1"
