"""Records are frozen, shared, cheap, and say what is wrong with an id."""

import copy
import pickle
import subprocess
import sys

import pytest

from oathtools import catalog
from oathtools.catalog import CostItem, Power, lookup, pieces


def test_a_denizen_shows_its_printed_facts():
    card = catalog.denizen("denizen.keep")
    assert (card.name, card.kind, card.suit, card.restriction, card.locked) == (
        "Keep",
        "denizen",
        "order",
        "site",
        True,
    )
    assert card.powers == (Power("battle_plan", None, "defender", ()),)


def test_costs_are_lists_of_items():
    assert catalog.card("denizen.second_wind").powers[0].cost == (
        CostItem("place", "secret", 1),
        CostItem("burn", "favor", 1),
    )
    assert catalog.site("site.mine").recover_cost == CostItem("place", "favor", 3, "discord")
    assert catalog.site("site.wastes").recover_cost == CostItem("burn", "secret", 2)
    assert catalog.site("site.plains").recover_cost is None


def test_rare_facts_are_a_mapping():
    assert catalog.card("denizen.assassin").facts["adviser_limit"] == 2
    assert "witnesses" not in catalog.card("denizen.assassin").facts
    with pytest.raises(TypeError):
        catalog.card("denizen.assassin").facts["adviser_limit"] = 3


def test_records_are_frozen_and_shared():
    card = catalog.card("relic.map")
    with pytest.raises(AttributeError, match=r"relic\.map is frozen"):
        card.name = "Chart"
    with pytest.raises(AttributeError):
        del card.name
    assert catalog.relic("relic.map") is card
    assert pickle.loads(pickle.dumps(card)) is card
    assert copy.deepcopy([card]) == [card]
    assert repr(card) == "<relic.map>"


def test_an_unknown_id_names_the_nearest():
    with pytest.raises(KeyError) as wrong:
        catalog.card("denizen.longbow")
    assert isinstance(wrong.value, catalog.UnknownCard)
    assert wrong.value.suggestions == ("denizen.longbows",)
    assert str(wrong.value) == "no card has the id 'denizen.longbow'; did you mean denizen.longbows?"


@pytest.mark.parametrize("card_id", ["", "longbows", "card.longbows", "denizen.", "denizen.Longbows"])
def test_only_exact_ids_are_ids(card_id):
    with pytest.raises(catalog.UnknownCard):
        catalog.card(card_id)
    assert not catalog.is_card(card_id)


def test_a_record_of_another_kind_is_refused():
    assert catalog.is_card("relic.map")
    with pytest.raises(catalog.UnknownCard):
        catalog.denizen("relic.map")
    with pytest.raises(ValueError, match="kinds: denizen"):
        catalog.cards("monster")


def test_names_of_ids():
    assert catalog.name_of("banner.peoples_favor") == "Banner of the People's Favor"
    with pytest.raises(catalog.UnknownCard):
        catalog.name_of("banner.black")


def test_the_digest_is_short_stable_and_deaf_to_witnesses(monkeypatch):
    first = catalog.digest()
    assert len(first) == 12 and int(first, 16)

    from oathtools.kit.datafiles import load

    cards = copy.deepcopy(load("cards"))
    books = {"cards": cards, "components": load("components")}
    monkeypatch.setattr(catalog, "load", books.__getitem__)
    cards["denizens"]["denizen.longbows"]["witnesses"] = 1
    assert catalog.digest.__wrapped__() == first
    cards["denizens"]["denizen.longbows"]["powers"][0]["cost"] = {"place": {"favor": 1}}
    assert catalog.digest.__wrapped__() != first


def test_every_public_name_is_there():
    for home in (pieces, lookup):
        own = [name for name, each in vars(home).items() if getattr(each, "__module__", "") == home.__name__]
        for name in (*home.__annotations__, *own):
            assert name.startswith("_") or getattr(catalog, name) is not None
    assert catalog.find("long bows") in catalog.ids() and catalog.Denizen and catalog.first_game()
    with pytest.raises(AttributeError):
        catalog.DRAGONS  # noqa: B018


def test_importing_costs_nothing_heavy():
    heavy = ("click", "yaml", "rapidfuzz", "platformdirs", "dataclasses", "hashlib")
    code = f"import sys, oathtools.catalog; print([name for name in {heavy!r} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
