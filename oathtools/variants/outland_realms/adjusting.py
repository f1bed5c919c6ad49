"""What people may correct: ``oathtools adjust Plains garrison 3``."""

from typing import NoReturn

from oathtools import catalog
from oathtools.procedures.machine.variant import Data, VariantFault
from oathtools.table.state import SLOT, State
from oathtools.variants.outland_realms.realms import VARIANT


def adjusted(data: Data, state: State, subject: str, words: list[str]) -> Data | None:
    """OR.7: the garrison of a faceup site of a realm at which no player has warbands.

    Of a site that does not lie faceup nothing is said, not even a refusal that would tell that it lies on the map.
    """
    slot = next((slot for slot in range(len(state.zone("map"))) if state.site(slot) == subject), None)
    if len(words) != 2 or words[0].casefold() != "garrison" or slot is None or not state.faceup_site(slot):
        return None
    name = catalog.name_of(subject)

    def refuse(what: str, way: str) -> NoReturn:
        raise VariantFault([(name, what, way)])

    if not words[1].isdigit():
        refuse(f"{words[1]!r} is no number of warbands", "For example: Plains garrison 3")
    if not any(subject in realm["sites"] for realm in data["realms"].values()):
        refuse("it is no site of a realm, so it has no garrison (OR.7)", "oathtools status shows the realms")
    if any(state.count(SLOT[slot], color) for color in catalog.COLORS):
        refuse("a player's warbands stand there, so it has no garrison (OR.8)", f"First: {name} warbands COLOR 0")
    garrisons = {**data["garrisons"], subject: int(words[1])}
    return {**data, "garrisons": {site: count for site, count in garrisons.items() if count}}


VARIANT.adjusted = adjusted
