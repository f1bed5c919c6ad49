"""Questions of the table: a line that asks, by its form the command that answers it (``data/front_door.yaml``).

Nothing is answered here, and nothing is ever done by a question: what looks up, judges and counts does so for whoever
asks, with its clauses. A form takes all of a question. What has none is put to a command by what it names on the table
and asks of it (``Asked``), or searched for in the rules, for the answer of another question is worse than a search.
"""

import re
from collections.abc import Collection, Iterator, Sequence
from functools import cache, cached_property
from typing import Any

from oathtools import catalog
from oathtools.answerers.matching import INITIALS, Called, Misread, meant, seat_called, spellings
from oathtools.answerers.requests import request_of, split, verbs
from oathtools.answerers.speech import verbs_of
from oathtools.kit import datafiles, intake
from oathtools.procedures.campaign.fight import BANDITS, PAWN
from oathtools.table.state import BANNERS, PLAYING, State
from oathtools.table.views import View

SEARCH = "search"
_ME = ("i", "me", "we", "us", "my", "our")
_ROLES = ("chancellor", *catalog.COLORS)
_REGION = re.compile(r"(?:the )?(?:cradle|provinces|hinterland|.*\b(?:discard|bank|reliquary|board)\b).*")
_PARTS = re.compile(
    r"\?[\s?!]*|, (?=(?:did|does|do|is|was|are|can|could|or|and|right|yes|no|so|with)\b)", re.IGNORECASE
)
_NAMED = re.compile(r"(?:(?:the|a|an|my|his|her|their|our|[\w']+'s) )?(.+?)(?: (?:site|card|board|pile|title))?")


def is_question(line: str) -> bool:
    """Does a line ask, by its mark or its first word, rather than say what is done?"""
    words = _bare(line)
    first = re.sub(r"'(?:s|re|d|ll|ve)$", "", words.partition(" ")[0].casefold())
    asks = first in _book()["begins"] or re.search(r" how (?:much|many)\b", words.casefold())
    return line.rstrip().endswith("?") or bool(asks and " " in words)


def commands_for(
    line: str, asker: str | None = None, players: Collection[str] = (), state: State | None = None
) -> list[list[str]]:
    """The commands that may answer a question, the one to try first first; the last one searches the rules for it.

    ``asker`` is who *I* is, ``players`` are the names of those at the table; none where no game is open. ``state``: how
    that table stands, for questions that take no form: what they name there, and what they want to know of it.
    """
    whole, found = _bare(line), list[list[str]]()
    for words in map(_plain, [whole, *_PARTS.split(whole)[:-1]]):
        found += [each for form, way in _forms() if (each := _filled(form, way, words, asker, players))][:1]
        if not found and asker is not None and words.split(" ")[0].casefold() in verbs():
            act = _value("ACT", words, asker, players, "why")  # travel Mountain?
            found += [["why", *act]] if act else []
    found = found[:1]
    if state is not None and asker is not None:
        by_topic = list(Asked(whole, state, seat_called(state, asker)).commands())
        found = [*by_topic, *found] if found == [["status"]] else [*found, *by_topic]
    return [*(each for n, each in enumerate(found) if each not in found[:n]), [SEARCH, whole]]


def _book() -> dict[str, Any]:
    return datafiles.load("front_door")


def _bare(line: str) -> str:
    """A question without its mark and what is said before it."""
    words = " ".join(line.replace("’", "'").split()).rstrip("?!., ")
    return _before().sub("", words)


def _plain(words: str) -> str:
    """The same in full words, without those that say nothing."""
    full = _book()["full"]
    written = " ".join(full.get(word.casefold(), word) for word in words.split())
    return " ".join(_dropped().sub(" ", written).split()).strip(" ,.;")


@cache
def _before() -> re.Pattern[str]:
    return re.compile(rf"^(?:(?:{'|'.join(_book()['before'])})\b[,.! ]+)+(?=\S)", re.IGNORECASE)


@cache
def _dropped() -> re.Pattern[str]:
    longest = sorted(_book()["drop"], key=len, reverse=True)
    return re.compile(rf"(?<![\w'])(?:{'|'.join(longest)})(?![\w'])", re.IGNORECASE)


@cache
def _general() -> frozenset[str]:
    return frozenset(_book()["general"])


@cache
def _forms() -> list[tuple[re.Pattern[str], str]]:
    return [(_form(each["asks"]), each["by"]) for each in _book()["questions"]]


def _form(asks: str) -> re.Pattern[str]:
    """A form with its parts; players are named several times in some: WHO2 is WHO, too."""
    parts = {"who": r"(?:the )?[\w']+", "whose": r"[\w']+'s", "WHO": r"(?:the )?(?P<WHO>[\w]+)",
             "whosename": r"(?:(?P<WHO>my|our)|(?:the )?(?P<WHO>\w+)'s?)", **_book()["parts"]}  # fmt: skip
    while "%" in asks:
        asks = re.sub(r"%(\w+)%", lambda found: f"(?:{parts[found[1]]})", asks)
    numbers = iter(range(1, 100))
    return re.compile(re.sub(r"\?P<([A-Z]+)\d*>", lambda found: f"?P<{found[1]}{next(numbers)}>", asks), re.IGNORECASE)


def _filled(
    form: re.Pattern[str], way: str, words: str, asker: str | None, players: Collection[str]
) -> list[str] | None:
    """The command of a form with what the question names in it; None if that is not what is asked."""
    found = form.fullmatch(words)
    if found is None or (asker is None and way.split(" ")[0] not in ("card", "odds", "law")):
        return None
    parts = {name.rstrip("0123456789"): text for name, text in found.groupdict().items() if text}
    filled: dict[str, list[str]] = {"WHO": [asker or ""]}
    for name, text in parts.items():
        value = _value(name, text.strip(" ,"), asker, players, way.split(" ")[0])
        if value is None:
            return None
        filled[name] = value
    return [piece for word in way.split(" ") for piece in filled.get(word, [word])]


def _value(name: str, text: str, asker: str | None, players: Collection[str], way: str) -> list[str] | None:
    """What stands in a command for a part of a question; None if it is none of the kind that is asked of."""
    if name == "WHO":
        who = _player(text, asker, players)
        return None if who is None or (who in _ROLES and way != "status") else [who]
    if name in ("ACT", "PLACE") and not _general().isdisjoint(text.casefold().replace(",", "").split()):
        return None
    if name == "ACT":
        for said, act in _book()["acts"].items():
            text = re.sub(rf"^{said}\b", act, text, flags=re.IGNORECASE)
        verb, blank, rest = text.partition(" ")
        verb = next(iter(sorted({verb.casefold()} & verbs().keys() or verbs_of(verb.casefold()) & verbs().keys())), "")
        return f"{verb}{blank}{rest}".split() if verb and _is_request(f"{verb}{blank}{rest}") else None
    if name in ("NAME", "PLACE"):
        bare = _NAMED.fullmatch(text.casefold())
        called = [text, *([bare[1]] if bare is not None else [])]
        there = name == "PLACE" and (_REGION.fullmatch(text.casefold()) or any(map(_is_part, called)))
        return [text] if there or any(map(_is_card, called)) else None
    return text.split() if name == "ODDS" else [text]


def _player(word: str, asker: str | None, players: Collection[str]) -> str | None:
    plain = word.casefold().removesuffix("'s")
    if plain in _ROLES and players:
        return plain  # by a role or a color, as the command takes it
    return asker if plain in _ME else next((name for name in players if name.casefold() == plain), None)


def _is_request(words: str) -> bool:
    try:
        return words.split(" ")[0].casefold() in verbs() and request_of(split(words)) is not None
    except ValueError:
        return False


def _is_card(words: str) -> bool:
    """Do words spell the name of a card, and not only come near one?"""
    try:
        with intake.listening():
            return catalog.match(words).exact
    except LookupError:
        return False


def _is_part(words: str) -> bool:
    """Are words a part of the name of a card, as people shorten it?"""
    return all(len(part) > 3 and part in _parts_of_names() for part in words.casefold().split())


@cache
def _parts_of_names() -> frozenset[str]:
    return frozenset(part for card in catalog.ids() for part in catalog.name_of(card).casefold().split())


# -- what takes no form: by what is named of the table, and what is asked of it ----------------------------------------

_LONGEST = 4  # words of a name
_SHORT = 3  # letters of the least abbreviation
_HERE = ("here", "there")
# Words of a question that names a player, that names none, that says he: longer ones tell a story, and a dispute is
# settled by the rules.
_TOLD, _ASKED, _OF_HIM = 30, 20, 12
_WHAT = ("what", "who", "whos", "whom", "where", "which", "anything", "what's", "who's")
_HOLDS = ("has", "have", "got", "holds")
_VISIONS = ("conquest", "rebellion", "sanctuary", "faith")  # each is the name of one Vision


def thing_called(state: State, view: View, words: str) -> str:
    """What a name means on the table: a seat, a card, a banner, a topic of its facts. Raises ``Misread``."""
    topics: dict[str, str] = _book()["facts"]
    if words.casefold() in topics:
        return topics[words.casefold()]
    try:
        return seat_called(state, words)
    except Misread as fault:
        known = _Things(state, view)
        found = known.get(words) or (catalog.find(words) if _is_card(words) else None)
        found = found or meant(words, known.ids, known.label, known=known.known)
        if found is None:
            hint = f"{fault.hint}; a site, a card or a banner there; {', '.join(dict.fromkeys(topics.values()))}"
            raise Misread(f"nothing on the table is called {words!r}", hint) from None
        return found


class _Things:
    """What lies on the table for a viewer, by its names as people say and shorten them."""

    def __init__(self, state: State, view: View) -> None:
        cards = [card for card in state.where if catalog.is_card(card) and view.shows(card) and self.lies(state, card)]
        self.ids = [*dict.fromkeys((*cards, *BANNERS))]
        self.label = Called(catalog.name_of, lambda each: [INITIALS[each]] if each in INITIALS else [])
        self.known = spellings(self.ids, self.label)

    @staticmethod
    def lies(state: State, card: str) -> bool:
        """Does a card lie where it is named: on the map, with a player, in the Reliquary?"""
        zone = state.where[card].partition(".")[0]
        return zone in ("map", "cards", "relics", "advisers", "held", "vision", "reliquary")

    def get(self, words: str) -> str | None:
        """The one thing that words mean, as they stand or shortened: *mtn*, *ppls fav*."""
        found = meant(words, self.ids, self.label, forgiving=False, known=self.known)
        if found is not None:
            return found
        parts = words.casefold().replace("'", "").split()
        fits = [each for each in self.ids if self._fits(parts, _spelt(each))]
        return fits[0] if len(fits) == 1 else None

    @staticmethod
    def _fits(parts: Sequence[str], name: Sequence[str]) -> bool:
        """Do the words shorten words of a name, in their order?"""
        left = iter(name)
        return max(map(len, parts), default=0) >= _SHORT and all(
            any(shortens(part, word) or part == word[0] for word in left) for part in parts
        )


def _spelt(thing: str) -> list[str]:
    """The words of a name, without the small ones."""
    name = catalog.name_of(thing).casefold().replace("'", "")
    return [word for word in name.split() if len(word) > _SHORT]


def shortens(short: str, word: str) -> bool:
    """Does a word shorten another one, by its beginning or by its consonants: *fav*, *srch*, *mtn*?"""
    if short == word or len(short) < _SHORT or short[0] != word[0] or catalog.is_plain(short):
        return short == word
    if word.startswith(short):
        return True
    letters = iter(word)
    vowels = sum(each in "aeiou" for each in short)
    return vowels <= len(short) // _SHORT and short[-1] == word[-1] and all(letter in letters for letter in short)


@cache
def _small() -> list[str]:
    """Words that name no card by themselves."""
    book = _book()
    return [*book["plain"], *(word for words in book["topics"].values() for word in words)]


class Asked:
    """A question about a table: who and what it names there, and which topics its words belong to."""

    def __init__(self, line: str, state: State, asker: str) -> None:
        self.line, self.state, self.asker = line, state, asker
        self.view = View(state, None, False)
        full = _book()["full"]
        self.text = re.findall(r"[\w']+", " ".join(full.get(each, each) for each in line.casefold().split()))
        self.bare = [each.removesuffix("'s").replace("'", "") for each in self.text]

    def has(self, *topics: str) -> bool:
        """Does one of the words belong to one of some topics?"""
        said = {*self.text, *self.bare} - self.players
        words = [word for topic in topics for word in _book()["topics"][topic]]
        return any(each in words or any(shortens(each, word) for word in words) for each in said)

    @cached_property
    def players(self) -> set[str]:
        """The names of those at the table, as they are compared."""
        return {str(player.name).casefold() for player in self.state.players.values()}

    # -- who and what is named -------------------------------------------------------------------------------------

    @cached_property
    def seats(self) -> list[str]:
        """The players that are meant, in their order: *I* is who asks, *he* whose turn it is where nobody is named."""
        names = {str(player.name).casefold(): seat for seat, player in self.state.players.items()}
        names |= {player.role: seat for seat, player in self.state.players.items() if player.role == "chancellor"}
        turn = self.state.turn if self.state.turn in self.state.players else self.asker
        found: list[str] = []
        for word in self.bare:
            if word in names:
                found.append(names[word])
            elif word in _ME:
                found.append(self.asker)
            elif word in _book()["others"] and not found:
                found.append(turn)
        return list(dict.fromkeys(found))

    @cached_property
    def named(self) -> list[str]:
        """What lies on the table and is named, or a card by its whole name wherever it is."""
        known, found, at, words = _Things(self.state, self.view), list[str](), 0, self.text
        while at < len(words):
            sizes = range(min(_LONGEST, len(words) - at), 0, -1)
            called = ((n, " ".join(words[at : at + n])) for n in sizes if self._may_name(words[at : at + n]))
            named = ((n, known.get(each) or (catalog.find(each) if _is_card(each) else None)) for n, each in called)
            size, thing = next(((n, each) for n, each in named if each is not None), (1, None))
            found += [thing] if thing is not None else []
            at += size
        return list(dict.fromkeys(found))

    @cached_property
    def things(self) -> list[str]:
        """What is named, and where nothing else is and *here* is said, the site where the one who is meant stands."""
        slot = self.state.players[(self.seats or [self.asker])[0]].slot
        if slot is None or any(map(self.is_site, self.named)) or {*_HERE, "relic", "site"}.isdisjoint(self.bare):
            return self.named
        return [*self.named, self.state.site(slot)]

    @staticmethod
    def _may_name(words: Sequence[str]) -> bool:
        """Is one of the words none of daily English that names nothing by itself? A whole name may be of such words."""
        if len(words) >= _SHORT and _is_card(" ".join(words)):
            return True
        small = _small()
        bare = [word.removesuffix("'s") for word in words]
        long = [word for word in bare if len(word) >= _SHORT or word in INITIALS.values()]
        return not all(any(shortens(word, each) for each in small) for word in long)

    def is_site(self, thing: str) -> bool:
        """Is it a site of the map?"""
        return thing in self.state.zone("map")

    # -- what answers it -------------------------------------------------------------------------------------------

    def commands(self) -> Iterator[list[str]]:
        """The commands that may answer it, the one to try first first; none where it is not about this table."""
        if "suit" in self.bare and self.named:
            yield ["card", catalog.name_of(self.named[0])]
        if not self._is_of_the_table():
            return
        name = self._who()
        asks_what = self.bare[0] in _WHAT and (self._attacks or not self.named)
        if asks_what and self.has("may") and not self.has("cost", "title"):
            yield ["legal", *name]
        if self.has("choices"):
            yield ["ask"]
        if self.has("past") and self.has("fought", "chances", "battles"):
            yield from ([_book()["acts"]["attack"]], ["log", "--last", "12"])
        elif self.has("ending") and not {"game", "games", "round", "rnd"}.isdisjoint(self.bare):
            yield ["win", "--ahead"]
        elif self.has("chances") or re.search(r"\bneed.* win this\b", self.line.casefold()):
            yield from self._odds()
        elif self.has("title"):
            yield ["status", "title", *self._names_of(self.seats)]
        elif self.has("winning") and not (self.has("cost") and self.named):
            goals = [each for each in _VISIONS if each in self.text and not name]
            yield ["card", goals[0]] if goals else ["win", "--ahead", *(["--deep", "0"] if name else []), *name]
        elif self.has("fought", "sacrifices"):
            yield from self._odds()
        elif self.has("past") and not self._topics():
            yield ["log", "--last", "12"]
        elif self.has("may") and not self.has("cost") and (request := self._request()) is not None:
            yield ["why", *request, *name, "--explain"]
        yield from self._facts()

    def _is_of_the_table(self) -> bool:
        """Is it about this table: by who is named, by what lies on it and is counted, by *now*?"""
        if self.state.phase not in PLAYING or len(self.text) > _TOLD:
            return False
        if not self.players.isdisjoint(self.bare):
            return True
        if not set(_book()["topics"]["rules"]).isdisjoint(self.bare):
            return False
        sites = any(map(self.is_site, self.named)) and self.has("facts", "chances")
        if sites or (self.has("chances") and self.has("ending")):
            return True
        if len(self.text) > _ASKED:
            return False
        if self.has("now") or (len(self.text) <= _OF_HIM and not set(_book()["others"]).isdisjoint(self.bare)):
            return True
        lying = any(each in BANNERS or each in self.state.where for each in self.named)
        return not self.has("general") and self.has("facts", "chances") and (lying or self._is_counted())

    def _is_counted(self) -> bool:
        """Does it ask for what this table has, to which the rules have no answer: most sites, a pile by its place?"""
        said = {*self.text}
        exact = {"search": self.has("cost"), "sites": self.has("most"), "visions": self.has("drawn")}
        exact |= {"piles": not said.isdisjoint(catalog.REGIONS), "banks": not said.isdisjoint(catalog.SUITS)}
        of_title = self.has("title") and self.bare[0] in _WHAT and not said.isdisjoint(_HOLDS)
        return not self.seats and (of_title or any(exact.get(topic) for topic in self._topics()))

    def _topics(self) -> list[str]:
        """The topics of the facts of ``status`` that its words belong to."""
        return [each for each in dict.fromkeys(_book()["facts"].values()) if each != "title" and self.has(each)]

    def _odds(self) -> Iterator[list[str]]:
        """A battle: the one that is fought, or that of the players and targets that are named."""
        state = self.state
        of_pawn = "pawn" in self.text
        lying = self.named if of_pawn else self.things
        targets = [each for each in lying if self.is_site(each) or each in BANNERS or (each in state.where
                   and each.startswith("relic."))]  # fmt: skip
        holders = [self._holder(each) for each in targets]
        attacks = self._attacker()
        against = next((each for each in holders if each is not None and each not in (self.asker, attacks)), None)
        others = [each for each in self.seats if each != against]
        against = against or next((each for each in reversed(self.seats) if each not in (attacks or self.asker,)), None)
        attacker = attacks or next(
            (each for each in others if each != against), self.asker if against != self.asker else None
        )
        if against is None or attacker is None or (self.has("sacrifices") and not targets):
            yield from (["odds"], [_book()["acts"]["attack"]])
            return
        kinds = [f"{'site' if self.is_site(each) else each.partition('.')[0]}:{each}" for each in targets]
        kinds += [PAWN] if of_pawn or not targets else []
        aimed = [word for kind in kinds for word in ("--target", kind)]
        names = self._names_of([attacker, against])
        yield from (["odds", "--player", names[0], "--against", names[1], *aimed], ["odds"])
        yield [
            "why",
            _book()["acts"]["attack"],
            names[1],
            "--player",
            names[0],
        ]  # for what reason there is no such battle

    def _attacker(self) -> str | None:
        """Who is named right before it is said that somebody attacks, if anybody is."""
        names = {str(player.name).casefold(): seat for seat, player in self.state.players.items()}
        verbs_at = [at for at, word in enumerate(self.bare) if word in _book()["topics"]["attacking"]]
        before = [names[word] for word in self.bare[: verbs_at[0]] if word in names] if verbs_at else []
        return before[-1] if before else None

    def _holder(self, thing: str) -> str | None:
        """Whose a target is: who rules a site, who holds a banner or a relic."""
        state = self.state
        if self.is_site(thing):
            from oathtools.powers import load
            from oathtools.procedures.machine.facts import rulers
            from oathtools.procedures.machine.game import Game

            side = next(iter(rulers(Game(state, load()), state.zone("map").index(thing))), None)
            return side if side in state.players or side == BANDITS else None
        return state.holders.get(thing) or state.where.get(thing, "").rpartition(".")[2] or None

    @property
    def _attacks(self) -> bool:
        return self.has("attacking") or bool(re.search(r"\bgo(?:es|ing)? (?:for|after|at)\b", self.line.casefold()))

    def _request(self) -> list[str] | None:
        """What may be done or not, as a request: from its verb on, as far as it can be read as one."""
        words = [word for word in _plain(self.line).replace(",", " , ").split(" ") if word]
        other = next((each for each in (*map(self._holder, self.named), *self.seats[1:]) if each is not None), None)
        if self._attacks and other is not None:
            aims = [catalog.name_of(each) for each in self.named if self._holder(each) == other]
            return [_book()["acts"]["attack"], f"{self._names_of([other])[0]}{':' if aims else ''}", *aims[:1]]
        for at, word in enumerate(words):
            if not (verbs_of(word.casefold()) & verbs().keys() or word.casefold() in _book()["acts"]):
                continue
            end = next((n for n in range(at, len(words)) if words[n] == ","), len(words))
            for last in range(end, at, -1):
                request = _value("ACT", " ".join(words[at:last]), None, (), "why")
                if request is not None and (last > at + 1 or request[0] not in ("play", "use", "move")):
                    return request
        return None

    def _facts(self) -> Iterator[list[str]]:
        """What is known of the things that are named and the topics that are asked about."""
        cards = [each for each in self.things if catalog.card(each).kind not in ("site", "banner")]
        if cards and self.has("gains") and self.has("tokens"):
            paid = "favor" if re.search(r"\bfavors? (?:on|for)\b", self.line.casefold()) else "secrets"
            gains = "secrets" if paid == "favor" else "favor"
            yield ["why", "trade", catalog.name_of(cards[0]), "--for", gains, *self._who(), "--explain"]
        if cards and (cards[0] not in self.state.where or not _Things.lies(self.state, cards[0])):
            yield ["card", catalog.name_of(cards[0])]
        if cards and self.has("may") and self.has("using"):
            yield ["why", "use", catalog.name_of(cards[0]), *self._who()]
        does = self.bare[0] != "how" and not {"do", "does"}.isdisjoint(self.bare)
        banners = [each for each in self.named if each in BANNERS and does]
        if (cards or banners) and self.has("power") and not self.has("cost"):
            yield ["card", catalog.name_of((cards or banners)[0])]
        things = [*self._topics(), *map(catalog.name_of, self.things), *self._names_of(self.seats)]
        if things:
            yield ["status", *things]

    def _who(self) -> list[str]:
        return ["--player", *self._names_of(self.seats[:1])] if self.seats else []

    def _names_of(self, seats: Sequence[str]) -> list[str]:
        players = self.state.players
        return [str(players[each].name) if each in players else each for each in seats]
