"""A decision: one question of the rules, who answers it, and which answers are legal.

Answers are plain JSON values. Option ids are stable; labels and prompts never decide anything.

========== ===========================================================
form       answer
========== ===========================================================
ONE        an option id
SOME       a list of different option ids, ``low`` to ``high`` of them
AMOUNT     a whole number from ``low`` to ``high``
DISTRIBUTE a mapping of option id to a number; the sum is ``low`` to ``high``, no share above its cap
ORDER      all option ids, in the order wanted
OUTCOME    what chance or the table says: a face, a card, a list of them
NOTE       free text
========== ===========================================================
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import StrEnum
from itertools import chain
from typing import TYPE_CHECKING, Any, Final, NamedTuple

if TYPE_CHECKING:
    from fractions import Fraction
    from random import Random

# -- legality as rows: one definition that offers, refuses and explains ------------------------------------------------
#
# A rule yields ``(holds, clause, because)``, or ``(holds, clause, because, source)`` where the row comes from a card or
# a ruling instead of the law; one more member is the id of a ruling whose reading the row carries out. A candidate is
# legal when no row fails; an illegal one carries *all* rows that fail. ``because`` is a sentence that is true when the
# row fails; it may contain ids, which the renderer turns into names. Of a row that holds it is never read: where rows
# are made by the thousand, ``fits or f"..."`` saves building it.


Row = tuple[Any, ...]
LAW: Final = "law"


class Refusal(NamedTuple):
    """One failed row: the clause, the reason, and what it comes from (``law``, or the id of a card or a ruling)."""

    clause: str
    because: str
    source: str = LAW


def holds(rows: Iterable[Row]) -> bool:
    """Do all rows hold? Stops at the first that fails, so that sentences nobody reads are never built."""
    for row in rows:  # noqa: SIM110 (a plain loop is twice as fast, and this runs for every row)
        if not row[0]:
            return False
    return True


def failed(rows: Iterable[Row]) -> list[Refusal]:
    """Every row that fails, in the order of the rules."""
    return [Refusal(*row[1:4]) for row in rows if not row[0]]


def stated(rows: Iterable[Row]) -> Iterator[tuple[bool, Refusal]]:
    """Every row with its verdict, for derivations."""
    for row in rows:
        yield bool(row[0]), Refusal(*row[1:4])


Answer = Any


class Form(StrEnum):
    ONE = "one of"
    SOME = "some of"
    AMOUNT = "amount"
    DISTRIBUTE = "distribute"
    ORDER = "order"
    OUTCOME = "outcome"
    NOTE = "note"


class DeadEnd(Exception):
    """A question without a legal answer: a fault in the rules as coded, never a fault of a player."""

    def __init__(self, decision: "Decision") -> None:
        super().__init__(f"{decision.kind} for {decision.who} has no legal answer")
        self.decision = decision


class NotOffered(Exception):
    """An answer that the question does not offer, with every reason."""

    def __init__(self, decision: "Decision", answer: Answer, refusals: list[Refusal]) -> None:
        reasons = "; ".join(f"{each.because} ({each.clause})" for each in refusals)
        super().__init__(f"{answer!r} is not offered by {decision.kind}" + (f": {reasons}" if reasons else ""))
        self.decision, self.answer, self.refusals = decision, answer, refusals


class Decision:
    """One question.

    ``kind`` names the rule that asks (hard in a journal), ``who`` the seat that answers or throws, ``cites`` the
    clauses. ``options`` are the candidate ids in a stable order; ``rows(id)`` are the legality rows of one of them,
    ``finish(answer)`` those of a whole answer. ``private``: the options read something that others may not know, so
    the question is never skipped. ``default`` answers an optional question. For an OUTCOME, ``sample(rng)`` draws an
    answer with the right chances and ``finish`` says which answers are possible; ``chances()`` are answers that part
    all that may come, each with its chance, where they can be counted (cards may be told by their backs). ``heard``:
    an offer to somebody, who is asked even if one answer is all there is. ``witness`` is an option that is worth
    judging first where a choice is looked for, and afterwards one that was found legal; it decides nothing.
    """

    __slots__ = (
        *("_judged", "about", "caps", "chances", "cites", "default", "finish", "form", "high", "kind", "low"),
        *("options", "overheard", "private", "prompt", "rows", "sample", "who", "witness"),
    )

    def __init__(
        self,
        kind: str,
        who: str,
        form: Form,
        *,
        cites: tuple[str, ...] = (),
        options: Sequence[str] = (),
        rows: Callable[[str], Iterable[Row]] | None = None,
        finish: Callable[[Any], Iterable[Row]] | None = None,
        low: int = 0,
        high: int = 0,
        caps: dict[str, int] | None = None,
        private: bool = False,
        overheard: bool = False,
        default: Answer = None,
        prompt: str = "",
        sample: "Callable[[Random], Answer] | None" = None,
        chances: "Callable[[], Iterable[tuple[Answer, Fraction]]] | None" = None,
        about: Any = None,
    ) -> None:
        self.kind, self.who, self.form, self.cites = kind, who, form, cites
        self.options, self.rows, self.finish = options, rows, finish
        self.low, self.high, self.caps = low, high, caps
        self.private, self.overheard, self.default, self.prompt = private, overheard, default, prompt
        self.sample, self.chances, self.about = sample, chances, about
        self.witness: str | None = None
        self._judged: dict[str, bool] = {}

    def __repr__(self) -> str:
        return f"<{self.kind} for {self.who}: {self.form.value}>"

    # -- legality ------------------------------------------------------------------------------------------------

    def fits(self, option: str) -> bool:
        """Has this option no failed row? Judged once: the table stands still while the question is open."""
        if self.rows is None:
            return True
        fits = self._judged.get(option)
        if fits is None:
            fits = True
            for row in self.rows(option):  # ``holds`` itself: nothing runs as often
                if not row[0]:
                    fits = False
                    break
            self._judged[option] = fits
        return fits

    def forget(self) -> None:
        """What the rows read has changed while the question is open: judge the options anew."""
        self._judged.clear()

    def legal(self) -> Iterator[str]:
        """The options with no failed row, lazily, in their order."""
        return filter(self.fits, self.options)

    def refused(self) -> list[tuple[str, list[Refusal]]]:
        """The candidates that are not offered, each with all its failed rows."""
        if self.rows is None:
            return []
        pairs = ((option, failed(self.rows(option))) for option in self.options)
        return [(option, refusals) for option, refusals in pairs if refusals]

    def allows(self, answer: Answer) -> bool:
        """Is the answer legal? Cheap: looks at this one candidate only."""
        if self._shape(answer) is not None or not all(map(self.fits, self._parts(answer))):
            return False
        return self.finish is None or holds(self.finish(answer))

    def refusals(self, answer: Answer) -> list[Refusal]:
        """Every reason against an answer; empty if it is legal."""
        return failed(self._rows_of(answer))

    def check(self, answer: Answer) -> None:
        """Raise ``NotOffered`` unless the answer is legal."""
        if not self.allows(answer):
            raise NotOffered(self, answer, self.refusals(answer))

    def misshapen(self, answer: Answer) -> str | None:
        """What is wrong with the form of an answer (no option, no number in range ...), or None."""
        return self._shape(answer)

    def _rows_of(self, answer: Answer) -> Iterator[Row]:
        shape = self._shape(answer)
        if shape:
            yield False, self.cites[0] if self.cites else "", shape
            return
        if self.rows is not None:
            for option in self._parts(answer):
                yield from self.rows(option)
        if self.finish is not None:
            yield from self.finish(answer)

    def _parts(self, answer: Answer) -> Iterable[str]:
        if self.form is Form.ONE:
            return (answer,)
        if self.form is Form.SOME:
            return list(answer)
        if self.form is Form.DISTRIBUTE:
            return [option for option, share in answer.items() if share]
        return ()

    def _shape(self, answer: Answer) -> str | None:
        """What is wrong with the form of an answer, or None."""
        form = self.form
        if form is Form.ONE:
            return None if isinstance(answer, str) and answer in self.options else f"{answer} is not among the options"
        if form is Form.AMOUNT:
            whole = isinstance(answer, int) and not isinstance(answer, bool)
            return None if whole and self.low <= answer <= self.high else f"a number from {self.low} to {self.high}"
        if form is Form.SOME:
            return self._shape_of_some(answer)
        if form is Form.DISTRIBUTE:
            return self._shape_of_shares(answer)
        if form is Form.ORDER:
            right = isinstance(answer, list) and len(answer) == len(self.options)
            right = right and all(option in answer for option in self.options)
            return None if right else "all options, each once, in the order wanted"
        if form is Form.NOTE:
            return None if isinstance(answer, str) else "a text"
        return None

    def _shape_of_some(self, answer: Answer) -> str | None:
        if not isinstance(answer, list):
            return "a list of options"
        strange = [option for option in answer if option not in self.options]
        if strange:
            return f"{strange[0]} is not among the options"
        if len(set(answer)) != len(answer):
            return "an option is named twice"
        return None if self.low <= len(answer) <= self.high else f"{self.low} to {self.high} options"

    def _shape_of_shares(self, answer: Answer) -> str | None:
        if not isinstance(answer, dict):
            return "a number for each option"
        for option, share in answer.items():
            cap = self.high if self.caps is None else self.caps.get(option, 0)
            if option not in self.options:
                return f"{option} is not among the options"
            if not isinstance(share, int) or isinstance(share, bool) or not 0 <= share <= cap:
                return f"{option}: a number from 0 to {cap}"
        total = sum(answer.values())
        return None if self.low <= total <= self.high else f"the sum is {total}, not {self.low} to {self.high}"

    # -- skipping ------------------------------------------------------------------------------------------------

    def sole(self) -> Answer:
        """The one legal answer if there is exactly one, else None. Raises ``DeadEnd`` if there is none.

        Chance, notes and private questions never have a sole answer: skipping them would leak or guess. Offers neither.
        """
        if self.private or self.overheard:
            return None
        form = self.form
        if form is Form.ONE:
            return self._sole_option()
        if form is Form.AMOUNT and self.finish is None:
            if self.low > self.high:
                raise DeadEnd(self)
            return self.low if self.low == self.high else None
        if form is Form.ORDER and len(self.options) < 2:
            return list(self.options)
        if form is Form.SOME and self.finish is None:
            legal = list(self.legal())
            if self.low > len(legal):
                raise DeadEnd(self)
            if self.high == 0 or not legal:
                return []
            return legal if self.low == len(legal) else None
        if form is Form.DISTRIBUTE and self.finish is None:
            return self._sole_share()
        return None

    def _sole_option(self) -> Answer:
        sole = None
        options, witness = self.options, self.witness
        # The ends are often legal, to end or to go on, and so is what was legal the last time. Options may come twice.
        likely = options[-1:] if witness is None or witness not in options else (options[-1], witness)
        for option in chain(likely, options[:1], reversed(options)):
            if option != sole and self.fits(option):
                if sole is not None:
                    self.witness = option
                    return None
                sole = option
        if sole is None:
            raise DeadEnd(self)
        return sole

    def _sole_share(self) -> Answer:
        if self.high == 0:
            return {}
        legal = list(self.legal())
        caps = [self.high if self.caps is None else self.caps.get(option, 0) for option in legal]
        if self.low > sum(caps):
            raise DeadEnd(self)
        if self.low == self.high == sum(caps):
            return {option: cap for option, cap in zip(legal, caps, strict=True) if cap}
        if len(legal) == 1 and self.low == self.high <= caps[0]:
            return {legal[0]: self.high}
        return None

    # -- for those who answer ------------------------------------------------------------------------------------

    def random(self, rng: "Random", shunned: Sequence[str] = ()) -> Answer:
        """A random legal answer (uniform over options for ONE; for chance, ``sample``).

        ``shunned``: options of ONE that are chosen only where no other is legal.
        """
        if self.sample is not None:
            return self.sample(rng)
        form = self.form
        if form is Form.ONE:
            return self._random_option(rng, shunned)
        if form is Form.AMOUNT:
            return self._first_allowed(lambda: rng.randint(self.low, self.high))
        if form is Form.SOME:
            legal = list(self.legal())
            high = min(self.high, len(legal))
            return self._first_allowed(lambda: rng.sample(legal, rng.randint(min(self.low, high), high)))
        if form is Form.ORDER:
            return self._first_allowed(lambda: rng.sample(list(self.options), len(self.options)))
        if form is Form.DISTRIBUTE:
            return self._first_allowed(lambda: self._random_shares(rng))
        if form is Form.NOTE:
            return ""
        raise DeadEnd(self)

    def _random_option(self, rng: "Random", shunned: Sequence[str]) -> str:
        """The first legal one in a random order, so that no more options are judged than need be."""
        options = list(self.options)
        for option in shunned:
            while option in options:
                options.remove(option)
        for left in range(len(options), 0, -1):
            picked = int(rng.random() * left)
            option = options[picked]
            if self.fits(option):
                return option
            options[picked] = options[left - 1]
        for option in shunned:
            if self.fits(option):
                return option
        raise DeadEnd(self)

    def _random_shares(self, rng: "Random") -> dict[str, int]:
        legal = list(self.legal())
        room = {option: self.high if self.caps is None else self.caps.get(option, 0) for option in legal}
        shares: dict[str, int] = {}
        for _ in range(rng.randint(self.low, self.high)):
            free = [option for option in legal if shares.get(option, 0) < room[option]]
            if not free:
                break
            option = free[int(rng.random() * len(free))]
            shares[option] = shares.get(option, 0) + 1
        return shares

    def _first_allowed(self, draw: Callable[[], Answer]) -> Answer:
        answer = draw()
        for _ in range(200):
            if self.allows(answer):
                return answer
            answer = draw()
        if self.default is not None and self.allows(self.default):
            return self.default
        raise DeadEnd(self)
