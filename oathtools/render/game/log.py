"""What has happened, told for people: a sentence or two for each answer, with the clauses it rests on.

The sentences say what the viewer could know when it happened: cards drawn, kept and discarded out of sight stay
``a denizen`` or ``a Vision``, since backs are public (9.4, A-100). What the table let pass, corrected, or took back
past a roll or a draw is marked.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from oathtools import catalog, odds
from oathtools.journal.entries import undos
from oathtools.journal.entry import Entry
from oathtools.journal.play import Play, line_began, lost_by
from oathtools.kit.datafiles import load
from oathtools.kit.text import Hint, capital, count, listed, percent
from oathtools.procedures.machine.registry import VARIANT_PREFIX
from oathtools.procedures.turn import ACTIONS
from oathtools.render.document import Block, Line, Message, apart
from oathtools.render.game.phrase_pieces import (
    DESCRIBED,
    UNTOLD,
    Moment,
    Move,
    Phrase,
    Scene,
    all_cites,
    all_moves,
    moments,
    seen,
    untold,
)
from oathtools.render.game.phrases import phrases, targets_of, won_how
from oathtools.render.names import Names
from oathtools.table.effects import Event

ROUND, TURN, MARK, FOLDED = "round", "turn", "mark", "folded"

# Questions of the Chronicle that name what nobody may see.
_UNSEEN: dict[str, str] = load("words")["drawn_unseen"]

# For ``since``: from the beginning, what happened before the first answer included.
ALL = -1


class LogLine(NamedTuple):
    """A line of the log: the number of the answer it belongs to, the sentence, its clauses.

    ``powers`` are those by which it was so, each with its name; ``moves`` are what hands at a table do by these words.
    ``gist`` is what of it stands in a turn that is folded: who does what.
    ``kind`` is ``told``, a heading (``round``, ``turn``), ``mark`` for what the table did beside the rules, or
    ``untold`` for what could not be told: it says by name what happened, and harms no other line.
    """

    n: int
    text: str
    cites: tuple[str, ...] = ()
    kind: str = DESCRIBED
    powers: tuple[tuple[str, str], ...] = ()
    moves: tuple[Move, ...] = ()
    gist: tuple[tuple[str, str], ...] = ()

    def __str__(self) -> str:
        """The sentence with its clauses, and with the powers that it does not name itself."""
        rests = "; ".join(filter(None, (", ".join(self.cites), ", ".join(self.unnamed))))
        return f"{self.text} ({rests})" if rests else self.text

    @property
    def unnamed(self) -> list[str]:
        """The powers that the sentence does not name itself."""
        return [name for _, name in self.powers if name not in self.text]

    def as_data(self) -> dict[str, Any]:
        """The line for programs."""
        powers = [power for power, _ in self.powers]
        return {"n": self.n, "text": self.text, "cites": list(self.cites), "powers": powers, "moves": list(self.moves)}


def lines(play: Play, names: Names, since: int = ALL, only: Callable[[Moment], bool] | None = None) -> list[LogLine]:
    """What happened after entry ``since``, as the viewer of ``names`` may hear it. Never raises.

    ``only`` picks the moments that are told; headings and what the table did beside the rules are told anyway.
    """
    teller = _Teller(play, names, since, only)
    lines_so_far = sorted([*teller.marks(), *teller.drawn(), *teller.events()], key=lambda line: line.n)
    return [line for line in lines_so_far if line.n > since]


def before_last(play: Play, count: int) -> int:
    """The entry after which the last so many answers in force came, for ``since``."""
    return play.live[-count - 1].n if 0 <= count < len(play.live) else ALL


def document(lines: Sequence[LogLine], whole: Hint | None = None) -> list[Block]:
    """The lines of a log, with the numbers that ``undo --to`` takes; a blank line before each heading.

    A long one is folded where there is a command that shows it whole.
    """
    return apart(*by_round(lines, whole))


def by_round(lines: Sequence[LogLine], whole: Hint | None = None) -> list[list[Block]]:
    """The same in parts: what comes before the first round, each round, what is said at the end."""
    fold = len(lines) > _LONG and whole is not None
    lines = folded(lines) if fold else lines
    digits = max((len(str(line.n)) for line in lines), default=1)
    parts: list[list[Block]] = [[]]
    for line in lines:
        if line.kind == ROUND:
            parts.append([line.text.upper()])
        elif line.kind == TURN:
            parts[-1] += [*([""] if parts[-1] else []), line.text]
        else:
            mark = "! " if line.kind in (MARK, UNTOLD) else ""
            most = 2 if line.kind == FOLDED else None
            parts[-1].append(Line(str(line), f"{line.n:>{digits}}  {mark}", digits + 2, most))
    return [*parts, [Message((*_FOLDS, whole))] if fold and whole else []]


_LONG = 60  # lines of a log; more are folded
_FOLDS = ("Turns before the last one are told in short. Line by line: ",)


def folded(lines: Sequence[LogLine]) -> list[LogLine]:
    """The lines of a log, of each turn before the last one a line of what was done in it; marks stay as they are."""
    last = max((at for at, line in enumerate(lines) if line.kind == TURN), default=0)
    parts = groupby(lines[:last], key=lambda line: line.kind in (ROUND, TURN, MARK, UNTOLD))
    return [line for apart, part in parts for line in (part if apart else [_fold(list(part))])] + [*lines[last:]]


def _fold(turn: Sequence[LogLine]) -> LogLine:
    """A turn in a line; where nothing was done in it, its last line."""
    whole = []
    for subject, doing in groupby((each for line in turn for each in line.gist), key=lambda each: each[0]):
        many = Counter(says for _, says in doing)
        whole.append(capital(f"{subject} {listed([says + _OFTEN[min(n, 3)].format(n) for says, n in many.items()])}."))
    return LogLine(turn[-1].n, " ".join(whole) or turn[-1].text, (), FOLDED)


_OFTEN = ("", "", " twice", " {} times")


class _Teller:
    """Tells a game from its beginning; ``scene`` is what the sentences lean on as it goes."""

    def __init__(self, play: Play, names: Names, since: int, only: Callable[[Moment], bool] | None) -> None:
        self.play, self.names, self.since, self.only = play, names, since, only
        self.scene = Scene(names, names.state.seats[0] if names.state.seats else "")
        self.turn = self.scene.actor
        self.round = 0

    def drawn(self) -> Iterator[LogLine]:
        """For one who may see everything: what the Chronicle drew or shuffled where nobody looks (8)."""
        for entry in self.play.live.since(self.since) if self.names.view.spoil else ():
            if entry.kind in _UNSEEN and isinstance(entry.answer, list) and entry.answer:
                yield LogLine(entry.n, f"{_UNSEEN[entry.kind]}: {listed(list(map(self.names.name, entry.answer)))}.")

    # -- events ----------------------------------------------------------------------------------------------------

    def events(self) -> Iterator[LogLine]:
        """The sentences of what came after ``since``; what came before is followed, for who acts in what."""
        for n, batch in moments(self.play, self.names.view, self.since):
            batch_moments = _without_echoes(batch)
            if n > self.since:
                yield from self._batch(n, batch_moments)
            else:
                for moment in batch_moments:
                    self._follow(n, moment)

    def _batch(self, n: int, batch: list[Moment]) -> Iterator[LogLine]:
        part: list[Moment] = []
        key: tuple[str, ...] = ()
        for moment in batch:
            other = _part(moment)
            if part and (other not in ((), key) or moment.kind in _STARTERS):
                yield from self._sentences(n, part)
                part = []
            key = other or key
            yield from self._follow(n, moment)
            if self.only is None or self.only(moment):
                part.append(moment)
        yield from self._sentences(n, part)

    def _follow(self, n: int, moment: Moment) -> list[LogLine]:
        """Follow who acts in what; headings."""
        try:
            return list(self._enter(n, moment))
        except Exception as fault:
            return list(self._sentences(n, [untold(moment, fault)]))

    def _enter(self, n: int, moment: Moment) -> Iterator[LogLine]:
        kind, facts = moment.kind, moment.facts
        if kind == "turn":
            self.turn = facts["who"]
            self.scene = Scene(self.names, self.turn)
            if facts["round"] != self.round:
                self.round = facts["round"]
                yield LogLine(n, f"Round {self.round}", (), ROUND, (), ({"marker": "round", "to": self.round},))
            turn: Move = {"marker": "turn", "to": self.turn}
            yield LogLine(n, f"{self.names.seat(self.turn)}'s turn", (), TURN, (), (turn,))
        elif kind == "step":
            if not self.scene.setup:
                yield LogLine(n, "Setup", (), ROUND)
            self.scene = Scene(self.names, facts["who"] or self.turn, setup=True)
        elif kind == "adjusted":
            self.turn = facts["who"]
            self.scene = Scene(self.names, self.turn)
        elif kind == "chronicle":
            self.turn = facts["who"]
            self.scene = Scene(self.names, self.turn)
            yield LogLine(n, "Writing the Chronicle", (), ROUND, (), ({"marker": "turn", "to": self.turn},))
        elif kind in ("action", "failed"):
            given = facts.get("given", {})
            card = given.get("card") or given.get("target") or ""
            card = card if isinstance(card, str) else ""
            pile = f"discard.{given['source']}" if given.get("source") in catalog.REGIONS else ""
            to = str(given.get("to", ""))
            self.scene = Scene(self.names, facts["who"], facts["action"], card, source=pile, to=to, n=n)
        elif kind == "pools":
            self.scene = self.scene._replace(fight=f" for {listed(targets_of(moment))}")
        elif kind == "to_roll":
            self.scene = self.scene._replace(fight=f"{self.scene.fight} ({percent(*odds.chance(facts['battle']))})")
        elif kind == "battle":
            became = f"{'beats' if facts['won'] else 'loses to'} {self.names.name(facts['defender'])}"
            self.scene = self.scene._replace(fight=became + self.scene.fight)
        elif kind == "campaign_end":
            self.scene = self.scene._replace(fight="")
        elif self.scene.action and moment.cites and moment.cites[0].startswith("4."):
            self.scene = Scene(self.names, self.turn)
        if kind == "over":
            visions = [self.names.name(each) for each in facts.get("visions") or ()]
            how = [won_how(how, visions) for how, _ in facts["ways"]]
            who = self.names.seat(facts["winner"]) if facts["winner"] else "Nobody"
            yield LogLine(n, f"The game is over. {who} wins {listed(how)}.", moment.cites)

    def _sentences(self, n: int, part: list[Moment]) -> Iterator[LogLine]:
        return _sentences(self.scene, n, part)

    # -- what the table did beside the rules -----------------------------------------------------------------------

    def marks(self) -> Iterator[LogLine]:
        for entry in self.play.live.since(self.since):
            try:
                yield from self._mark(entry)
            except Exception as fault:
                yield LogLine(
                    entry.n, f"What the table did here cannot be told in words ({type(fault).__name__}).", (), MARK
                )
        yield from self._taken_back()

    def _mark(self, entry: Entry) -> Iterator[LogLine]:
        if entry.overruled is not None:
            yield self._overruled(entry)
        elif entry.adjust is not None:
            text = f": {entry.said}" if entry.said else "."
            yield LogLine(entry.n, f"The table stood otherwise and was put right{text}", (), MARK)
        elif entry.remark is not None:
            yield from self._remarked(entry)
        elif entry.readings is not None:
            read = [f"{ruling} is read as ({reading})" for ruling, reading in entry.readings.items()]
            yield LogLine(entry.n, f"From here on {listed([*_played(entry), *read])}.", (), MARK)

    def _remarked(self, entry: Entry) -> Iterator[LogLine]:
        """A note, for all or for whose eyes it is; what the tool rolled for the table, told as the tool's."""
        remark, view = entry.remark or {}, self.names.view
        if "note" in remark and (remark.get("for") in (None, view.viewer) or view.spoil):
            by = self.names.seat(remark["by"]) if remark.get("by") else ""
            head = f"{by} notes" if by else "Note"
            yield LogLine(entry.n, f"{head}{', alone' if remark.get('for') else ''}: {remark['note']}", (), MARK)
        elif "hints" in remark:
            how = "with hints again" if remark["hints"] else "without hints from here on"
            yield LogLine(entry.n, f"The table plays {how}.", (), MARK)
        elif "taught" in remark:
            how = "is taught from here on" if remark["taught"] else "is taught no more"
            yield LogLine(entry.n, f"The table {how}.", (), MARK)
        elif "rolled" in remark:
            yield LogLine(entry.n, f"By this tool, not by hand: {remark['rolled']}.", (), MARK)

    def _overruled(self, entry: Entry) -> LogLine:
        rows: list[Any] = entry.overruled or []
        against = "; ".join(self.names.text(because) for _, because, *_ in rows)
        reason = f": {entry.reason}" if entry.reason else ""
        cites = tuple(dict.fromkeys(clause for clause, *_ in rows if clause))
        return LogLine(entry.n, f"The table let the next pass{reason}. Against it stood: {against}.", cites, MARK)

    def _taken_back(self) -> Iterator[LogLine]:
        """Undos past what dice or cards had told, unless all was brought back; and those of somebody who is known."""
        for entry, lost in undos(self.play.entries, self.since):
            past = any(each.is_chance and not self.play.live.has(each.n) for each in lost)
            if entry.said:
                yield LogLine(entry.n, f"Corrected: {entry.said}.", (), MARK)
                continue
            who = f"{entry.by} took back what followed" if entry.by else "Taken back to"
            if past:
                yield LogLine(entry.n, f"{who} entry {entry.undo_to}, past what dice or cards had told.", (), MARK)
            elif entry.by:
                yield LogLine(entry.n, f"{who} entry {entry.undo_to}.", (), MARK)


def _played(entry: Entry) -> list[str]:
    """The variants that were switched on or off in mid-game."""
    if entry.variants is None:
        return []
    from oathtools.law.rulings_variants import get

    titles = listed([get(name).title for name in entry.variants])
    return [f"{titles} {'is' if len(entry.variants) == 1 else 'are'} in force" if titles else "no variant is in force"]


def _phrases(scene: Scene, run: list[Moment]) -> list[Phrase]:
    """What some moments of one kind say; where that fails, what each of them says, those that fail by name only."""
    try:
        return list(phrases(scene, run))
    except Exception as fault:
        if len(run) == 1:
            return list(phrases(scene, [untold(run[0], fault)]))
        return [phrase for moment in run for phrase in _phrases(scene, [moment])]


def sentences(events: list[Event], names: Names, actor: str, action: str) -> list[LogLine]:
    """What some events of one action say, as the viewer of ``names`` may hear it. Never raises."""
    return list(_sentences(Scene(names, actor, action), 0, _without_echoes(seen(events, names.view))))


def _sentences(at: Scene, n: int, part: list[Moment]) -> Iterator[LogLine]:
    """The sentences of some moments that belong together: what one subject does is one sentence."""
    phrases: list[Phrase] = []
    gist: dict[tuple[str, ...], str] = {}
    begins = part[:1] and part[0].kind == "action" and part[0].cites[:1] not in _SMALL
    scene = at
    for (kind, _), run in groupby(part, lambda moment: (moment.kind, "card" in moment.facts)):
        together = list(run)
        if kind == "pawn":
            # Whoever comes to a facedown site reveals it, moved by another or not.
            scene = scene._replace(actor=together[-1].facts["who"])
        made = _phrases(scene if kind == "faceup" else at, together)
        if kind in _GISTS or (begins and not gist):
            gist |= {each[:2]: at.fight if kind == "battle" else each.says for each in made if each.says}
        phrases += made
    for (subject, kind), group in groupby(_spoken(phrases), lambda phrase: (phrase.subject, phrase.kind)):
        phrased = list(group)
        says = _joined([phrase.says for phrase in phrased if phrase.says])
        if says:
            cites = all_cites(phrase.cites for phrase in phrased)
            powers = tuple((cite, name) for cite in cites if (name := _power(cite)) and cite != at.card)
            clauses = _clauses(cite for cite in cites if not _power(cite))
            does = ((subject, gist[each[:2]]) for each in phrased if each[:2] in gist)
            text = f"{capital(subject)} {listed(says)}."
            yield LogLine(n, text, clauses, kind, powers, all_moves(phrased), tuple(does))


def _spoken(phrases: list[Phrase]) -> list[Phrase]:
    """The phrases, with the moves of those that need no word beside the words that tell them: of the same subject."""
    spoken: list[Phrase] = []
    for phrase in phrases:
        place = next((at for at, each in enumerate(spoken) if each.says and each.subject == phrase.subject), None)
        if phrase.says or not phrase.moves or place is None or spoken[-1].subject == phrase.subject:
            spoken.append(phrase)
        else:
            before = spoken[place]
            spoken[place] = before._replace(cites=(*before.cites, *phrase.cites), moves=(*before.moves, *phrase.moves))
    return spoken


# What stands in a turn that is folded: these events, and of an action the first that happens. Not what begins a
# campaign, which is told by what became of it, and not what is small: a look at a relic, warbands moved.
_GISTS, _SMALL = {"battle", "title", "role", "banner", "pawn", "oath"}, {("5.5",), ("6.4",), ("6.5",)}

# Events with which a new sentence begins whatever came before.
_STARTERS = (
    *("step", "turn", "round", "action", "failed", "over", "adjusted", "rolled"),
    *("chronicle_step", "campaign_end"),
)


def _part(moment: Moment) -> tuple[str, ...]:
    """What a moment belongs to: a numbered step (Wake, Rest, Chronicle); () if it goes with what is before it."""
    first = moment.cites[0] if moment.cites else ""
    if first.startswith(("4.1.", "4.3.")):
        return ("4.3.3",) if first == "4.3.4" else (".".join(first.split(".")[:3]),)
    if first.startswith("8."):
        return (first,)
    return ()


def _without_echoes(batch: list[Moment]) -> list[Moment]:
    """Leave out what is told elsewhere: that a card is turned, where the sentence about its move tells it."""
    moved = {moment.facts["card"] for moment in batch if "card" in moment.facts and "from" in moment.facts}
    return [
        moment
        for moment in batch
        if moment.kind != "learned" and (moment.kind not in ("faceup", "facedown") or moment.facts["card"] not in moved)
    ]


def _joined(says: list[str]) -> list[str]:
    """Without the verb where it was just said: gets 3 secrets and (gets) 2 relics."""
    for index in range(len(says) - 1, 0, -1):
        if says[index].startswith("gets ") and says[index - 1].startswith("gets ") and " from " not in says[index]:
            says[index] = says[index].removeprefix("gets ")
    return says


def _power(cite: str) -> str:
    """The name of a power by which something was so; nothing for a clause."""
    if cite.startswith(VARIANT_PREFIX):
        from oathtools.law.rulings_variants import get

        return get(cite.removeprefix(VARIANT_PREFIX)).title
    return catalog.name_of(cite) if catalog.is_card(cite) else ""


def _clauses(cites: Iterator[str]) -> tuple[str, ...]:
    """Each clause once, in order; a whole section is left out where one of its clauses is named."""
    named = tuple(dict.fromkeys(cites))
    return tuple(cite for cite in named if not any(other.startswith(f"{cite}.") for other in named))


# -- what taking back takes with it, as the log told it, for whoever does it: at the command line, a screen, a phone ---


class Back(NamedTuple):
    """What is to be taken back: to just after which entry, the entries, the lines of the log that tell them.

    ``lost`` are those of the lines that answering once more does not bring back, ``of`` the players who answered.
    ``as_at``: a correction is taken back, and it stands as when that entry was the last.
    """

    to: int
    gone: list[Entry]
    lines: list[LogLine]
    lost: list[LogLine]
    of: Sequence[str] = ()
    as_at: int | None = None

    @property
    def head(self) -> str:
        """How much it is."""
        if self.as_at is not None:
            return "a correction, with what was said again after it; all stands as before it"
        of = f" of {listed(list(self.of))}" if self.of else ""
        return f"{count(len(self.gone), 'answer')}{of}"


def back(play: Play, to: int, names: "Names") -> Back | None:
    """What going back to just after an entry takes with it, as the viewer of ``names`` may hear it; None if nothing."""
    gone = play.recorded.since(to)
    if not gone:
        return None
    lines_of_log = lines_since(play, to, names)
    losing = {entry.n for entry in lost_by(play, to)}
    # A roll or a draw that nothing is told of yet is lost all the same.
    found = [line for line in lines_of_log if line.n in losing]
    silent = [dull(entry, names) for entry in gone if entry.n in losing - {line.n for line in found}]
    who = dict.fromkeys(names.seat(entry.who) for entry in gone if entry.who in names.state.players)
    return Back(to, gone, lines_of_log or [dull(gone[0], names, gone[1:])], [*found, *silent], list(who))


def last_line(play: Play, names: "Names") -> Back | None:
    """The same for the last line that people said, whatever it answered."""
    return back(play, line_began(play), names)


def lines_since(play: Play, since: int, names: "Names") -> list[LogLine]:
    """What the log tells of what happened since an entry, without its headings."""
    return [line for line in lines(play, names, since) if line.kind not in (ROUND, TURN)]


def dull(entry: Entry, names: "Names", more: Sequence[Entry] = ()) -> LogLine:
    """An answer that the log has no line for: it was given within an action, and nothing had happened by it yet.

    ``more`` are those that were given after it; what only some may see is not said.
    """
    if entry.is_chance:
        return LogLine(entry.n, "What dice or cards told.")
    who = names.seat(entry.who) if entry.who in names.state.players else "The table"
    answers = ", ".join(filter(None, (_entry_in_words(each, names) for each in (entry, *more))))
    did = f"says: {answers}" if answers else "answers within an action"
    return LogLine(entry.n, f"{who} {did}; nothing had happened by it yet.")


def _entry_in_words(entry: Entry, names: "Names") -> str:
    """An answer in words: what an action is called, what was named."""
    from oathtools.render.game.prompts import ACT

    if entry.private or not isinstance(entry.answer, str):
        return ""
    action = ACTIONS.get(entry.answer) if entry.kind == ACT else None
    return action.label or action.name if action else names.name(entry.answer)
