"""Every word of a segment counts: what none of the answers, nor what came of them, explains is refused.

A word says an answer, names something that an answer or an event is about, counts what was moved, is a word for what
was done, or means nothing by itself. It is asked of all words alike, whichever reading is tried.

What a number is of, its part, says which it may be: dice are those of the pools (5.5.2), what is more or less is what
a plan or a target adds (7.5), what is given up or falls is what was sacrificed or killed (5.5.5, 5.5.6), what is thrown
away was discarded (5.1.3), what is paid or got for it moved so (5.3.2, 5.4.2). One of no such part is of anything.
"""

from collections.abc import Iterator, Sequence, Set
from functools import cache

from oathtools import catalog
from oathtools.answerers.clauses import Clause, Count, Segment
from oathtools.answerers.done import BATTLE, NOTHING, PIECES, Done, texts_of
from oathtools.answerers.matching import key
from oathtools.answerers.mentions import ASKS, card_names, throws
from oathtools.answerers.reading import KEEPS, PLACE
from oathtools.answerers.speech import Number, is_company, is_empty, is_joint, unit_of, verbs_of, words
from oathtools.kit.text import NUMBER_WORDS
from oathtools.odds.battle import Battle
from oathtools.procedures.actions.play import DISCARD
from oathtools.procedures.campaign.fight import BANDITS, PLAN
from oathtools.procedures.turn import END

_WAYS = {"from": "from", "off": "from", "to": "to", "onto": "to", "into": "to"}
_BACK = {"from": "to", "to": "from"}
_TIED = frozenset((*_WAYS, "at", "against", "for", "with", "on"))
_RESULTS = frozenset(("win", "lose", "beat", "defeat", "fail"))
_OF_WHICH_NOTHING = frozenset(("no", "without", "or", "in", "at", "on"))  # no Longbows, nobody in Plains
_PUTS, _STAY = frozenset(("put", "keep", "lay", "tuck", "place")), frozenset(("leave", "left"))
_FALLS, _OTHERS = frozenset(("lose", "die", "kill", "fall")), ("other", "others")
_SEVERAL = 2  # from which number on a word is one that must be explained: one is also somebody, or something
_CHANGES = frozenset(("more", "less", "fewer", "extra", "off", "away", "minus", "additional", "another"))
_CHANGED = frozenset(("knock", "remove", "add"))
# Behind these one is no number; with these a number comes of something; by these pieces are handed over.
_POINTS = frozenset(("this", "that", "which", "first", "second", "third", "last", "a", "an"))
_CAME = frozenset(("so", "then", "after", "makes", "making", "leaves", "leaving"))
_HANDED = frozenset(("throw", "burn", "give", "feed", "pay", "spend", "lose"))


def strange_word(segment: Segment, used: frozenset[int], done: Done) -> int | None:
    """The place of the first word that nothing explains; None if all are explained."""
    counted = {at for each in segment.counts if used.isdisjoint(each.places) and _is_so_many(segment, each, done)
               for at in each.places}  # fmt: skip
    results = [each for each in segment.members if any(forms & _RESULTS for forms in each.verbs.values())]
    counted |= {at for clause in results for each in clause.counts
                if each.number.many in done.totals and not each.number.unit for at in each.places}  # fmt: skip
    wrong = {each.start for each in segment.counts if _is_wrong(segment, each, done)}
    # One is also somebody, but one purple is so many of something: it has to have moved, whichever way.
    ones = [each for each in segment.counts if each.number.many == 1 and each.number.unit]
    some = {each.start for each in ones if used.isdisjoint(each.places)
            and not done.has(each.number, segment.verbs_at(each.start) & _STAY, segment.lows)} - counted  # fmt: skip
    ended = [at for each in segment.members if each.is_over for at in each.places]
    if ended and ("act", END) not in done.answers:
        return ended[0]
    enders = {each.who for each in done.entries if each.answer == END}
    for each in segment.members if enders else ():  # Bo done, Bo's turn
        if each.subjects and enders.isdisjoint(each.subjects) and segment.lows_of(each) & {"done", "finished"}:
            return each.start
    ended = [at for at in ended if segment.found[at].low in words()["of_a_turn"]]
    unnamed = [each for each in card_names(segment, used) if done.keeps_unnamed(each.option)
               and segment.verbs_at(each.start) & words()["keeps"]]  # fmt: skip
    ended += [at for each in unnamed[:1] for at in each.places]
    for at in segment.places:
        if at in wrong or _is_wrong_gain(segment, at, done):
            return at
        if at in used or at in counted or at in ended:
            continue
        if at in some and at not in segment.denials:
            return at
        if not (_rightly_denied(segment, at, done) if at in segment.denials else _is_explained(segment, at, done)):
            return at
    return _wrong_result(segment, done)


def _is_wrong_gain(segment: Segment, at: int, done: Done) -> bool:
    """Is something said to be traded *for* what it was not (5.3.2)?"""
    unit = unit_of(segment.found[at].low)
    paid = unit not in PIECES or segment.verbs_at(at) & words()["comes"]  # gets a favor for his secret
    gains = () if paid else [answer for kind, answer in done.answers if kind == "trade.for"]
    return bool(gains) and segment.before(at) == "for" and not any(unit in str(answer) for answer in gains)


def _is_explained(segment: Segment, at: int, done: Done) -> bool:
    token, book, clause = segment.found[at], words(), segment.clause_at(at)
    low, plain = token.low, token.low.removesuffix("'s").removesuffix("'")
    named, tie = {key(plain), key(low)}, segment.before(at)
    if (seat := clause.seat_at(at)) is not None:
        acts = seat in clause.subjects and "where" not in segment.lows
        mine = seat in done.who or done.touches(seat) or (clause.denials and seat in done.sides)
        return bool(mine) if acts else seat in done.ids
    if token.name:
        first = next(each for each in range(at, -1, -1) if each == 0 or not segment.found[each - 1].name)
        no = clause.denials[0] if clause.denials else first  # does not use Longbows
        uses = segment.before(first) in _OF_WHICH_NOTHING or any("use" in clause.verbs.get(each, ())
                                                                 for each in range(no, first))  # fmt: skip
        if clause.denials and uses and named & (done.declined | done.left_out):
            return True
        if named & done.left_out and not clause.denials:
            return False
        keepers = set[str]().union(*(done.kept.get(each, set()) for each in named))
        if keepers and (throws(segment, at) or keepers.isdisjoint(segment.subjects_at(at) or keepers)):
            return False  # kept, and got rid of, or said of another
        if keepers and "use" in segment.own_verbs_at(at) and "power.card" not in dict(done.answers):
            return False  # kept, and not used yet
        why = {segment.found[each].low for each in range(max(0, at - 4), at)} & book["causes"]
        if named & done.on_the_table and why:
            return True  # thanks to Magician's Code
        if segment.lows_of(clause) & {"target", "targets"}:
            return bool(named & done.answered)
        if done.fell and tie in ("on", "at") and "lose" in segment.own_verbs_at(at) and not named & done.fell:
            return False  # it was lost elsewhere (5.5.6)
        back = at - 2 if segment.found[at - 1].low == "the" else at - 1
        is_it = at > clause.start and segment.found[back].low in ("its", "is")  # the last one, it's Lush Coast
        way = "to" if is_it or not verbs_of(tie).isdisjoint(book["heads_for"]) else _WAYS.get(tie, "")
        if way and not named & done.ways[way] and named & done.ways[_BACK[way]]:
            return False  # from where something came to
        # For, in, and: what one campaigns for, not where somebody stands.
        there = tie in ("at", "near", "by") if done.fights else not way and tie != "on"
        ties = {segment.found[each].low for each in range(clause.start, at)} & book["besides"]
        if ties and catalog.key_of(low) in (done.on_the_table if "where" in ties else done.near):
            return True  # where something is, or what it lies beside
        others = segment.found[clause.start : at]
        if named & done.lying and any(each.name or unit_of(each.low) == "relic" for each in others):
            return True  # the Elders out on the Rocky Coast
        return (there and bool(named & done.around)) or done.is_named(plain) or done.is_named(low)
    if low.isdecimal() or low in NUMBER_WORDS[_SEVERAL:]:
        return False
    if low in book["faces"] and done.battle is not None:  # told as a roll, or of one that was: the skull kills one
        return segment.found[at - 1].low in book["told_again"]
    if low in ("herself", "himself", "themselves", "myself"):
        before = at - 1 if at > clause.start else at
        return clause.seat_at(before) is not None or before in clause.verbs or segment.found[before].low in done.ids
    brought = next((answer for kind, answer in done.answers if kind == "move-warbands.to"), "board")
    if "sacrifice" in verbs_of(low) and clause.denials and done.battle is not None:
        return not any(each.kind == "sacrifice" for each in done.events)
    if low == "board" and brought != "board" and tie not in ("from", "off", "of"):
        return False
    if low in (*book["spots"]["down"], *book["spots"]["by"]):  # it went away, or to a site, and is not kept so
        went = [str(answer) for kind, answer in done.answers if kind == PLACE]
        verbs = _PUTS if DISCARD in went else {"keep"} if any(each.startswith("site.") for each in went) else set()
        if segment.own_verbs_at(at) & verbs:
            return False
    if low == "or":
        return bool(clause.denials)  # no plans from me or Ann
    if low == "site" and tie == "to":  # kept, and not yet put there
        return any(text.startswith("site") for _, answer in done.answers for text in texts_of(answer))
    if is_company(low) and tie in _TIED:  # to the beach: said with a name, or it is one
        return any(segment.found[each].name for each in segment.places)
    if is_empty(token) or is_joint(token) or low in book["links"] or low in book["persons"] or low in book["beside"]:
        return True
    if verbs_of(low) & book["refrains"] and any(answer in NOTHING for _, answer in done.given):
        return True
    if verbs_of(low) & done.vocabulary or (segment.denials and verbs_of(low) & (book["of_plans"] | book["anybody"])):
        return True
    if unit := unit_of(low):
        answers = (text for _, answer in done.answers for text in texts_of(answer))
        moved = _moves(segment, at, unit) if clause.verbs else frozenset()  # an Arcane favor: it came, or went
        counts = unit in ("card", "denizen", "die") or done.has(Number(-2, unit), moved)
        sort = unit in ("vision", "relic") and (segment.denials or any(text.startswith(unit) for text in done.ids))
        return bool(counts or sort) or any(unit in text for text in answers)
    ids = {plain, BANDITS if low == "bandit" else plain.removesuffix("s") if plain[:-1] in catalog.SUITS else plain}
    if done.is_named(plain) or not done.ids.isdisjoint(ids):
        return True
    if low in book["where"] and "where" in segment.lows:
        return True  # where only the bandits live
    return (done.battle is not None and low in book["results"]) or (low in book["row_of_cards"] and bool(done.events))


def _rightly_denied(segment: Segment, at: int, done: Done) -> bool:
    """What is said not to be: an answer that does nothing, further plans or targets, a Vision that was not drawn."""
    lows = segment.lows
    if lows & words()["untold"] or (done.untold and "say" in lows):  # nobody says which
        return done.untold
    denied = any(str(answer) in forms for _, answer in done.given for forms in segment.clause_at(at).verbs.values())
    if denied or lows & words()["more"]:
        return bool(done.entries) and not denied
    who = segment.subjects_at(at)
    if done.idle and (done.idle | done.sides).issuperset(who):
        return True
    if any(kind.endswith(".place") for kind, _ in done.answers):  # nobody stays at Wastes
        named = [segment.found[each] for each in segment.clause_at(at).places if segment.found[each].name]
        return all(key(each.low) in done.left_out for each in named)
    if lows & {"plan", "plans", "use", "play"} and any(kind.startswith(BATTLE) for kind, _ in done.answers):
        plans = [each.who for each in done.entries if each.kind == PLAN and each.answer != "go-on"]
        return not any(not who or each in who for each in plans)
    kinds = {each.kind for each in done.events}
    if any(each.kind == "nothing" and each.facts.get("what") in lows for _, each in done.told):
        return True  # the bank is empty
    if done.battle is not None and lows & {"sacrifice", "sac"}:
        return "sacrifice" not in kinds
    return bool(lows & {"vision", "visions"}) and "card" in kinds and "visions_drawn" not in kinds


# -- numbers -----------------------------------------------------------------------------------------------------------


def _is_wrong(segment: Segment, count: Count, done: Done) -> bool:
    """Is a number said of something of which it is another?"""
    if count.number.many < 0:
        return False
    if count.number.many == 1 and not count.number.unit and segment.found[count.start - 1].low in _POINTS:
        return False
    known = _part(segment, count, done)
    return known is not None and count.number.many not in known


def _part(segment: Segment, count: Count, done: Done) -> Set[int] | None:
    """The numbers that one may be by what it is of; None where it may be of anything."""
    for each in (_set_against, _staying, _changed, _dice, _given_up, _fallen, _thrown, _kept, _old, _exchanged, _cost):
        known = each(segment, count, done)
        if known is not None:
            return known
    return None


def _battles(segment: Segment, count: Count, done: Done) -> Iterator[Battle]:
    """The battle as its targets make it, and behind each plan; not those that are named behind what comes so."""
    clause = segment.clause_at(count.start)
    before, behind = ({key(each.low) for each in some if each.name}
                      for some in (segment.found[: count.start], segment.found[count.end :]))  # fmt: skip
    told = [event for came, event in done.told if came >= 0 and event.kind in ("pools", "plan")]
    for event in told[:1]:
        yield event.facts["battle"] if event.kind == "pools" else event.facts["use"].before
    for event in told:
        if event.kind == "plan":
            named = done.words_of([str(event.facts["card"])])
            if not _comes(segment, clause) or named & before or not named & behind:
                yield event.facts["use"].after


def _comes(segment: Segment, clause: Clause) -> bool:
    """Is it said that a number comes of something: *so 4 dice*, *7 then*?"""
    around = (segment.found[clause.start - 1], *segment.found[clause.end : clause.end + 1])
    return not _CAME.isdisjoint((*segment.lows_of(clause), *(each.low for each in around)))


def _set_against(segment: Segment, count: Count, done: Done) -> Set[int] | None:
    """One of two pools, or of what two rolls came to, that are set against each other: *4 v 2*, *3 dice to 1*."""
    for pair in segment.clause_at(count.start).set_against:
        if count not in pair:
            continue
        at = pair.index(count)
        row: list[tuple[int, ...]] = [(each.attack, each.defense) for each in _battles(segment, count, done)]
        if not any(each.number.unit for each in pair):
            row += [one for each in (done.rolled, done.totals) if each for one in (each, each[::-1])]
        return {each[at] for each in row if each[1 - at] == pair[1 - at].number.many} if row else None
    return None


def _dice(segment: Segment, count: Count, done: Done) -> Set[int] | None:
    """The dice of a side (5.5.2), or all warbands of the force, where all are said."""
    row, clause = list(_battles(segment, count, done)), segment.clause_at(count.start)
    verbs, lows = segment.own_verbs_at(count.start), segment.lows_of(clause)
    both = "both" in segment.lows_of(clause)
    all_of = count.number.every and not (count.number.unit or both) and verbs.isdisjoint(_HANDED)
    came, way = _comes(segment, clause), segment.before(count.start)
    fell = any(segment.found[at].low in words()["faces"] for at in range(segment.start, count.start))
    with_all = way == "with" and count.number.unit in ("", "warband") and verbs & _fights() and not fell
    alone = came and len(row) > 1 and not (count.number.unit or verbs)  # Longbows for -1, 7 then
    if not row or not (count.number.unit == "die" or alone or all_of or with_all):
        return None
    taken = {answer for kind, answer in done.answers if kind.endswith(".dice") and isinstance(answer, int)}
    if with_all and taken:
        return taken | {row[0].attack}
    if all_of and not taken:
        return None
    if all_of:
        targets = (answer for kind, answer in done.answers if kind.endswith(".targets"))
        return taken | {row[0].force, *(len(answer) for answer in targets if isinstance(answer, list))}
    if [each.low for each in segment.found[count.end : count.end + 1]] in (["plus"], ["+"]):
        row = row[:1]  # three dice plus one by a plan
    if came and len(row) > 1:
        pools = zip(row[-2][1:3], row[-1][1:3], strict=True)  # attack, defense
        return {now for before, now in pools if now != before} or {row[-1].attack, row[-1].defense}
    attackers = {about.actor for about in done.about if hasattr(about, "actor")} or {done.entries[0].who}
    owner = [seat for at in range(clause.start, count.start) if (seat := clause.seat_at(at))]
    who = owner or segment.subjects_at(count.start)
    theirs = both or clause.of_bandits or lows & {"defense"} or (attackers and who and attackers.isdisjoint(who))
    known = {each.attack >> each.halvings for each in row} if came or both or not theirs else set()
    known |= {each.defense for each in row} if theirs else set()
    # Who takes a die for each warband has no more to take for one that a target takes away.
    whole = taken & {row[0].force} if count.number.every or row[0].attack < row[0].force else set()
    return known if came or theirs else known | whole


@cache
def _fights() -> frozenset[str]:
    return frozenset((BATTLE, "fight", *(each.split()[0] for each in words()["acts"][BATTLE])))


def _changed(segment: Segment, count: Count, done: Done) -> Set[int] | None:
    """How many dice a plan or a target adds or takes (5.5.2, 7.5)."""
    uses = [event.facts["use"] for _, event in done.told if event.kind == "plan"]
    start = count.start
    around = {each.low for each in segment.found[max(start - 1, 0) : count.end + 1]}
    signed = around & {"-", "minus"} and (segment.found[start - 2].name or segment.found[start - 2].low == "for")
    own = segment.own_verbs_at(start)
    knocks = own & _CHANGED or (count.number.unit and "lose" in own)
    plus = segment.found[start - 1].low in ("plus", "+") and count.number.unit != "warband"
    if count.number.unit not in ("", "die") or not (uses or around & {"minus"}):
        return None
    if not (signed or plus or knocks or (count.number.unit == "die" and around & _CHANGES)):
        return None
    pairs = [(use.before, use.after) for use in uses]
    known = {abs(after.attack - before.attack) for before, after in pairs}
    known |= {abs(after.defense - before.defense) for before, after in pairs}
    return known | {abs(each.force - each.attack) for each in _battles(segment, count, done)}


def _given_up(segment: Segment, count: Count, done: Done) -> Set[int] | None:
    """How many were sacrificed (5.5.5): it must be just so many (9.5)."""
    given = sum(event.facts["count"] for event in done.events if event.kind == "sacrifice")
    verbs, unit = segment.own_verbs_at(count.start), count.number.unit
    surely = verbs & (frozenset(words()["answers"]["sacrifice"]) - words()["weak"])
    if not given or unit not in ("", "warband") or not (surely or (unit and verbs & (_HANDED - {"lose"}))):
        return None
    return {given}


def _staying(segment: Segment, count: Count, done: Done) -> Set[int] | None:
    """The warbands that stay with somebody, on the board (2.2)."""
    clause, own = segment.clause_at(count.start), segment.own_verbs_at(count.start)
    placed = any(kind.endswith(".place") or kind.startswith("move-warbands") for kind, _ in done.answers)
    own_board = "keep" in own or (own & {"stay", "remain"} and segment.lows_of(clause) & {"with", "board"})
    at_site = any(segment.found[at].name or segment.found[at].low in ("site", "here", "there") for at in clause.places)
    if not placed or not own_board or at_site or count.number.unit not in ("", "warband"):
        return None
    seat = next(iter(segment.subjects_at(count.start)), segment.actor)
    return {done.state.count(f"board.{seat}", _color(seat, done))}


def _fallen(segment: Segment, count: Count, done: Done) -> Set[int] | None:
    """How many fell, or left a site for a board (5.5.6)."""
    if count.number.unit not in ("", "warband") or segment.own_verbs_at(count.start).isdisjoint(_FALLS):
        return None
    gone = [each for came, each in done.told if came >= 0
            and (each.kind in ("kill", "sacrifice") or (each.kind == "move" and "5.5.6" in each.cites))]  # fmt: skip
    if not gone:
        return None
    who = set(segment.subjects_at(count.start))
    gone = [each for each in gone if each.facts["what"] in {_color(seat, done) for seat in who}] or gone
    fell = [each.facts["count"] for each in gone if each.kind == "kill"]
    return {*(each.facts["count"] for each in gone), sum(fell), sum(each.facts["count"] for each in gone)}


def _color(seat: str, done: Done) -> str:
    return seat if done.state.players[seat].role == "exile" else "purple"


def _thrown(segment: Segment, count: Count, done: Done) -> Set[int] | None:
    """How many were discarded (5.1.3)."""
    gone = sum(event.kind == "discard" for event in done.events) or done.thrown
    others = segment.before(count.start) in _OTHERS or segment.found[count.end - 1].low in _OTHERS
    cards = count.number.unit in ("", "card", "denizen")
    if not gone or not cards or not (others or segment.own_verbs_at(count.start) & words()["throws"]):
        return None
    named = sum(throws(segment, each.start) for each in card_names(segment, frozenset()))
    return {gone, done.thrown, gone - named}


def _kept(segment: Segment, count: Count, done: Done) -> Set[int] | None:
    """One card is kept of those drawn (5.1.4)."""
    own, kept = segment.own_verbs_at(count.start), any(kind in (*KEEPS, PLACE) for kind, _ in done.answers)
    put = {*words()["spots"]["down"], *words()["spots"]["by"]}
    keeps = own & {"keep", "stay"} or (own & words()["keeps"] and put & segment.lows_of(segment.clause_at(count.start)))
    return {1} if kept and keeps and count.number.unit in ("", "card", "denizen") else None


def _old(segment: Segment, count: Count, done: Done) -> Set[int] | None:
    """What lay on a banner before (5.4.4)."""
    from_it = (each.facts for each in done.events if str(each.facts.get("from")).startswith("banner."))
    lay = [facts["count"] for facts in from_it if "count" in facts]
    lies = {each.low for each in segment.found[count.end : count.end + 3]} & {"was", "lay"}
    old = segment.before(count.start) == "old" or lies
    return {*lay, sum(lay)} if lay and old else None


def _exchanged(segment: Segment, count: Count, done: Done) -> Set[int] | None:
    """What was paid for something, and what it brought (5.3.2, 5.4.2)."""
    unit, way = count.number.unit, segment.before(count.start)
    deals = [(came, each) for came, each in done.told if came >= 0 and not {"5.3.2", "5.4.2"}.isdisjoint(each.cites)]
    if any(each.kind == "action" for each in done.events):
        deals = [each for each in deals if each[0]]  # not what an action before it brought
    if unit not in ("", *PIECES) or not deals or not (unit or way in ("for", "with")):
        return None
    pays = segment.own_verbs_at(count.start) & words()["leaves"] and way != "for"
    moved = [each.facts for _, each in deals if each.facts.get("what") in ((unit,) if unit else PIECES)]
    came = {facts["count"] for facts in moved if str(facts.get("to")).startswith("board.")}
    went = {facts["count"] for facts in moved if str(facts.get("from")).startswith("board.")}
    brings = way == "for" and all("5.3.2" in each.cites for _, each in deals)
    return (set() if pays or (way == "with" and not unit) else came) | (set() if brings else went) or None


def _cost(segment: Segment, count: Count, done: Done) -> Set[int] | None:
    """What a way or a search cost, where it is not said of what, or as Supply, and what is left (5.1.1, 5.6.1)."""
    own, way = segment.own_verbs_at(count.start), segment.before(count.start)
    spent = [event for came, event in done.told if came >= 0 and event.kind == "spent_supply"]
    facts = (each.facts for each in done.events if str(each.facts.get("from")).startswith("board."))
    paid = {each["count"] for each in facts if each.get("what") in PIECES}
    costs = {each.facts["from"] - each.facts["to"] for each in spent}
    gained = any(came >= 0 and event.kind == "supply" for came, event in done.told)
    if gained or not any(not {"5.1.1", "5.6.1"}.isdisjoint(each.cites) for each in spent):
        return None
    if count.number.unit == "supply":
        lows = segment.lows_of(segment.clause_at(count.start))
        if lows & {"left", "leaves", "leaving"}:
            return {each.facts["to"] for each in spent} | {each.supply for each in done.state.players.values()}
        told = lows & {*words()["states"], *_CAME, "down"} or own & words()["comes"] or way in ("to", "at", "on")
        return None if told else {*costs, sum(costs)}
    return paid | costs if not count.number.unit and (own & {"pay", "spend"} or way == "for") else None


def _mover(segment: Segment, count: Count) -> Sequence[str]:
    """Who moves so many: whoever is named, or acts, unless it is *that leaves three*."""
    that = segment.lows_of(segment.clause_at(count.start)) & {"that", "which", "this", "it"}
    return segment.subjects_at(count.start) or (() if that else (segment.actor,))


def _is_so_many(segment: Segment, count: Count, done: Done) -> bool:
    """Is it so many of anything that moved, fell or was taken?"""
    known = _part(segment, count, done)
    if known is not None:
        return count.number.many in known
    verbs = _moves(segment, count.start, count.number.unit)
    has = done.has(count.number, verbs, segment.lows, _mover(segment, count))
    lows = segment.lows_of(segment.clause_at(count.start))
    ties = words()["links"] | words()["persons"].keys()  # two more for him
    alone = all(at in count.places or is_empty(segment.found[at]) or segment.found[at].low in ties
                for at in segment.clause_at(count.start).places)  # fmt: skip
    told = ("got" in lows and lows & {"is", "have", "has"}) or {"that", "is"} <= lows
    so_many = alone and lows.isdisjoint(ASKS | _CHANGES)
    if told or (so_many and (count.number.unit or "there" in lows)):
        has = (has and "now" not in lows) or done.comes_to(count.number, "now" in lows)  # that's seven for me
    elif (alone or (verbs & words()["sure"] and not count.number.unit)) and done.lately:  # from the Charm, 2
        has = has or any(many == count.number.many and way == "+" for _, many, way in done.lately)
    back = segment.before(count.start) == "for" or "back" in segment.lows_of(segment.clause_at(count.start))
    if back and not (has or count.number.unit):  # a secret for 2, and 2 back
        has = done.has(count.number, words()["comes"], segment.lows, _mover(segment, count))
    return has and not _wrong_rest(segment, count, done)


def _moves(segment: Segment, at: int, unit: str) -> frozenset[str]:
    """The verbs by which so many move: what something is given away *for*, comes; what it is got for, or with, goes."""
    verbs = segment.verbs_at(at)
    book, way = words(), segment.before(at)
    gone = "leaves" if verbs & book["comes"] else "comes" if verbs & book["leaves"] else ""
    paid = way == "for" or (way == "with" and gone == "leaves" and unit in (*PIECES, "supply"))
    return book[gone] if gone and paid else verbs


def _wrong_rest(segment: Segment, count: Count, done: Done) -> bool:
    """Is it said to be a price that none was, or what dice came to that they did not; the first of other cards?"""
    own, way = segment.own_verbs_at(count.start), segment.before(count.start)
    if way == "for" and not (count.number.unit or count.number.every):
        return not any(many == count.number.many and went in ("+", "-") for _, many, went in done.moved)
    given = sum(event.facts["count"] for event in done.events if event.kind == "sacrifice")
    if die := segment.die_before(count):
        attack, defense = done.rolled or (-1, -1)
        return count.number.many not in ((attack, attack + given) if die == "attack" else (defense,))
    if not count.number.unit and own & {"make", "total", "sum"} and any(e.kind == "rolled_battle" for e in done.events):
        return count.number.many not in (*done.rolled, *done.totals)
    first = way == "first" and own & {*words()["throws"], "go"} and count.number.unit in ("", "card", "denizen")
    return bool(first) and count.number.many not in (done.thrown, -1)


def _wrong_result(segment: Segment, done: Done) -> int | None:
    """The place of a verb that says that somebody won or lost who did not, or of totals that did not come (5.5.5)."""
    battle = done.battle
    for clause in segment.members if done.rolled else ():
        gives = {*words()["answers"]["sacrifice"]}  # what is given behind it does not count yet
        later = any(at >= clause.end and forms & gives for each in segment.members for at, forms in each.verbs.items())
        rolled = [done.rolled, done.rolled[::-1], *([] if later else [done.totals])]
        tells = any(forms & _RESULTS for forms in clause.verbs.values())
        if not tells and (at := _wrong_totals(segment, clause, rolled)) is not None:
            return at
    for clause in segment.members if battle is not None else ():
        if any(unit_of(segment.found[at].low) for at in clause.places) or (clause.counts and not clause.set_against):
            continue  # loses two warbands, loses one
        for at, forms in clause.verbs.items():
            if not forms & _RESULTS:
                continue
            who = segment.subjects_at(at) or (battle["attacker"],)
            won = (who[0] == battle["attacker"]) == bool(battle["won"])
            if won != bool(forms & {"win", "beat", "defeat"} and not segment.lows & {"accept", "take"}):
                return at
            right = [done.totals] if won else [done.totals, done.totals[::-1]]
            if (at := _wrong_totals(segment, clause, right)) is not None:
                return at
    return None


def _wrong_totals(segment: Segment, clause: Clause, right: Sequence[tuple[int, ...]]) -> int | None:
    """The place of two totals of a battle that are said, *six to five*, and were others."""
    for one, other in clause.set_against:
        if not (one.number.unit or other.number.unit or (one.number.many, other.number.many) in right):
            return one.start
    return None
