"""The data books that the search index is made from."""

BOOKS = ("law", "cards", "texts", "rulings", "variants", "synonyms", "law_keywords", "card_keywords", "asked")
