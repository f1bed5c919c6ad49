"""Names as people type them."""

import pytest

from oathtools import catalog
from oathtools.catalog import AmbiguousName, UnknownName, find, match


@pytest.mark.parametrize(
    ("words", "card_id"),
    [
        ("site:Plains", "site.plains"),
        ("site.plains", "site.plains"),
        ("site: plains", "site.plains"),
        ("Plains", "site.plains"),
        ("PLAINS", "site.plains"),
        ("peoples-favor", "banner.peoples_favor"),
        ("people's favor", "banner.peoples_favor"),
        ("people’s  favor", "banner.peoples_favor"),
        ("the people's favor", "banner.peoples_favor"),
        ("darkest-secret", "banner.darkest_secret"),
        ("banner.darkest_secret", "banner.darkest_secret"),
        ("Conquest", "vision.conquest"),
        ("vision of conquest", "vision.conquest"),
        ("Vision:Faith", "vision.faith"),
        ("longbows", "denizen.longbows"),
        ("long bows", "denizen.longbows"),
        ("Long-Lost Heir", "denizen.long_lost_heir"),
        ("longlostheir", "denizen.long_lost_heir"),
        ("Tinkers Fair", "denizen.tinkers_fair"),
        ("card:Tinker's Fair", "denizen.tinkers_fair"),
        ("hidden place", "site.the_hidden_place"),
        ("the plains", "site.plains"),
        ("Imperial Seat", "site.the_tribunal"),
        ("Surprise Attack", "denizen.sneak_attack"),
        ("Hall of Liberation", "edifice.hall_of_mockery"),
        ("Great Slums", "site.great_slum"),
        ("the grand scepter", "relic.grand_scepter"),
        ("people", "oath.people"),
        ("oath of devotion", "oath.devotion"),
        ("goal: protection", "oath.protection"),
        ("brutal", "reliquary.brutal"),
        (" map ", "relic.map"),
    ],
)
def test_any_spelling_of_a_name(words, card_id):
    assert match(words) == (card_id, True)


@pytest.mark.parametrize(
    ("words", "card_id"),
    [
        ("Lngbws", "denizen.longbows"),
        ("dsgrcd cptn", "denizen.disgraced_captain"),
        ("lonbgows", "denizen.longbows"),
        ("Longbow", "denizen.longbows"),
        ("tinkrs fair", "denizen.tinkers_fair"),
        ("relic theif", "denizen.relic_thief"),
        ("garrisson", "denizen.garrison"),
        ("peoples favour", "banner.peoples_favor"),
        ("vow of peece", "denizen.vow_of_peace"),
        ("sprawling", "edifice.sprawling_rampart"),
        ("site:mountian", "site.mountain"),
    ],
)
def test_typos_and_beginnings_are_understood_and_not_exact(words, card_id):
    assert match(words) == (card_id, False)
    assert find(words) == card_id


def test_kinds_narrow_the_choice():
    assert find("bandit", "relic") == "relic.bandit_crown"
    assert find("bandit", kinds=["edifice"]) == "edifice.bandit_rampart"
    assert find("edifice:bandit") == "edifice.bandit_rampart"
    with pytest.raises(UnknownName):
        find("Longbows", "site")
    with pytest.raises(UnknownName):
        find("denizen:longbows", ["relic", "site"])


def test_equally_near_names_are_not_guessed():
    with pytest.raises(AmbiguousName) as several:
        find("bandit")
    assert several.value.ids == ("denizen.bandit_chief", "edifice.bandit_rampart", "relic.bandit_crown")
    assert str(several.value) == "'bandit' may be Bandit Chief, Bandit Rampart or Bandit Crown"


def test_vows_are_not_mixed_up():
    with pytest.raises(AmbiguousName) as several:
        find("vow of")
    assert len(several.value.ids) == 8


@pytest.mark.parametrize("words", ["", "   ", "?", "xyzzy", "q", "Long Parliament of Owls"])
def test_what_is_no_name_is_refused(words):
    with pytest.raises(UnknownName) as unknown:
        find(words)
    assert unknown.value.words == words


def test_a_far_name_is_refused_with_the_nearest():
    with pytest.raises(UnknownName, match="did you mean") as unknown:
        find("hall of debts and moths")
    assert "edifice.hall_of_debate" in unknown.value.suggestions


def test_suggestions_come_best_first():
    assert catalog.suggestions("golden mask")[0] == "relic.grand_mask"
    assert catalog.suggestions("xyzzy") == ()


def test_one_wrong_letter_never_finds_another_card():
    for record in catalog.cards():
        key = catalog.key_of(record.name)
        if len(key) < 6:
            continue
        middle = len(key) // 2
        wrong = f"{key[:middle]}x{key[middle + 1 :]}"
        try:
            assert find(wrong) == record.id, wrong
        except AmbiguousName as several:
            assert record.id in several.ids, wrong
