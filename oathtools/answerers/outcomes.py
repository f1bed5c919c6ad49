"""What the words of a segment tell of what chance or the table gave: dice that fell, cards that were drawn, a face."""

from collections.abc import Iterator

from oathtools.answerers.candidates import Candidate, Candidates
from oathtools.answerers.matching import Misread
from oathtools.answerers.mentions import card_names, throws
from oathtools.answerers.speech import Token, amount, is_empty, is_joint, number, ordinal, unit_of, words
from oathtools.answerers.words import Needs
from oathtools.engine.decision import Form
from oathtools.kit.lazy import pattern
from oathtools.odds.dice import Unread, faces, is_face, is_word_of_dice

_BESIDE = frozenset(("die", "dice", "ones", ":", "!", ".", ";", "…"))
_KEPT = frozenset(("a", "an", "the", "that", "one"))  # of what is empty, these may be of a roll
_WEAK = frozenset(("that", "with", "of", "the"))  # and these alone tell of none
_TRAILING = ("die", "dice", "one", "ones")
_AMONG = frozenset(("another", "a", "an", "the", "and", "with", "of", "that", "die", "dice", "ones", "one", "plain"))
_SWORDS = pattern(r"\d+s")  # no Supply, where dice fell
_KINDS = {"denizen": ("denizen", "vision"), "": ("denizen", "vision", "relic", "site")}


def answers_of(of: Candidates) -> Iterator[Candidate]:
    """What a segment may answer, to whichever question: of chance and the table as well as of a player."""
    return outcomes(of) if of.decision.form is Form.OUTCOME else iter(of)


def outcomes(of: Candidates) -> Iterator[Candidate]:
    """What of a segment may answer a question for chance or the table."""
    kind, about = of.decision.kind, of.decision.about
    if kind.endswith("-roll"):
        yield from _rolled(of)
    elif kind.endswith(".die"):
        if not any(of.found[at].low == "be" for at in of.segment.places):  # be a six: a wish
            yield from (Candidate([str(each.number.many)], each.places) for each in of.counts("", "die"))
    elif kind.endswith(("draw", ".top")) or (isinstance(about, dict) and "source" in about):
        yield from _drawn(of)
    else:
        card = about.get("card", "") if isinstance(about, dict) else ""
        back = of.state.handles[card].back if card in of.state.handles else ""
        named = list(card_names(of.segment, of.used, _KINDS.get(back, (back,))))
        new = [each for each in named if each.option not in of.state.where and not throws(of.segment, each.start)]
        yield from (Candidate(each.option, each.places) for each in new[:1] or named)  # the second is played next


def _rolled(of: Candidates) -> Iterator[Candidate]:
    """Runs of words for faces, with numbers and what stands between them."""
    die, other = ("attack", "defense") if "attack" in of.decision.kind else ("defense", "attack")
    found, at = of.found, of.segment.start
    first = next((each for each in of.segment.members if of.used.isdisjoint(each.places)), None)
    if first and found[first.start].low == other and is_word_of_dice(other, found[first.end - 1].low):
        of.fault = Needs(of.decision)  # this one is rolled before
        return
    counts = (each for each in of.segment.counts if of.segment.is_of_totals(each)
              or (each.number.unit and not _SWORDS.fullmatch(found[each.start].low)))  # fmt: skip
    taken = of.used.union(*(each.places for each in counts))  # so many dice
    while at < of.segment.end:
        end = at
        while end < of.segment.end and end not in taken and _of_dice(of, end, die):
            end += 1
        last = end
        while last > at and (is_joint(each := found[last - 1]) or is_empty(each) or each.low in _TRAILING):
            last -= 1
        run = [each.low for each in found[at:last]]
        if any(is_word_of_dice(die, each) for each in run if each not in _WEAK):
            who = of.segment.subjects_at(at)
            plain = [each.low for each in found[at:last] if each.low not in _BESIDE and not _says_nothing(each)]
            plain = ["two" if each == "both" else each for each in plain]  # both swords and the skull
            shown = " ".join(each for each in plain if each not in ("with", "the"))
            clause = of.segment.clause_at(at)
            if clause.every and is_face(die, shown):
                if any(amount(each.number, of.decision.high) is None for each in clause.counts):
                    of.fault = Misread(f"there are {of.decision.high} dice to be rolled", "Say what each shows")
                    return
                plain = [str(of.decision.high), shown]  # both dice are blank
            try:
                fell = faces(die, " ".join(plain), of.decision.high)
            except Unread as fault:
                of.fault = Misread(fault.message, fault.hint)
            else:
                if of.mine(at) or len(who) > 1:
                    yield Candidate(fell, frozenset(range(at, last)))
        at = end + 1


def _of_dice(of: Candidates, at: int, die: str) -> bool:
    token = of.found[at]
    plain = is_joint(token) or token.low in _AMONG or _says_nothing(token) or number(token.low) is not None
    return not token.name and (plain or is_word_of_dice(die, token.low))


def _says_nothing(token: Token) -> bool:
    return token.low not in _KEPT and (is_empty(token) or token.low == "of")


def _drawn(of: Candidates) -> Iterator[Candidate]:
    """Cards in a row as they were drawn: names, backs, numbers of either; *three*, of which nobody tells more."""
    row: list[str] = []
    used: set[int] = set()
    high, segment = of.decision.high, of.segment
    names = {each.start: each for each in card_names(segment, of.used)}
    draws = {*words()["answers"]["draw"], "draw", "search"}
    own_names = {each.option for each in names.values() if not (own := segment.own_verbs_at(each.start)) or own & draws}
    by_name = any(each.startswith("denizen.") for each in own_names)  # drew three: Jinx, Tutor and Augury
    put = {*words()["spots"]["down"], *words()["spots"]["by"]}
    plain = () if by_name else (each for each in of.counts("") if segment.own_verbs_at(each.start) & draws
                                and put.isdisjoint(segment.lows_of(segment.clause_at(each.start))))  # fmt: skip
    several = (each for each in (*of.counts("card", "denizen", "vision"), *plain) if 0 < each.number.many <= high)
    counts = {each.start: each for each in several if (each.number.unit or each.number.many < high)
              and not (by_name and each.number.many == len(own_names))}  # fmt: skip
    for at in segment.places:
        own = segment.own_verbs_at(at)
        who = segment.subjects_at(at)
        if at in used or at in of.used or (own and not own & draws) or (who and of.decision.who not in who):
            continue  # said of something else, or of somebody else: hired from the Longbows, Dee draws
        if at in names and row[-1:] == ["vision"] and names[at].option.startswith("vision."):
            row[-1] = names[at].option  # the first is a Vision: Conquest
            used |= names[at].places
        elif at in names and names[at].option not in row:
            row.append(names[at].option)
            used |= names[at].places
        elif at in counts and counts[at].number.many + len(row) <= high:
            unit, many = (counts[at].number.unit or "card").replace("card", "denizen"), counts[at].number.many
            row += _before(of, at, row) if unit == "vision" else []
            row += [unit] * many
            used |= counts[at].places
        elif of.found[at].low == "denizen" and [at] == [*segment.clause_at(at).places]:
            row, used = [*row, "denizen"], {*used, at}
        elif unit_of(of.found[at].low) == "vision" and not of.found[at].name and segment.before(at) != "of":
            row += [*_before(of, at, row), "vision"]
            used.add(at)
    every = [each for each in of.counts("", "card") if each.number.of(0) == high
             and (not (own := segment.own_verbs_at(each.start)) or own & draws)]  # fmt: skip
    if row:
        yield Candidate(row, frozenset(used))
    elif every:
        yield Candidate(["denizen"] * high, every[0].places)


def _before(of: Candidates, at: int, row: list[str]) -> list[str]:
    """The cards before a Vision that nobody names: *the second card was a Vision*."""
    clause = of.segment.clause_at(at)
    joints = (at for at in range(clause.start, of.segment.start, -1) if is_joint(of.found[at - 1]))
    start = next(joints, of.segment.start)  # the second one | Ann draws is a Vision
    place = ordinal(" ".join(each.low for each in of.found[start : clause.end])) or 1
    return ["denizen"] * (place - 1 - len(row))
