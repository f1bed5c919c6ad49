"""The driver: runs the rules up to the next question, takes the answer, goes on.

The rules are a *program*: a function that looks at the state and returns the generator of what happens next, or None
when the game is over. The generator yields decisions and receives answers. Between two generators none is alive: that
is an *action boundary*, where the state alone says everything.
"""

from collections.abc import Callable, Generator, Sequence
from typing import Any

from oathtools.engine.decision import Answer, DeadEnd, Decision, Form

Ask = Generator[Decision, Answer, Any]
Program = Callable[[], Ask | None]


class Driver:
    """Asks the questions of a program one at a time.

    ``pending`` is the open question, None when the game is over. ``skipped`` are the questions since the last answer
    that had one legal answer and were answered by the driver. ``boundaries`` counts action boundaries, ``asked_here``
    the questions since the last one (skipped ones too); ``at_boundary`` is called at each, with the state at rest.
    ``heard``: questions that it never answers itself, however few answers they have. ``ahead``: the answer to come
    where it is known, as in a replay: judged first, it is judged once; it decides nothing.
    """

    __slots__ = (
        *("_forced", "_overheard", "_program", "_running", "_witnesses", "ahead", "at_boundary", "boundaries"),
        *("pending", "questions_here", "skipped"),
    )

    def __init__(
        self,
        program: Program,
        at_boundary: Callable[[], None] | None = None,
        overheard: Callable[[Decision], bool] | None = None,
    ) -> None:
        self._program = program
        self._overheard = overheard
        self._running: Ask | None = None
        self._forced = False
        self._witnesses: dict[str, str | None] = {}
        self.ahead: Answer = None
        self.pending: Decision | None = None
        self.skipped: list[tuple[str, Answer]] = []
        self.boundaries = 0
        self.questions_here = 0
        self.at_boundary = at_boundary

    @classmethod
    def once(cls, steps: Ask | None) -> "Driver":
        """A driver of one generator and nothing else."""
        waiting = [steps]
        return cls(lambda: waiting.pop() if waiting else None)

    def start(self) -> None:
        """Run to the first question."""
        self.skipped = []
        self._advance(None)

    def follow(self, answers: Sequence[Answer]) -> None:
        """Run to the question after these answers, instead of to the first one; nothing on the way is judged again.

        They are all that the same program took before from the same state, in one generator, skipped questions too.
        """
        if not answers:
            self.start()
            return
        running = self._running = self._begun()
        if running is None:
            self.pending = None
            return
        answer = None
        for each in answers:
            running.send(answer)
            answer = each
        self.questions_here = len(answers)
        self.send(answer)

    def answer(self, answer: Answer) -> None:
        """Answer the open question and run to the next one. Raises ``NotOffered`` and changes nothing if illegal."""
        if self.pending is None:
            raise RuntimeError("the game is over: nothing is asked")
        self.pending.check(answer)
        self.send(answer)

    def send(self, answer: Answer) -> None:
        """Give an answer that is known to be legal: one that a bot has just drawn from the options."""
        self.skipped = []
        self._advance(answer)

    def force(self, answer: Answer) -> None:
        """Let an answer pass that the rules refuse, by the word of the people at the table.

        Questions that are left without a legal answer by it, up to the next boundary, are asked all the same.
        """
        self._forced = True
        self.send(answer)

    def trace(self) -> list[str]:
        """The names of the generators that are waiting, outermost first: where the rules are now."""
        names = []
        frame: Any = self._running
        while frame is not None:
            names.append(getattr(frame, "__qualname__", type(frame).__name__))
            frame = getattr(frame, "gi_yieldfrom", None)
        return names

    def _advance(self, answer: Answer) -> None:
        running = self._running
        while True:
            if running is None:
                running = self._running = self._begun()
                if running is None:
                    self.pending = None
                    return
                answer = None
            try:
                decision = running.send(answer)
            except StopIteration:
                running = self._running = None
                continue
            self.questions_here += 1
            if decision.form is not Form.OUTCOME:
                sole = self._sole(decision)
                if sole is not None:
                    self.skipped.append((decision.kind, sole))
                    answer = sole
                    continue
            self.pending = decision
            return

    def _begun(self) -> Ask | None:
        """An action boundary: what the program does next."""
        self.boundaries += 1
        self.questions_here = 0
        self._forced = False
        if self.at_boundary is not None:
            self.at_boundary()
        return self._program()

    def _sole(self, decision: Decision) -> Answer:
        """The sole legal answer or None. What showed a choice the last time is judged first: it often does again."""
        if self._overheard is not None and self._overheard(decision):
            return None
        decision.witness = self.ahead if self.ahead in decision.options[:-1] else self._witnesses.get(decision.kind)
        try:
            sole = decision.sole()
        except DeadEnd:
            if self._forced:
                return None
            raise
        self._witnesses[decision.kind] = decision.witness
        return sole


def finish(steps: Ask) -> Any:
    """Run a generator that must not ask, and return its value. Raises ``RuntimeError`` if it asks after all."""
    try:
        decision = next(steps)
    except StopIteration as end:
        return end.value
    raise RuntimeError(f"{decision!r} was asked where nothing may be asked")
