"""Chapter 8 read backwards: consecutive save strings explained step by step, impossible ones flagged."""

from copy import deepcopy
from random import Random

import pytest

from oathtools import catalog
from oathtools.saga.chronicle.record import EXILE_COLORS, Chronicle, Unknown
from oathtools.saga.importing import Nothing, Unreadable, World, imported, worlds_in
from oathtools.saga.save_string import string as tts
from oathtools.saga.save_string.parse import has
from oathtools.saga.transitions import explain
from oathtools.saga.transitions.account import Holdings
from oathtools.saga.transitions.decks import SWAPPING
from tests.saga.transition_edits import EDITS, Edit, edited
from tests.saga.transitions_data import as_worlds, ever_more_pairs, ordered, pairs, pairs_of, strings
from tests.support.daily import daily
from tests.support.sagas import Written, saga
from tests.support.save_worlds import any_world, samples


@pytest.mark.parametrize("seed", daily(range(4), 4))
def test_the_strings_of_a_saga_are_explained_and_nothing_is_flagged(seed):
    """8.1 to 8.8: what the project's own Chronicles write follows from chapter 8, step by step."""
    found = imported(worlds_in("saga", "\n".join(strings(seed, 8))))
    assert len(found.transitions) == 8
    for step in found.transitions:
        assert step.flags == [], step.flags
        clauses = [each.clause for each in step.steps]
        assert {"3", "8.1", "8.4", "8.5"} <= set(clauses)
        assert {"8.8", "1.box"} & set(clauses)
    assert found.explained


@pytest.mark.parametrize("edit", EDITS, ids=lambda edit: edit.name)
def test_an_impossible_edit_is_flagged_with_its_clause_and_place(edit: Edit):
    """The clause of each edit (``transition_edits``): before it nothing is flagged, after it this very clause is."""
    before, after = edited(edit)
    found = imported(as_worlds(before, after))
    told = [(flag.clause, flag.where.split(".")[0]) for flag in found.transitions[0].flags]
    assert (edit.clause, edit.where.split(".")[0]) in told, told
    assert not found.explained


def test_there_are_more_than_twenty_kinds_of_edits():
    """Every step of chapter 8 that a save string can show has an edit that breaks it."""
    assert len({edit.name for edit in EDITS}) >= 30
    assert {edit.clause for edit in EDITS} >= {"8.1", "8.2", "8.3.1", "8.3.3", "8.3.5", "8.4", "8.5", "8.6.2", "8.8"}


def test_what_is_deduced_is_what_the_chronicle_itself_remembers():
    """8: the account of two strings says of a game what its own history entry says, and no more than the truth."""
    from tests.support.sagas import first_world, new_game, play_out, write

    rng = Random("deduced")
    world = first_world("deduced")
    world.tts.version = "3.3.2"
    for _ in range(8):
        play = new_game(world, rng)
        play_out(play, rng)
        after = write(play, rng, world)
        truth, told = after.history[-1], explain(ordered(world), ordered(after)).entry
        for key in ("winner", "color", "role", "oath", "next_oath", "built", "fell", "ruins_lost", "suits", "healed"):
            assert sorted(told.get(key, [])) == sorted(truth.get(key, [])), (key, told, truth)
        assert set(truth.get("citizens", [])) <= set(told.get("citizens", []))  # a string also tells of boxed boards
        assert told.get("removed", 0) == truth.get("removed", 0)
        assert set(told.get("sites_lost", [])) <= set(truth.get("sites_lost", []))
        world = after


def test_nothing_hidden_is_named_unless_asked_for():
    """9.4: the accounts that everybody may read name no card of the decks, of the Dispossessed or facedown."""
    for before, after in pairs():
        step = explain(before, after)
        told = "\n".join(each.public for each in (*step.steps, *step.unknown, *step.flags))
        hidden = [*after.dispossessed, *(row.site for row in after.map if row.facedown)]
        seen = {row.site for row in (*before.map, *after.map) if not row.facedown}
        for card in hidden:
            if card not in seen and not any(card in row.cards for row in (*before.map, *after.map)):
                assert catalog.name_of(card) not in told


def test_names_of_hidden_cards_are_told_with_spoil():
    """8.4: the full words name what was added, the public ones only its suits."""
    before, after = pairs()[0]
    step = explain(before, after)
    added = next(each for each in step.steps if each.clause == "8.4")
    assert added.full != added.public and step.as_data(True) != step.as_data()


def test_any_two_worlds_can_be_compared():
    """Hand-edited, damaged and incomplete worlds: an account of them, never a traceback."""
    chance = Random("any two")
    known = [tts.read(each["string"]) for each in samples()]
    worlds = [*known, *(world for pair in pairs()[:3] for world in pair)]
    for _ in range(60):
        raw, unit = any_world(chance)
        worlds.append(tts._chronicle(raw, unit))
    for _ in range(120):
        before, after = deepcopy(chance.choice(worlds)), deepcopy(chance.choice(worlds))
        after.game = before.game + 1
        step = explain(before, after)
        assert step.as_data()["explained"] is (not step.flags)
        imported([World("a", before), World("b", after)])


@pytest.mark.parametrize("said", [[], ["black"], ["red", "black"]])
def test_8_7_2_the_mods_note_of_who_began_as_citizens_contradicts_nothing(said):
    """It tells who were Citizens when a string was last loaded: told as the mod's way, with both accounts."""
    for before, after in pairs_of(0):
        after = deepcopy(after)
        was = [color for color in EXILE_COLORS if before.boards[color] == "citizen"]
        after.tts.previous_citizenship, after.tts.winner_name = said, "Ann"
        step = explain(before, after)
        told = [note for note in step.notes if "Citizens when the game began" in note]
        assert [each for each in step.flags if each.where == "tts.previous_citizenship"] == []
        assert bool(told) is (said != was)
        assert all("the next string says" in note and "last loaded a string" in note for note in told)


def in_version(world: Chronicle, version: str) -> Chronicle:
    """A world as a string of some version says it: winners from 3.3.1, seats from 3.3.2, relics from 3.1.0 on."""
    world = deepcopy(world)
    if not has(version, "previous_game"):
        world.tts.winner = world.tts.winner_name = world.tts.previous_citizenship = None
    if version < "3.3.2":
        world.tts.status = 0
    if not has(version, "relic_deck"):
        world.relic_deck = None
    return tts.read(tts.write(world, version))


@pytest.mark.parametrize("version", ["2.0.3", "3.1.0", "3.1.3", "3.2.0", "3.3.0", "3.3.1", "3.3.2", "3.3.3"])
def test_every_version_is_explained_as_far_as_it_tells(version):
    """Strings before 3.3.1 name no winner: nobody is guessed, and nothing is flagged for it (8.1, 8.2)."""
    for before, after in pairs_of(0):
        step = explain(in_version(before, version), in_version(after, version))
        assert step.flags == []
        assert ("winner" in step.entry) is has(version, "previous_game")
        assert ("seats" in step.entry) is (version >= "3.3.2")
        if "winner" not in step.entry:
            told = [each.public for each in (*step.unknown, *step.steps) if each.clause == "3"]
            assert any("who won" in text or "edifice" in text for text in told)
        assert any("no relic deck" in each.public for each in step.unknown) is not has(version, "relic_deck")


def test_a_group_that_took_a_newer_mod_goes_on():
    """Strings of several versions in a row, as a group that plays for years has them."""
    versions = ["3.1.0", "3.1.0", "3.2.0", "3.3.0", "3.3.1", "3.3.1", "3.3.2", "3.3.3", "3.3.3"]
    worlds = [tts.read(string) for string in strings(0, 8)]
    told = [World("", in_version(*each)) for each in zip(worlds, versions, strict=True)]
    assert imported(told).explained


@pytest.mark.parametrize("number", daily(range(4), 4))
def test_worlds_that_the_people_know_in_part_are_explained_too(number):
    """8: Chronicles as a saga keeps them, with unknown cards: what is not known is not flagged."""

    def each(written: Written) -> None:
        before = deepcopy(written.before)
        for row in before.map:  # the people forget what they put away facedown
            if row.facedown and number == 3:
                row.site = Unknown("site")
        assert explain(before, written.after).flags == []

    saga(number, 3, each)


def test_missing_games_are_named():
    """8: with games missing between two worlds, the last winner and the new oath are told, no step of a game."""
    worlds = [tts.read(string) for string in strings(0, 8)]
    step = explain(worlds[1], worlds[4])
    (flag,) = step.flags
    assert (flag.clause, flag.where) == ("8", "game") and step.game == 4
    assert step.entry["gap"] == "not told: games 2 and 3" and step.entry["game"] == 4
    assert step.entry["next_oath"] == worlds[4].oath and "oath" not in step.entry
    assert not [each for each in step.steps if each.clause.startswith("8")]


def test_an_incomplete_world_leaves_the_decks_unknown():
    """The mod's world before its first game has no decks and five empty slots: only what is there is compared."""
    start = tts.read(next(each["string"] for each in samples() if each["world"] == 0))
    after = deepcopy(pairs()[0][1])
    after.game = start.game + 1
    step = explain(start, after)
    assert any(each.clause == "8.4" for each in step.unknown)
    assert not any(each.clause in ("8.4", "8.5") for each in step.flags)


def test_names_beyond_ascii_are_read_and_told():
    """Names of Chronicles and winners may hold anything; what moves the cursor is left out of the account."""
    before, after = deepcopy(pairs()[0][0]), deepcopy(pairs()[0][1])
    before.name = after.name = "Die große Ödnis \U0001f409"
    after.tts.winner_name = "王国\tЖя"
    after.tts.winner = ["purple"] if after.tts.winner is None else after.tts.winner
    found = imported(as_worlds(before, after))
    assert found.saga.name == after.name
    assert found.saga.history[-1]["winner"] == "王国 Жя"


def test_the_same_world_twice_is_taken_once():
    """A group that saved twice after the same game: one game, and a note."""
    before, after = pairs()[0]
    found = imported(as_worlds(before, after, after))
    assert len(found.transitions) == 1 and len(found.notes) == 1


def test_strings_in_the_wrong_order_are_flagged_with_the_way_out():
    """8: the number of the next game goes up by one with every Chronicle."""
    before, after = pairs()[0]
    found = imported(as_worlds(after, before))
    (flag,) = found.transitions[0].flags
    assert flag.clause == "8" and "oldest first" in str(flag.hint)


def test_a_saga_goes_on_with_the_strings_that_are_new():
    """Importing a longer file again adds the new games only, and keeps the history as it was."""
    texts = strings(0, 8)
    first = imported(worlds_in("a", "\n".join(texts[:4])))
    both = imported(worlds_in("b", "\n".join(texts)), first.saga)
    assert both.saga.history[: len(first.saga.history)] == first.saga.history
    assert [entry["game"] for entry in both.saga.history] == list(range(1, 9))


def test_strings_from_before_a_saga_that_has_gone_on_add_nothing():
    """A file that ends before the world of the saga holds nothing new, and nothing that cannot follow."""
    texts = strings(0, 8)
    gone_on = imported(worlds_in("a", "\n".join(texts))).saga
    again = imported(worlds_in("b", "\n".join(texts[:5])), gone_on)
    assert again.saga is gone_on and again.explained and not again.transitions
    assert any("5 worlds, all before game 9" in note for note in again.notes)


def test_strings_are_found_in_what_people_paste():
    """A label before it, quotation marks around it, blank lines, line ends of another system, a JSON list."""
    one, two = strings(0, 8)[:2]
    for text in (
        f"\ufeff{one}\r\n\r\n{two}\r\n",
        f'Before game 1: "{one}"\nGame 2 - `{two}`\n',
        f'  "{one}",\n  "{two}"\n',
        f"# ours\n\t{one}\n# then\n{two}",
        f'["{one}", "{two}"]',
    ):
        assert [world.chronicle.game for world in worlds_in("pasted", text)] == [1, 2]
    assert [world.chronicle.game for world in worlds_in("pasted", f"ours: {one}")] == [1]


def test_a_string_with_slips_in_it_is_no_traceback():
    """Characters changed, left out, put in: read as another world, or refused with the place."""
    chance = Random("slips")
    good = strings(0, 8)[1]
    for _ in range(150):
        text = list(good)
        for _ in range(chance.randrange(1, 4)):
            at = chance.randrange(len(text))
            text[at : at + chance.randrange(2)] = chance.choices("0123456789ABCDEFg \n", k=chance.randrange(2))
        try:
            imported(worlds_in("slips", "".join(text)), tts.read(strings(0, 8)[0]))
        except Unreadable as error:
            assert "slips" in str(error)


def test_a_saga_with_a_variant_keeps_it_and_says_so():
    """A save string has no place for variants: they stay as the saga keeps them, and a note says what is looked for."""
    texts = strings(0, 8)
    first = imported(worlds_in("a", "\n".join(texts[:2]))).saga
    first.variants = {"outland-realms": {"a": 1}}
    both = imported(worlds_in("b", texts[2]), first)
    assert both.saga.variants == first.variants and "outland-realms" in both.notes[0]


def test_a_damaged_line_is_mended_by_itself():
    """``repair`` never takes the lines of a file for one damaged string."""
    one, two, three = strings(0, 8)[:3]
    broken = two[:60] + "O" + two[61:] if two[60] == "0" else two[:60] + two[61:]
    with pytest.raises(Unreadable, match="line 2"):
        worlds_in("file", f"{one}\n{broken}\n{three}\n")
    try:
        found = worlds_in("file", f"{one}\n{broken}\n{three}\n", repair=True)
    except Unreadable as error:
        assert error.name == "file, line 2"
    else:
        assert [world.chronicle.game for world in found] == [1, 2, 3] and found[1].public
    for nothing in ("", "\n\n", "# comments\n\n# only"):
        with pytest.raises(Nothing, match="file holds no save string"):
            worlds_in("file", nothing)


def test_a_damaged_line_is_named():
    """A source that cannot be read says which line it is."""
    texts = strings(0, 8)
    with pytest.raises(Unreadable, match="line 2"):
        worlds_in("file", f"{texts[0]}\n{texts[1][:-40]}\n# a comment\n{texts[2]}")


def test_a_site_lost_with_its_ruin_may_come_again_at_once():
    """8.3.2, 8.3.5: discarded with its ruin, shuffled in, drawn and turned up: no ruin vanished from a site."""
    before, after = next(
        pair for pair in ever_more_pairs() if {"sites_lost", "sites_found"} <= explain(*pair).entry.keys()
    )
    entry = explain(before, after).entry
    lost, found = entry["sites_lost"][0], entry["sites_found"][0]
    built = {*Holdings(before).edifices, *Holdings(after).edifices}
    ruin = next(card.id for card in catalog.cards("edifice") if card.ruined and card.card_suit not in built)
    before, after = deepcopy(before), deepcopy(after)
    next(row for row in before.map if row.site == lost).cards.append(ruin)
    for row in after.map:
        row.site = {lost: found, found: lost}.get(row.site, row.site)
    step = explain(before, after)
    assert not [flag for flag in step.flags if flag.clause.startswith("8.3")]
    assert step.entry["ruins_lost"] == [ruin]
    assert lost in step.entry["sites_lost"] and lost in step.entry["sites_found"]


def test_a_site_from_a_slot_that_nobody_told_is_not_guessed_at():
    """8.3.5: the mod's first world has empty slots; a site on top of the Cradle stayed or was turned up."""
    start = tts.read(next(each["string"] for each in samples() if each["world"] == 0 and each["version"] == "3.3.1"))
    after = tts.read(next(each["string"] for each in samples() if each["game"] == 2 and each["version"] == "3.3.1"))
    step = explain(start, after)
    assert [each.public for each in step.unknown if each.clause == "8.3.5"] == [
        "whether Narrow Pass was on the map before or was turned up from the site deck"
    ]
    assert not [flag for flag in step.flags if flag.clause.startswith("8.3")]


def healed() -> tuple[Chronicle, Chronicle]:
    """Two worlds between which the Archive was healed: of each suit only one card was left in it, before the game."""
    for before, after in ever_more_pairs():
        was, now = Holdings(before), Holdings(after)
        if set(SWAPPING) & {*was.places, *was.deck} or explain(before, after).entry.get("removed") != 6:
            continue
        before, after = deepcopy(before), deepcopy(after)
        left = [next(card for card in sorted(was.archive) if catalog.card(card).suit == suit) for suit in catalog.SUITS]
        before.dispossessed += [card for card in sorted(was.archive) if card not in left]
        stacks = [[card for card in before.dispossessed if catalog.card(card).suit == suit] for suit in catalog.SUITS]
        deck = [card for card in after.world_deck.order if card not in was.archive]
        if [card.startswith("vision") for card in deck[:18]] != [
            card.startswith("vision") for card in after.world_deck.order[:18]
        ]:
            continue  # without those cards the Visions would not lie as 8.8 puts them
        after.world_deck.order = [*deck[:-1], *max(stacks, key=len)[:6], deck[-1]]
        after.dispossessed = sorted(now.dispossessed - was.dispossessed)
        return before, after
    raise AssertionError("every world has a card that swaps")


def test_healing_the_archive_is_explained():
    """8.4: the Archive short of a suit; six of the biggest stack of the Dispossessed come, all others go back."""
    before, after = healed()
    step = explain(before, after)
    assert step.flags == []
    ((suit, count),) = step.entry["healed"].items()
    stack = [card for card in before.dispossessed if catalog.card(card).suit == suit]
    assert count == 6 <= len(stack) and "suits" not in step.entry
    assert any("is healed" in each.public for each in step.steps)


def test_healing_with_cards_of_the_wrong_stack_is_flagged():
    """8.4: not of the biggest stack, some left among the Dispossessed, cards of the Archive besides."""
    before, after = healed()
    suit = next(iter(explain(before, after).entry["healed"]))
    came = next(card for card in after.world_deck.order if card in before.dispossessed)
    other = next(card for card in before.dispossessed if catalog.card(card).suit != suit)
    for edit, says in (
        (lambda world: world.world_deck.order.__setitem__(world.world_deck.order.index(came), other), "biggest stack"),
        (lambda world: world.dispossessed.append(other), "stayed Dispossessed"),
        (lambda world: world.world_deck.order.append(min(Holdings(before).archive)), "of the Archive came too"),
    ):
        world = deepcopy(after)
        edit(world)
        flags = [flag.public for flag in explain(before, world).flags if flag.clause == "8.4"]
        assert any(says in flag for flag in flags), (says, flags)


def test_swaps_with_the_dispossessed_need_a_card_that_swaps():
    """7.1: the Great Spire, its ruin and Pilgrimage change denizens with the Dispossessed; nothing else does."""
    for before, after in ever_more_pairs():
        both = sorted(set(before.dispossessed) & set(after.dispossessed))
        was = Holdings(before)
        plain = not set(SWAPPING) & {*was.places, *was.deck} and Holdings(after).faceup(0)
        if not both or not plain or before.map[0].facedown or explain(before, after).entry.get("removed") != 6:
            continue
        before, world = deepcopy(before), deepcopy(after)
        out = next(card for card in world.world_deck.order if card in was.deck)
        world.world_deck.order[world.world_deck.order.index(out)] = both[0]
        world.dispossessed[world.dispossessed.index(both[0])] = out
        assert any(flag.clause == "8.5" for flag in explain(before, world).flags)
        for each in (before, world):
            each.world_deck.order.append("denizen.pilgrimage")
        step = explain(before, world)
        assert not [flag for flag in step.flags if flag.clause == "8.5"]
        assert any("changed places" in each.public for each in step.steps)
        return
    raise AssertionError("no world fits")


def test_all_the_dispossessed_may_have_been_swapped():
    """7.1: six of the Dispossessed swapped into the game, and six added: the Archive was not healed."""
    for before, after in ever_more_pairs():
        was = Holdings(before)
        if not 0 < len(before.dispossessed) <= 6 or set(before.dispossessed) - set(after.dispossessed):
            continue
        before, after = deepcopy(before), deepcopy(after)
        out = [card for card in after.world_deck.order if card in was.deck][: len(before.dispossessed)]
        swap = dict(zip(out, before.dispossessed, strict=True))
        back = {card: each for each, card in swap.items()}
        after.world_deck.order = [swap.get(card, card) for card in after.world_deck.order]
        after.dispossessed = [back.get(card, card) for card in after.dispossessed]
        assert any(flag.clause == "8.5" for flag in explain(before, after).flags) or (
            set(SWAPPING) & {*was.places, *was.deck}
        )
        for world in (before, after):
            world.world_deck.order.append("denizen.pilgrimage") if "denizen.pilgrimage" not in was.deck else None
        step = explain(before, after)
        assert not [flag for flag in step.flags if flag.clause in ("8.4", "8.5")]
        assert "suits" in step.entry and any("changed places" in each.public for each in step.steps)
        return
    raise AssertionError("no world fits")


def test_what_the_mods_own_script_does_is_flagged_and_named():
    """8.4: the script takes a denizen that began on the map and was discarded for Archive; the hint says so."""
    for before, after in ever_more_pairs():
        was, now = Holdings(before), Holdings(after)
        left = sorted(set(was.on_map) & now.deck)
        for card in sorted(was.archive & now.deck):
            if any(catalog.card(card).suit == catalog.card(each).suit for each in left):
                world = deepcopy(after)
                world.world_deck.order.remove(card)
                (flag,) = [flag for flag in explain(before, world).flags if flag.clause == "8.4"]
                assert "script" in str(flag.hint)
                return
    raise AssertionError("no denizen of a fitting suit left the map")
