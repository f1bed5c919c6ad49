"""What spellings of one name have in common."""


def key_of(words: str) -> str:
    """The bare letters and digits of a name: what spellings of the same name have in common."""
    if not words.isascii():
        import unicodedata

        words = unicodedata.normalize("NFKD", words)
    return "".join(filter(str.isalnum, words.replace("&", "and").casefold()))
