"""What spellings of one name have in common, and which words may be a name that was mistyped."""

import re
from functools import cache

from oathtools.datafiles import load

_WORD = r"[^\W_]+(?:['’][^\W_]+)*"
# Books whose words are those of the game, or of people who ask about it.
_BOOKS = ("law", "law_keywords", "synonyms", "asked")
# Words of daily English that stand in none of these: the most common ones, and those a letter or two from a name.
_DAILY = """
accord ago almost alone ambitious amend arcade aren attach awful bar bare barely baron bearing bears beer began bell
bells belly bindings blinding blowing boiled boils bomb booked boom boot boring bother bow bows boxes bracket broke
brook busy cabled caged called care careful cat catch chances chapel chaplain chart child children chop clever
clicking close coats coded coffee cold comb complain cone consider contains contest cool cope couldn counsel course
cows crack crashing crazy crops cull cups curses dad damn dancers danger darker day daze dazed dean decent
definitely deletion desert deserted desk dessert destruct deviation devote devoted didn died dinner discords
disorder distinct dog dozen dragged dragon drink driver drivers easy eat elbow elder eldest enjoy evening excuse
extras fable fables fact faithfully fat fate father feel festive fields filed finally fine fired firm flags flavor
flavors flaws floats foot forces forests forgery forget forked formed fountain funny gaming gardens gave gentle girl
glad gonna gotta grant granting gravel green greet hadn hair halt handy hang happy hardly hare harm hate health hear
heard heart heirs hell heralds hers hinting history honest honestly honours hope horner horses hostel hot hour house
huge hungry hurry idea imagine indeed insects insert isn issue jest jester jinks job joke justice keen kid kidding
kitchen knee knew lakes lancer lane lantern laugh lazy levels likely line listen loads lone loud love lovely luck
lucky lunch mad maintain maker mall man mane manner mapped maps marshal masks maybe meal mend message mice mike mild
mile miles mime minded mined miner mines mint minute mire miss mistake month morning mother mount mountains mouth
mum muse music naming nearly nest nice nine noise nope nose notice observe older orders ought ours pain pains paint
pants parity pat path perfect perhaps phone pie pine pizza plainly plane planet plants policy postal pretty
probably problem prod professor projection promoting proper protecting provision puzzle quick quickly quiet ranges
rather real record regulation resemble rings riven rivers road rocking rocks roots row royalty rug sad sails sake
sale salty sample sane scaling scary scoots scout scouted seal seconds secrete secure seem seen serious seriously
served service shell shouts shrine shrub sick silenced silly simple simply since sister sleep sleeps slim slow smart
smile snack solve sometimes son soon sound spelled speller spill spring springs squares stall stating stepped
steppes stick stone store stories stormy stranding strange stranger string strings stripe stupid suddenly supreme
surely surprises tail tale tame tea tend tends tenor tens tense tent tenth test tests thank though thought till
tired today toe toilet tolls tom tomb tomorrow tonight tool totally touch tour towns trader trailing trap trees
trends tricky tried troth trust tudor understand unions usual villages vine vows waiter walked wane wanted warm warn
warnings wash wasn wasted wastrel watch water waters weak wear week weird welcome went whisper whistles whistling
wife winds wine wink wire wish wolf woman woo worry worse wouldn wow writers yeah year yesterday yet young
"""

# Other spellings of words that stand in names.
_SPELT = {"favour", "favours"}


def key_of(words: str) -> str:
    """The bare letters and digits of a name: what spellings of the same name have in common."""
    if not words.isascii():
        import unicodedata

        words = unicodedata.normalize("NFKD", words)
    return "".join(filter(str.isalnum, words.replace("&", "and").casefold()))


def is_plain(word: str) -> bool:
    """Is it a word of the game or of daily English, right as it stands?"""
    return word.casefold() in _plain()


@cache
def _plain() -> frozenset[str]:
    known = {*_DAILY.split(), *re.findall("[a-z]{3,}", str([load(book) for book in _BOOKS]).casefold())}
    return frozenset(known - _SPELT)


def mistyped(words: str, name: str) -> bool:
    """May words be a name with a slip of the finger: a letter or two, and none of them right as it stands?"""
    from rapidfuzz.distance import OSA

    said, meant = key_of(words), key_of(name)
    slips = 1 if len(meant) < 6 else 2 if len(meant) < 9 else 3
    if said[:1] != meant[:1] or OSA.distance(said, meant, score_cutoff=slips) > slips:
        return False
    return not any(is_plain(word) and key_of(word) not in meant for word in re.findall(_WORD, words))
