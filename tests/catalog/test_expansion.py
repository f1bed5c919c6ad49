"""Names of New Foundations are known as names: none is taken for a card of the box, nor the other way round."""

import json
import os
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from oathtools import catalog
from oathtools.catalog.names import index_of_names, names_of_cards
from oathtools.kit.datafiles import load
from oathtools.saga.save_string.scrambled import book

NAMES = [(kind, name) for kind, names in load("new_foundations")["names"].items() for name in names]


def test_no_name_is_one_of_the_box_and_each_stands_once() -> None:
    spelled = [catalog.key_of(name) for _, name in NAMES]
    assert len(set(spelled)) == len(spelled) > 180
    assert [name for name in spelled if name in index_of_names() or name.removeprefix("the") in index_of_names()] == []


def test_each_is_told_to_belong_to_the_expansion_in_any_spelling() -> None:
    for kind, name in NAMES:
        for words in (name, name.upper(), name.replace(" ", "-"), name.replace("'", "’")):
            with pytest.raises(catalog.UnknownName) as unknown:
                catalog.find(words)
            assert unknown.value.beyond == (name, kind), name
            assert f"{name} is a" in str(unknown.value) and "the expansion New Foundations, outside this tool" in str(
                unknown.value
            )


def test_every_card_of_the_box_is_what_it_was() -> None:
    for name in sorted(set(names_of_cards().values())):
        assert catalog.beyond(name) is None, name


def test_bandit_prince_is_not_bandit_chief() -> None:
    with pytest.raises(catalog.UnknownName) as unknown:
        catalog.find("bandit prince")
    assert unknown.value.suggestions == ()
    assert catalog.find("bandit chef") == "denizen.bandit_chief"


def test_a_misspelt_name_is_that_of_the_nearest_also_beyond() -> None:
    with pytest.raises(catalog.UnknownName) as unknown:
        catalog.find("bandit prinse")
    assert unknown.value.beyond is not None and unknown.value.beyond.name == "Bandit Prince"


def test_a_name_that_differs_in_a_letter_names_the_card_of_the_box_too() -> None:
    with pytest.raises(catalog.UnknownName) as unknown:
        catalog.find("mines")
    assert str(unknown.value).endswith("outside this tool today; did you mean Mine?")


def test_a_word_shortens_a_name_of_the_box_where_its_kind_is_expected() -> None:
    """A Rival and a Festival are of the expansion; among denizens and edifices of the box the words are beginnings."""
    assert catalog.find("rival", ("denizen",)) == "denizen.rival_khan"
    assert catalog.find("festival", ("edifice",)).startswith("edifice.festival")
    with pytest.raises(catalog.UnknownName):
        catalog.find("rival")
    with pytest.raises(catalog.UnknownName):
        catalog.find("Bandit Tribunal", ("site",))  # an edifice of the expansion, however near The Tribunal


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("what does the Bandit Prince do", ["Bandit Prince"]),
        ("how do i forge a relic", ["Forge"]),
        ("iron hand and bone dice", ["Iron Hand", "Bone Dice"]),
        ("can a rival be wealthy", []),
        ("Dunes", ["Dunes"]),
        ("what happens at the dunes of the steppe", []),
        ("campaign against bandits", []),
    ],
)
def test_what_a_question_speaks_of(question: str, names: list[str]) -> None:
    assert sorted(each.name for each in catalog.spoken_of(question)) == sorted(names)


# -- field by field beside the source: EXPANSION_CATALOG=new-foundations-component-catalog.json pytest ... -k source ---

SOURCE = os.environ.get("EXPANSION_CATALOG", "")
# Of the 162 denizens that are the cards of the base box the source leaves out where these may be played (no Order
# card has it, no Nomad after Special Envoy), and names two costs otherwise. What is printed on the cards stands.
LEFT_OUT = {
    **dict.fromkeys(("Lost Tongue", "Resettle", "Oracle", "Pilgrimage", "Spell Breaker", "Ancient Bloodline"), "only"),
    **dict.fromkeys(("Way Station", "Twin Brother", "Hospitality", "Garrison", "Palanquin", "Forced Labor"), "only"),
    **dict.fromkeys(("Secret Police", "Captains", "Toll Roads", "Curfew"), "only"),
    **dict.fromkeys(("Tyrant", "Vow of Obedience", "Council Seat"), "only locked"),
    "Cracking Ground": "burns",
    "Enchantress": "pays burns",
}


def amount(favor: int, secrets: int) -> str | None:
    told = [f"{favor} favor"] if favor else []
    return " and ".join(told + ([f"{secrets} secret{'s' * (secrets > 1)}"] if secrets else [])) or None


def price(text: str) -> dict[str, str | None]:
    """What stands before a power: its cost."""
    tokens = re.match(r"(X\s+)?((?:\[(?:favor|secret)(?:-burnt)?\]\s*)*)", text)
    assert tokens
    if tokens[1]:
        return {"pays": "any number of secrets", "burns": None}
    many = Counter(re.findall(r"\[([a-z-]+)\]", tokens[2]))
    return {
        "pays": amount(many["favor"], many["secret"]),
        "burns": amount(many["favor-burnt"], many["secret-burnt"]),
    }


def of_the_base_box(card: dict[str, Any]) -> dict[str, Any]:
    costs = [power.get("cost") or {} for power in card["powers"]]
    most = {
        key: amount(
            *(max((cost.get(key, {}).get(what, 0) for cost in costs), default=0) for what in ("favor", "secret"))
        )
        for key in ("place", "burn")
    }
    return {
        "suit": card["suit"],
        "only": card.get("restriction"),
        "locked": card.get("locked", False),
        "pays": most["place"],
        "burns": most["burn"],
    }


def differing(source: dict[str, Any]) -> Iterator[tuple[str, str, Any, Any]]:
    """Name, field, what the source has, what we have."""
    ours, base = load("new_foundations_cards"), {card["name"]: card for card in load("cards")["denizens"].values()}
    numbers = book().numbers
    for row in source["denizens"]:
        limits = row["restrictions"] or []
        only = next((each.removesuffix("-only") for each in limits if each != "locked"), None)
        wanted = {"suit": row["suit"], "only": only, "locked": "locked" in limits, **price(row["rulesText"])}
        mine = ours["denizen"].get(row["name"])
        have = {"only": None, "locked": False, "pays": None, "burns": None, **mine} if mine else None
        have = have or of_the_base_box(base[row["name"]])
        wanted["number"], have["number"] = int(row["id"]), numbers["denizens"][row["name"]]
        yield from ((row["name"], key, wanted[key], have[key]) for key in wanted if wanted[key] != have[key])
    for row in source["relics"]:
        mine = {"pays": None, "burns": None, **ours["relic"][row["name"]]}
        wanted = {"value": row["value"], "defense": row["defense"], **price(row["rulesText"])}
        if row["role"] == "ordinary":
            wanted["number"], mine["number"] = int(row["id"][1:]), numbers["relics"][row["name"]]
        yield from ((row["name"], key, wanted[key], mine[key]) for key in wanted if wanted[key] != mine[key])
    for row in source["edifices"]:
        name, ruin = row["intact"]["name"], row["ruined"]
        mine = {"pays": None, "burns": None, **ours["edifice"][name], "number": numbers["edifices"][name]}
        wanted = {
            "suit": row["suit"],
            "ruin": ruin["name"],
            "number": int(row["id"][1:]),
            **price(row["intact"]["rulesText"]),
        }
        yield from ((name, key, wanted[key], mine[key]) for key in wanted if wanted[key] != mine[key])
        told = " and ".join(
            f"{cost} {how}"
            for cost, how in zip(price(ruin["rulesText"]).values(), ("placed", "burned"), strict=True)
            if cost
        )
        if told.replace(" favor burned", " burned") not in mine["ruined"]:
            yield ruin["name"], "cost", told, mine["ruined"]
    for row in source["legacies"]:
        if row["name"] not in ours["legacy"] or numbers["legacies"][row["name"]] != int(row["id"][1:]):
            yield row["name"], "number", row["id"], numbers["legacies"].get(row["name"])
    for row in source["sites"]:
        forge, begins = row["forgeRequirements"] or {"favor": 0, "secrets": 0}, row["startingResources"]
        kinds = [each.rpartition(".")[2].split("-")[0] for each in row["handlers"]]
        wanted = {"defense": row["defense"], "capacity": row["capacity"], "relics": row["relicSlots"]}
        wanted |= {"difficulty": row["recoverDifficulty"], "begins": amount(begins["favor"], begins["secrets"])}
        wanted |= {"forge": amount(forge["favor"], forge["secrets"])}
        mine = ours["site"][row["name"]]
        yield from ((row["name"], key, wanted[key], mine.get(key)) for key in wanted if wanted[key] != mine.get(key))
        if not all(kind in mine["traits"].casefold() for kind in kinds):
            yield row["name"], "kind", kinds, mine["traits"]


@pytest.mark.skipif(not SOURCE, reason="EXPANSION_CATALOG names no file: the source is not ours to keep")
def test_every_field_is_the_source_s() -> None:
    with open(SOURCE, encoding="utf-8") as file:
        source = json.load(file)
    sizes = {kind: len(source[kind]) for kind in ("denizens", "relics", "edifices", "legacies", "sites")}
    assert sizes == {"denizens": 255, "relics": 48, "edifices": 30, "legacies": 36, "sites": 24}
    assert [each for each in differing(source) if each[1] not in LEFT_OUT.get(each[0], "").split()] == []
