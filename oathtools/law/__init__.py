"""The Law of Oath: our restatement, clause by clause under the official numbers, with references both ways.

``find("5.5.2")``, ``find("4.1.1-4.1.4")``, ``find("burn")`` give clauses; ``get("5.5.2")`` is one record;
``normalise("5.1.4.II")`` is an id. Everything is read when it is first asked for.
"""

from oathtools.law.clauses import (
    Clause,
    Erratum,
    Reading,
    UnknownClause,
    all_clauses,
    as_json,
    cited_by_cards,
    cited_by_clauses,
    cites_exist,
    contents,
    exists,
    get,
    missing,
    normalise,
    path,
    ruling_titles,
    rulings_on,
    subtree,
)
from oathtools.law.lookup import Found, completions, find, find_all

__all__ = ["Clause", "Erratum", "Found", "Reading", "UnknownClause", "all_clauses", "as_json", "cited_by_cards"]
__all__ += ["cited_by_clauses", "cites_exist", "completions", "contents", "exists", "find", "find_all", "get"]
__all__ += ["missing", "normalise", "path", "ruling_titles", "rulings_on", "subtree"]
