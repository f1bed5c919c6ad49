"""Adjudication: may this be done here, what may be done at all, and what would have to be otherwise.

``why`` is a verdict on one request (``verdicts``), read stage by stage (``walk``) from the rows that also offer and
refuse; a *no* carries its smallest repairs (``repairs``), a *yes* its derivation (``derivation``). ``legal`` lists
everything that may be done now (``offers``).
"""

from typing import TYPE_CHECKING

from oathtools.kit.lazy import names_in
from oathtools.procedures.adjudicate.walk import PLAYING, in_act_phase_of, refusals
from oathtools.procedures.campaign.declaration import Family
from oathtools.procedures.machine.request import END, Change, Opinion, Repair, Request
from oathtools.procedures.turn import ACTIONS

if TYPE_CHECKING:
    from oathtools.procedures.adjudicate.derivation import Legal, Offer, Usable, legal
    from oathtools.procedures.adjudicate.repairs import after
    from oathtools.procedures.adjudicate.verdicts import deciding_odds, judge_answer, judge_placing, under_way, why

__all__ = ["ACTIONS", "END", "PLAYING", "Change", "Family", "Legal", "Offer", "Opinion", "Repair", "Request", "Usable"]
__all__ += ["after", "deciding_odds", "in_act_phase_of", "judge_answer", "judge_placing", "legal", "refusals"]
__all__ += ["under_way", "why"]

__getattr__ = names_in(
    __name__,
    derivation=("Legal", "Offer", "Usable", "legal"),
    repairs=("after",),
    verdicts=("deciding_odds", "judge_answer", "judge_placing", "under_way", "why"),
)
