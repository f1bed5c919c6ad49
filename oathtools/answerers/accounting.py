"""Every word of a line counts: what none of the answers that came of it explains is refused, nothing is done.

The readers take the words that they know; this stands behind all of them and asks of each word what became of it. A
word is part of an answer (its name, what it is called at this table, its number), belongs to the action, or means
nothing by itself (``_MEANS_NOTHING``). A negation is only explained by an answer that does nothing, a question by none.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cache

from oathtools import catalog
from oathtools.answerers.done import does_nothing, texts_of
from oathtools.answerers.matching import Calls, Label, key
from oathtools.answerers.requests import ENDS, forms, verbs
from oathtools.answerers.speech import Unexplained, unit_of
from oathtools.engine.decision import Answer, Form
from oathtools.journal.entry import Entry
from oathtools.kit.lazy import pattern
from oathtools.procedures.actions.wording import COUNTS
from oathtools.procedures.campaign.fight import ROLLS
from oathtools.procedures.turn import ACTIONS, END
from oathtools.table.effects import Event
from oathtools.table.state import State

Answered = Sequence[tuple[str, Answer]]


def _set(words: str) -> frozenset[str]:
    return frozenset(words.split())


_WORD = pattern(r"[^\W_]+(?:['\u2019][^\W_]+)*|\?+")
_MEANS_NOTHING = _set("""a an the this that these those to at on in into onto from off of for with against and plus by
    as via using over i we he she they it me him her them us my our his their its own i'm i'll i'd let's lets am is are
    be will want like would please then now ok okay well just only here there turn phase back some each one's
    it's answer card cards denizen denizens use uses using default
    """)
_COUNTS_OUT = _set("roll rolls leave leaves put puts place places move moves send sends drop drops pay pays give gives")
_MANY = _set("all both every everything max each rest others other whole half")
_AGREES = _set("yes y yeah sure ok okay aye accept accepts agree agrees allow allows so")
_NEGATIONS = _set("""no not none nothing never n nope nay without neither nor zero decline declines refuse refuses
    nobody untold unseen deny denies skip pass instead except cannot""")
_NEVER_BEGUN = _NEGATIONS | _set("or if but unless maybe perhaps can may")
_ALL_BUT = pattern(r"\ball but (\w+)", re.IGNORECASE)


def account(
    text: str,
    entries: Sequence[Entry],
    skipped: Answered,
    events: Sequence[Event],
    before: State,
    label_of: Callable[[str], Label],
) -> None:
    """Ask of each word of a line what became of it. Raises ``Unexplained`` for the first that nothing explains.

    ``entries`` are the answers that came of it, ``skipped`` those that went without saying, ``events`` what was done,
    ``before`` how the table stood.
    """
    if any(entry.form == Form.NOTE for entry in entries) or not entries:
        return
    given = [(entry.kind, entry.answer) for entry in entries]
    spent = _Spent(given, [*given, *skipped], events)
    known = set(_named(spent.answers, {entry.who for entry in entries}, before, label_of))
    if any(value in before.handles for value in spent.values):  # it may be called by a name that nobody reads
        names = (catalog.name_of(card) for card in catalog.ids())
        known |= {key(word) for name in names if key(name) in key(text) for word in _WORD.findall(name)}
    passed = [(entry.kind, _offered(entry)) for entry in entries if does_nothing(entry.answer)]
    declined = set(_named(passed, {entry.who for entry in entries}, before, label_of))
    goes = [str(answer) for kind, answer in given if kind.endswith(".to") and str(answer).startswith("site.")]
    whither = {key(word) for site in goes for word in _WORD.findall(catalog.name_of(site))}
    words = _WORD.findall(_ALL_BUT.sub(" ", text))
    for at, word in enumerate(words):
        if key(word) in whither and "from" in map(str.casefold, words[max(at - 2, 0) : at]):
            raise Unexplained(f"{word} is where it goes, not where it comes from: nothing was done", f"Say to {word}")
        if key(word) in declined and words[at - 1 : at] and words[at - 1].casefold() in ("no", "without"):
            continue  # *no Longbows*, where nothing was used
        if not (key(word) in known or spent.explains(word.casefold(), words[at + 1 :]) or _spelt(word, known)):
            raise unexplained(word, text, before)


def _offered(entry: Entry) -> list[str]:
    return [str(each) for each in entry.options] if isinstance(entry.options, list) else []


def _spelt(word: str, known: set[str]) -> bool:
    """Is it the beginning of a word that is explained, or that word mistyped?"""
    plain = key(word)
    if not plain.isalpha() or word.casefold() in _NEVER_BEGUN:
        return False
    return any(name.startswith(plain) or catalog.mistyped(word, name) for name in known)


def unexplained(word: str, text: str, before: State) -> Unexplained:
    """What is wrong with a word of a line that nothing explains, and what may be said instead."""
    plain = word.casefold()
    if plain in _NEGATIONS or plain.endswith("n't"):
        return Unexplained(f"{word!r}: what is not done is not recorded", "Say what is done")
    if word.startswith("?"):
        hint = "May it be done? oathtools why, and the same words"
        return Unexplained(f"{text!r} is a question: nothing was done", hint)
    if any(plain in (player.name.casefold(), f"{player.name.casefold()}'s") for player in before.players.values()):
        hint = "Leave the name out, or see whose turn it is"
        return Unexplained(f"{word} is another player than the one who acts", hint)
    if plain.isdigit() or plain in COUNTS:
        return Unexplained(f"{word!r} is no number of what would be done", "Leave the number out to see what it is")
    why = f"{word!r} was not understood, so nothing of the line was done"
    return Unexplained(why, "Leave it out, or say it in other words")


class _Spent:
    """What some answers explain besides the names of what they say."""

    def __init__(self, given: Answered, answers: Answered, events: Sequence[Event]) -> None:
        self.answers, self.values = answers, [each for _, answer in answers for each in texts_of(answer)]
        counted = any(isinstance(answer, int | list | dict) for _, answer in answers)
        self.counts = counted or any(value.isdigit() for value in self.values)
        self.vocabulary = _vocabulary(tuple(sorted({kind for kind, _ in answers}, key=str)), self._actions())
        self.rolled = any(kind in ROLLS or kind.endswith((".die", "-roll")) for kind, _ in answers)
        self.drawn = any(isinstance(answer, list) and ("draw" in kind or kind == "look") for kind, answer in answers)
        self.nothing = any(does_nothing(answer) for _, answer in given)
        self.agrees = any(answer == "yes" for _, answer in given)
        self.alone = len(given) == 1
        self.numbers = {int(each) for value in self.values for each in re.findall(r"\d+", value)}
        for answer in (answer for _, answer in answers if isinstance(answer, list)):
            self.numbers |= {len(answer), *Counter(map(str, answer)).values()}  # *2 and the Vision of Conquest*
        self.moved: dict[str, set[int]] = {}
        for event in events:
            if isinstance(event.facts.get("count"), int):
                self.moved.setdefault(str(event.facts.get("what")), set()).add(event.facts["count"])

    def _actions(self) -> tuple[str, ...]:
        names = {kind.partition(".")[0] for kind, _ in self.answers}
        return tuple(sorted(names.union(str(answer) for kind, answer in self.answers if kind == "act")))

    def explains(self, word: str, following: Sequence[str]) -> bool:
        """Does anything that was done explain a word, before those that follow it?"""
        if word in _MEANS_NOTHING or word in self.vocabulary or self.rolled:
            return True
        number = int(word) if word.isdecimal() else COUNTS.index(word) if word in COUNTS[1:] else None
        if number is not None:
            moved = self.moved.get(unit_of(following[0].casefold()), ()) if following else ()
            return number in self.numbers or number in moved or (self.alone and not following)
        if word.startswith("?") or word in ("unknown", "untold"):
            return self.drawn
        if word in _NEGATIONS or word.endswith("n't"):
            return self.nothing
        return (word in (_MANY | _COUNTS_OUT) and self.counts) or (word in _AGREES and self.agrees)


@cache
def _vocabulary(kinds: tuple[str, ...], actions: tuple[str, ...]) -> frozenset[str]:
    """The words that belong to some kinds of questions and to some actions, whatever is said of them."""
    texts = [re.sub(r"[.-]", " ", kind) for kind in kinds]
    begun = [verb for verb, name in (*verbs().items(), *((end, END) for end in ENDS)) if name in actions]
    for record in (ACTIONS[name] for name in actions if name in ACTIONS):
        texts += [each for each in (record.label, record.menu, record.phrase) if isinstance(each, str)]
        texts += [*record.flags, *record.begins, record.besides]
        texts += [f"{field.flag} {field.unit} {field.name}" for field in record.fields]
        texts += [label.removesuffix("s") for field in record.fields for label in field.labels.values()]
    words = (word.casefold() for text in (*texts, *begun) for word in _WORD.findall(re.sub(r"\{\w+\}", " ", text)))
    known = frozenset(form for word in words for part in word.split("-") for form in forms(part))
    return known - (_NEGATIONS - {"pass"})


def _named(answers: Answered, who: set[str], before: State, label_of: Callable[[str], Label]) -> Iterator[str]:
    """The words of all names of what was answered, and of those who answered."""
    values = [(kind, value) for kind, answer in answers for value in texts_of(answer)]
    for kind, value in (*values, *(("", seat) for seat in who)):
        for name in _names_of(value, label_of(kind), before, who):
            yield key(name)
            for word in _WORD.findall(name):
                yield from (key(word), f"{key(word)}s")


def _names_of(value: str, label: Label, before: State, who: set[str]) -> Iterator[str]:
    option = re.split("[=@]", value)[0]
    yield from (re.sub("[._-]", " ", value), label(value), label(option))
    if catalog.is_card(option):
        yield from (catalog.name_of(option), *getattr(catalog.card(option), "aliases", ()))
    if option.startswith("site.") and option in before.zone("map"):
        slot = before.zone("map").index(option)
        yield from (player.name for player in before.players.values() if player.slot == slot)
    for seat in who & before.players.keys():
        yield from Calls(before, seat, None, label).names(option)
