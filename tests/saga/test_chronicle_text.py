"""The Chronicle as people read it."""

from oathtools.render.printers import terminal
from oathtools.render.world.chronicle import document
from oathtools.saga.chronicle.record import Chronicle, Deck, Row, Unknown
from oathtools.saga.save_string import string as tts
from tests.support.save_worlds import named


def test_the_whole_view_names_every_card() -> None:
    world = tts.read(named("3.2.0", "Benis the Dinosaur"))
    text = terminal(document(world, spoil=True), 60)
    assert "  1  Drowned City: Book of Records, Truthful Harp" in text.splitlines()
    assert "World deck, from the top (54):" in text
    assert "Dispossessed (6):" in text
    assert "Relic deck, from the top (16):" in text
    assert all(len(line) <= 60 for line in text.splitlines())


def test_the_view_for_everyone_keeps_what_is_hidden() -> None:
    world = tts.read(named("3.2.0", "Benis the Dinosaur"))
    text = terminal(document(world), 60)
    assert "  1  Drowned City: 2 relics" in text.splitlines()
    assert "  7  (facedown)" in text.splitlines()
    assert "Citizen boards: white, yellow" in text
    for hidden in ("Truthful Harp", "Book of Records", "54", "16"):
        assert hidden not in text


def test_unknown_cards_layers_and_empty_slots() -> None:
    world = Chronicle(
        map=[
            Row(
                Unknown("site", may_be=("site.plains", "site.river")), cards=["denizen.keep"], relics=[Unknown("relic")]
            ),
            Row("site.mine", True, ["denizen.elders"]),
            *[Row() for _ in range(6)],
        ],
        world_deck=Deck(layers=[{"denizens": 10, "visions": 2}], top=["denizen.tents"]),
    )
    lines = terminal(document(world, spoil=True), 80).splitlines()
    assert "  1  (unknown site: Plains or River): Keep, (unknown relic)" in lines
    assert "  2  Mine (facedown): Elders" in lines
    assert "  3  (no site)" in lines
    assert "World deck, its top (1): Tents" in lines
    assert "  then 10 denizens and 2 Visions, shuffled" in lines
    assert "Relic deck: not made yet" in lines
    assert "  2  (facedown), with 1 card" in terminal(document(world), 80).splitlines()


def test_a_name_cannot_move_the_cursor() -> None:
    assert "\x1b" not in terminal(document(Chronicle(name="red \x1b[31m\n name")), 80)
