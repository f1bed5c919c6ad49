"""Who holds which phone: seats are claimed by unguessable tokens, once, and kept by a cookie.

A phone's token lies on the disk only as its digest, made with a key that lies with whoever serves; what opens a free
seat or the terminal's pages lies nowhere: both end with the server. So whoever shares the saga's folder, in which the
file stands, sits down by nothing in it, and by nothing that they write there. Without a saga nobody sits anywhere.
"""

import hashlib
import hmac
import io
import json
import os
import secrets
import threading
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from markupsafe import Markup

from oathtools.kit import datafiles, files, intake
from oathtools.kit.text import is_name

FILE = ".phones.json"
HOST = "@host"  # whoever sits at the terminal: a name has no @ (``text.is_name``)
_LONGEST = 200  # no token is longer
_NEW = os.O_CREAT | os.O_EXCL | os.O_WRONLY


class Person(NamedTuple):
    """Who asks for a page: a player by name, whoever sits at the terminal (``HOST``), or anybody (None)."""

    name: str | None
    cookie: str = ""


GUEST = Person(None)


class Seats:
    """The invitations and phones of a saga's players."""

    def __init__(self, path: Path | None) -> None:
        self.path = path
        self._lock = threading.Lock()
        self._key = _key() if path is not None else secrets.token_bytes(32)
        self._phones = _read(path)
        self._invitations: dict[str, str] = {}
        self._terminal = ""  # the cookie of whoever opened the terminal's pages last
        self.host = secrets.token_urlsafe(16)  # the invitation of whoever sits at the terminal, as long as this runs

    # -- who is who ------------------------------------------------------------------------------------------------

    def person(self, cookie: str) -> Person:
        """Whose phone it is."""
        for name, phone in self._phones.items():
            if cookie and hmac.compare_digest(phone, self._digest(name, cookie)):
                return Person(name, cookie)
        at_terminal = cookie and hmac.compare_digest(self._terminal, self._digest(HOST, cookie))
        return Person(HOST, cookie) if at_terminal else GUEST

    def mark(self, person: Person) -> str:
        """What a form of theirs must bring back (CSRF)."""
        return self._digest("", person.cookie)

    def _digest(self, name: str, cookie: str) -> str:
        """What is kept of a cookie: no use to anybody without the key, nor for another seat."""
        return hmac.new(self._key, f"{name}\n{cookie}".encode("utf-8", "replace"), hashlib.sha256).hexdigest()

    def is_taken(self, name: str) -> bool:
        """Does a phone hold this seat?"""
        return name in self._phones

    # -- claiming --------------------------------------------------------------------------------------------------

    def invitation(self, name: str) -> str:
        """The token by which a free seat is claimed."""
        with self._lock:
            return self._invite(name)

    def _invite(self, name: str) -> str:
        return self._invitations.setdefault(name, secrets.token_urlsafe(16))

    def invited(self, token: str) -> str | None:
        """The seat that a token is for; None if it is for none, or was used."""
        if len(token) <= _LONGEST and token.isascii():
            for name, other in [*self._invitations.items(), (HOST, self.host)]:
                if hmac.compare_digest(token, other):
                    return str(name)
        return None

    def claim(self, token: str) -> Person | None:
        """Sit down: the token is used up, and the cookie is theirs. None for a token that is for no seat.

        The terminal's may be used again: then the browser that used it before is a guest's.
        """
        with self._lock:
            name = self.invited(token)
            if name is None:
                return None
            cookie = secrets.token_urlsafe(24)
            if name == HOST:
                self._terminal = self._digest(HOST, cookie)
            else:
                del self._invitations[name]
                self._phones[name] = self._digest(name, cookie)
                self._save()
            return Person(name, cookie)

    def free(self, name: str) -> None:
        """Give a seat back, or take it anew: the phone that held it is a guest's again, and a new token is made.

        The terminal's pages are given back, too: they open again by the token that stands there.
        """
        with self._lock:
            if name == HOST:
                self._terminal = ""
                return
            self._phones.pop(name, None)
            self._invitations.pop(name, None)
            self._save()
            self._invite(name)

    def only(self, names: Iterable[str]) -> None:
        """Forget the invitations of those who do not play."""
        known = set(names)
        with self._lock:
            self._invitations = {k: v for k, v in self._invitations.items() if k in known}

    def _save(self) -> None:
        if self.path is None:
            return
        if not self.path.exists():
            with suppress(FileExistsError):
                os.close(os.open(self.path, _NEW, 0o600))
        files.write(self.path, json.dumps({"phones": self._phones}))


def _read(path: Path | None) -> dict[str, str]:
    """The digests that were kept; none where nothing can be read: then all sit down again."""
    if path is None:
        return {}
    try:
        phones = json.loads(intake.read(path, intake.TABLE))["phones"]
        return {name: phone for name, phone in phones.items() if is_name(name) and phone.isascii()}
    except (OSError, ValueError, LookupError, TypeError, AttributeError):
        return {}


def _key() -> bytes:
    """The key of whoever serves, beside no saga; one for as long as this runs where none can be kept."""
    kept = datafiles.own_folder() / "phones.key"
    with suppress(OSError):
        kept.parent.mkdir(parents=True, exist_ok=True)
        with suppress(FileExistsError), os.fdopen(os.open(kept, _NEW, 0o600), "wb") as out:
            out.write(secrets.token_bytes(32))
        key = kept.read_bytes()
        if len(key) == 32:
            return key
    return secrets.token_bytes(32)


# -- QR codes, for the terminal and for pages; made here, with nothing from elsewhere ----------------------------------


def picture(address: str) -> Markup:
    """A code as a picture for a page; dark on light in any light, with the white edge that cameras need."""
    import segno  # not in a browser, where nobody scans a code

    code = segno.make(address, micro=False, error="m")
    size = code.symbol_size(border=4)[0]
    squares = "".join(
        f"M{x} {y}h1v1h-1z" for y, row in enumerate(code.matrix_iter(border=4)) for x, dark in enumerate(row) if dark
    )
    return Markup(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {0} {0}" role="img" aria-label="{1}" class="code">'
        '<path d="M0 0h{0}v{0}h-{0}z" fill="#fff"/><path d="{2}" fill="#000"/></svg>'
    ).format(size, address, squares)


def lines(address: str) -> str:
    """A code for a terminal, two squares of it in each letter."""
    out = io.StringIO()
    import segno

    segno.make(address, micro=False, error="l").terminal(out, border=2, compact=True)
    return out.getvalue()
