"""A line with what people shorten, or leave out, in full; what of it is doubted, or said twice, and so not done."""

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise

from oathtools import catalog
from oathtools.answerers import speech
from oathtools.answerers.speech import REGIONS, Token, is_joint, is_strange, number, tokens, verbs_of, words
from oathtools.kit import intake
from oathtools.kit.lazy import pattern
from oathtools.kit.text import NUMBER_WORDS, ORDINALS
from oathtools.odds.dice import is_of_some_die

_SHORT = 3  # letters of a word that nobody shortens
_TIMES = {"twice": 2, "two times": 2, "thrice": 3, "three times": 3}
_BETWEEN = pattern(r"([,;.]|\b(?:and|then)\b)", re.IGNORECASE)
_AGAIN = pattern(rf"(\s*)(\S.*?) ({'|'.join(_TIMES)})(\s*)", re.IGNORECASE)
_INITIAL = pattern(r"\b([A-Z])\. ?([A-Z][a-z]+)\b")
_NUMBERED = pattern(
    rf"\b({'|'.join(ORDINALS[:3])}) ({'|'.join(REGIONS)})\b(?: (?:site|slot|spot|place)\b)?", re.IGNORECASE
)
_ON_IT = pattern(r"\b(?:(?:muster|trad)\w*(?: (?:on|off|from|at))?|us(?:es?|ing)) (it)\b", re.IGNORECASE)
_SO_MANY = pattern(
    rf"\b(\d|{'|'.join(NUMBER_WORDS[2:10])}) (musters|trades|searches)[,:]? ([^,.;:]+(?:, [^,.;:]+)*? and [^,.;:]+)",
    re.IGNORECASE,
)
_EVERYBODY = pattern(rf"\b(?:every(?:body|one)|all (?:the )?(?:(\d|{'|'.join(NUMBER_WORDS[2:8])}) )?"
                     r"(of us|of them|players|exiles))(?: (?:but|except)(?: for)? (\w+))?"
                     r"(?= (?:have |has )?(?:draw|drew|pull|grab|take|took|get|got))", re.IGNORECASE)  # fmt: skip
_STUTTERED = pattern(r"\b([^\W\d_]{2,})(?: \1\b)+", re.IGNORECASE)


def written_out(line: str) -> str:
    """A line with what people shorten in full: fd, w/, thats."""
    short = words()["short"]
    for idiom, plain in words()["idioms"].items():
        line = re.sub(idiom, plain, line, flags=re.IGNORECASE)
    # Blank blank are two of them, two two is no number.
    line = _STUTTERED.sub(lambda found: found[0] if _may_be_two(found[1].casefold()) else found[1], line)
    line = _SO_MANY.sub(_each_of, line)
    line = _INITIAL.sub(_spelt_out, repeated(line))
    line = _NUMBERED.sub(lambda found: f"{found[2]} {ORDINALS.index(found[1].casefold()) + 1}", line)
    spellings = "|".join(map(re.escape, sorted(short, key=len, reverse=True)))
    for _ in range(2):  # pawn n fav: pawn and favor
        line = re.sub(
            rf"(?<![\w'])(?:{spellings})(?![\w'])",
            lambda found: short[" ".join(found[0].casefold().split())], line, flags=re.IGNORECASE)  # fmt: skip
    return in_full(line)


def owned(line: str, players: Mapping[str, str]) -> str:
    """*Bos pawn*, *the mountains relic*: whose it is with its mark, where no name ends so; *all of us draw*: who.

    ``players``: the roles of all, by their names."""

    def named(found: "re.Match[str]") -> str:
        exiles, many = (found[2] or "").casefold() == "exiles", number(found[1] or "")
        some = [each for each, role in players.items() if (not exiles or role == "exile") and each != found[3]]
        return found[0] if many is not None and many.many != len(some) else " and ".join(some)

    line = _EVERYBODY.sub(named, line)
    names = "|".join(map(re.escape, sorted(set(players).difference(f"{each}s" for each in players))))
    sites = "|".join(re.escape(catalog.name_of(each)) for each in catalog.ids("site"))
    return re.sub(rf"\b({names}|(?:{sites})(?=s (?:relic|card)))s\b(?!['’])", r"\1's", line, flags=re.IGNORECASE)


def _may_be_two(low: str) -> bool:
    return is_of_some_die(low) or low in NUMBER_WORDS


def lengthened(line: str) -> str:
    """Mercs, Acting Trpe: a name of which a word is shortened, in full, where no other can be meant."""
    found = tokens(line)
    for at in range(len(found) - 1, -1, -1):
        for some in (found[at : at + size] for size in (3, 2, 1)):
            after = line[some[-1].end :]
            short = any(is_strange(each, _SHORT - 1) for each in some)
            if short and not after.startswith("..") and (name := _of_which_short(some)):
                intake.taken(line[some[0].start : some[-1].end], name)
                line = line[: some[0].start] + name + after
                break
    return line


def _of_which_short(some: Sequence[Token]) -> str:
    """The one name of the catalogue of whose words these are, some of them short, or one of which one begins so.

    Nothing for any others.
    """
    begun = some[0].low.removesuffix("s")
    of_bank = len(some) == 1 and any(each.startswith(begun) for each in catalog.SUITS)  # 1 arc
    if of_bank or (begun != some[0].low and catalog.spoken_of(some[0].low)):
        return ""  # Mines are of the expansion, and no Mine
    first, found, near = set(), set(), set()
    for name in map(catalog.name_of, catalog.ids()):
        whole = name.casefold().removeprefix("the ").removeprefix("a ").split()
        same = [each.low == word for each, word in zip(some, whole, strict=False)]
        if len(some) == 1 and len(begun) >= _SHORT:
            first |= {name} if whole[0].startswith(begun) else set()
            found |= {name} if any(word.startswith(begun) for word in whole) else set()
        elif len(some) == len(whole) and any(same):
            short = map(_is_short, some, whole)
            found |= {name} if all(map(max, same, short)) else set()
        near |= {name} if len(some) == len(whole) == 1 and catalog.mistyped(some[0].low, whole[0]) else set()
    names = first if len(first) == 1 and len(begun) > _SHORT else found or near
    return names.pop() if len(names) == 1 else ""


def _is_short(token: Token, whole: str) -> bool:
    """Are these the first letter of a word, and others of its letters in their order?"""
    letters = iter(whole)
    return is_strange(token, _SHORT - 1) and token.low[0] == whole[0] and all(each in letters for each in token.low)


def in_full(line: str) -> str:
    """*Rain Boots, Jinx. Boots go to Bo*: the last word of a name that stands in the line is that name behind it,
    written large, where no other name in the line ends so; *plays Jinx here, musters on it*: the card told last."""
    for name in (name for name in map(catalog.name_of, catalog.ids()) if "'" in name):
        line = re.sub(rf"\b{name.replace(chr(39), '')}\b", name, line, flags=re.IGNORECASE)  # Tinkers Fair
    low = line.casefold()
    for found in reversed([*_ON_IT.finditer(line)]):
        names = (catalog.name_of(card) for sort in ("denizen", "relic", "banner") for card in catalog.ids(sort))
        cards = {low.rfind(name.casefold(), 0, found.start()): name for name in names}
        if max(cards) >= 0:
            line = line[: found.start(1)] + cards[max(cards)] + line[found.end(1) :]
    told = {name: name.rpartition(" ")[2] for name in map(catalog.name_of, catalog.ids()) if name.casefold() in low}
    whole = "|".join(map(re.escape, told))
    for name, last in told.items():
        if last != name and list(told.values()).count(last) == 1:
            end = line.casefold().index(name.casefold()) + len(name)
            initials = "".join(word[0] for word in name.split())  # Fire Talkers, FT facedown
            ends = rf"{re.escape(last)}|{initials}|(?<=[Tt]he ){re.escape(last.casefold())}"
            parts = re.split(rf"((?i:{whole}))|\b(?:{ends})\b", line[end:])
            line = line[:end] + "".join(name if part is None else part for part in parts)
    return re.sub(r"\b[Tt]he (?=The )", "", line)


def _spelt_out(found: "re.Match[str]") -> str:
    """S.Tongue: the one name of two words that is meant; as it stands where there are several."""
    begins, ends = f".{found[1].casefold()}", f"_{found[2].casefold()}"
    some = [catalog.name_of(card) for card in catalog.ids() if card.endswith(ends) and begins in card]
    return some[0] if len(some) == 1 else found[0]


def _each_of(found: "re.Match[str]") -> str:
    """*2 musters, Longbows and Jinx*: one on each, where they are so many."""
    many = number(found[1])
    parts = re.split(r", (?:and )?| and ", found[3])
    return f"{found[2]} {found[3]}" if many is not None and many.many == len(parts) else found[0]


def repeated(line: str) -> str:
    """A line in which what is done twice is said twice: *peek at a relic twice*."""
    parts = _BETWEEN.split(line)
    for at, part in enumerate(parts):
        if again := _AGAIN.fullmatch(part):
            parts[at] = again[1] + "; ".join([again[2]] * _TIMES[again[3].casefold()]) + again[4]
    return "".join(parts)


def refuse_doubt(text: str, names: Iterable[str]) -> None:
    """Raise ``Unexplained`` for what is doubted, wished, promised or on a condition: it is never carried out."""
    known, denied, found = {name.casefold() for name in names}, False, tokens(written_out(text))
    for at, token in enumerate(found):
        denied = speech.denies(token) or (denied and not is_joint(token))  # without favor or secrets: neither
        doubts = not token.name and token.low in words()["doubts"] and token.low not in known
        doubts = doubts or _is_felt(found[at : at + 3])
        if doubts and not (denied and token.low == "or"):
            why = f"{token.text!r} says that it is not sure to be: nothing was done"
            raise speech.Unexplained(why, "Say what is done, without it")


_SHIELDS = frozenset(("def", "defense", "-", "x2", "2x", "blank", "blanks"))  # 1 1 beside these: two of them
_NUMBERS = pattern(rf"\d|{'|'.join((*NUMBER_WORDS[1:], 'pair', 'couple'))}", re.IGNORECASE)


def refuse_doubled(text: str) -> None:
    """Raise ``Unexplained`` for a number that is said twice, one right behind the other: *two two*, *puts 3 3*.

    A row of them says what each draws or what fell: 3 3 3, two blanks and 1 1.
    """
    if len(_NUMBERS.findall(text)) < 2:
        return  # most lines: they need not be written out, which is most of what reading a short one costs
    found = tokens(written_out(text))
    lows = [each.low for each in found]
    numbers = [low if low.isdecimal() or low in NUMBER_WORDS[1:] else "" for low in lows]
    twice = [at for at, (before, low) in enumerate(pairwise(numbers), 1) if low and before == low]
    if twice and all(is_joint(each) or each.low.isdecimal() or is_of_some_die(each.low) for each in found):
        return
    for at in twice:
        shields = lows[at] == "1" and not _SHIELDS.isdisjoint(lows[max(at - 4, 0) : at + 2])
        if not shields and lows[at] not in (*lows[: at - 1][-1:], *lows[at + 1 : at + 2]):
            raise speech.Unexplained(f"{found[at].text!r} is said twice: nothing was done", "Say it once")


def _is_felt(found: Sequence[Token]) -> bool:
    """Do the first words tell what somebody wants or feels like doing: *tries to muster*, *too tired to travel*?"""
    known, low = words()["color"] | words()["wishes"], found[0].low
    feels = not found[0].name and (low in known or speech.is_company(low))
    return feels and [each.low for each in found[1:2]] == ["to"] and bool(verbs_of(found[-1].low) & words()["verbs"])
