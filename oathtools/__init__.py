"""oathtools: a rules assistant, engine and bookkeeper for *Oath: Chronicles of Empire & Exile*.

The library is complete without the command line: ``oathtools.catalog`` knows the pieces, ``oathtools.law`` the
clauses, ``oathtools.procedures`` plays the game, ``oathtools.odds`` reckons campaigns. See ``docs/library.md``.
"""

__version__ = "1.0.0rc1"
