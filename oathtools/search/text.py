"""Words: how a text is cut into terms, the same for what is indexed and for what is asked.

A term is a lower-case word without accents, apostrophes and ending (Porter's second stemmer, from Whoosh; Whoosh's
version of his first one keeps the doubled letter of *swapping*); number words become digits. ``Token`` keeps where
the word stood, for the snippets.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

_WORD = re.compile(r"[^\W_]+(?:['’ʼ][^\W_]+)*")
_NUMBERS = {
    "zero": "0", "one": "1", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7", "eight": "8",
    "nine": "9", "ten": "10", "eleven": "11", "twelve": "12",
}  # fmt: skip
# Numbers of clauses in a text are references, not words: (5.1.4.2), (3.4.1-3.4.4), 4.1.1.1.
REFERENCE = re.compile(r"\((?=\d)[\d., -]*(?:box)?[\d., -]*\)|\b\d+(?:\.\d+)+\b")
# What Porter's rules do not know: irregular verbs, and words that they would confuse with others.
_IRREGULAR = {
    form: base
    for base, forms in {
        "take": "took taken", "give": "gave given", "draw": "drew drawn", "hold": "held", "win": "won", "pay": "paid",
        "lose": "lost loses losing loss", "spend": "spent", "steal": "stole stolen", "keep": "kept", "buy": "bought",
        "fight": "fought", "choose": "chose chosen", "throw": "threw thrown", "become": "became", "leave": "left",
        "begin": "began begun", "get": "got gotten", "go": "went gone", "break": "broke broken", "hide": "hid hidden",
        "forget": "forgot forgotten", "say": "said", "sell": "sold", "know": "knew known", "see": "saw seen",
        "run": "ran", "fall": "fell fallen", "bring": "brought", "find": "found", "build": "built", "mean": "meant",
        "make": "made", "swear": "swore sworn", "dies": "died dying", "man": "men", "use": "used using",
        "choice": "choices",
    }.items()
    for form in forms.split()
}  # fmt: skip
_KEPT = {"die": "die", "dice": "dice", "dies": "dies", "secrets": "secret"}


class Token(NamedTuple):
    """A word of a text: as written (lower case, plain letters), its term, and its place in the text."""

    word: str
    term: str
    start: int
    end: int


@lru_cache(maxsize=8192)
def term(word: str) -> str:
    """The term of one plain word."""
    if word in _NUMBERS:
        return _NUMBERS[word]
    word = _IRREGULAR.get(word, word)
    if word in _KEPT:
        return _KEPT[word]
    from whoosh.lang.porter2 import stem

    # The stemmer is recursive in nothing but slow on very long words, which are no words.
    return str(stem(word)) if len(word) <= 40 else word[:40]


def tokens(text: str) -> Iterator[Token]:
    """The words of a text, in order, with their places in it."""
    for match in _WORD.finditer(text):
        word = match.group()
        word = word.casefold() if word.isascii() else _without_marks(word)
        if not word.isalnum():
            word = word.replace("'", "").replace("’", "").replace("ʼ", "")
        if word:
            yield Token(word, term(word), match.start(), match.end())


def _without_marks(word: str) -> str:
    import unicodedata

    plain = unicodedata.normalize("NFKD", word).casefold()
    return "".join(character for character in plain if not unicodedata.combining(character))


def terms(text: str) -> list[str]:
    """The terms of a text, in order, references to clauses left out."""
    return [token.term for token in tokens(REFERENCE.sub(" ", text))]


def pair(first: str, second: str) -> str:
    """The term under which two neighboring terms are indexed."""
    return f"{first} {second}"
