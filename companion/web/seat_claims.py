"""Phones that ask for seats.

Some say whose they are and wait for the host's answer, because at a new address the old cookie is not sent along.
Others send a form again, because the answer got lost.
"""

from __future__ import annotations

import re
import secrets
import threading
from collections import Counter
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field, replace
from itertools import count
from typing import NamedTuple

from companion import clock
from companion.engine.text import T
from companion.table import Expired, Refused

SECONDS = 120.0
"""For how many seconds a question is open, or a phone can fetch the seat that it was given."""
AFTER_NO = 600.0
"""For how many seconds a browser can't ask again after the host has said no, and a form can be sent again."""
AT_ONCE = 3
"""How many phones can ask for one seat at once."""
HOST_SAID_NO = T("the host said no: wait ten minutes, or ask the host to show your seat's code")
BY_BROWSER = 3
BY_ADDRESS = 6
"""How many removed seats a browser, or all browsers of an address, can have had and still take new ones."""
TOO_MANY_REMOVED = T(
    "several seats taken from here were removed: wait ten minutes, or ask the host to add a seat for you"
)


@dataclass(frozen=True)
class Claim:
    """A browser that says it is the one of that seat, and shows these ``digits``.

    It has that ``secret`` and came by that ``address`` of this computer. ``phone``: its own address. ``since``: asked
    or answered then. ``token``: the host has said yes, and this is the seat's; ``refused``: the host has said no.
    """

    id: int
    code: str
    seat_id: int
    address: str
    digits: str
    since: float
    secret: str = field(repr=False)
    phone: str = ""
    token: str = field(default="", repr=False)
    refused: bool = False

    @property
    def is_open(self) -> bool:
        return not self.token and not self.refused


class Claims:
    """The claims of all tables, in memory only: after a restart phones ask again and lose nothing.

    Safe from several threads: readers wait for nobody.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._claims: list[Claim] = []
        self._ids = count(1)

    def make(self, code: str, seat_id: int, address: str, secret: str = "", phone: str = "") -> Claim:
        """Ask for a seat.

        The browser with this ``secret`` has one question at a time. A ``phone`` can have more, because it may have lost
        its secret, or be a proxy with others behind it. Raises if the host has said no to it, or to its phone as often
        as phones can ask at once, or if too many ask.
        """
        with self._lock:
            mine = self.find(code, secret)
            if mine and mine.is_open and mine.seat_id == seat_id:
                return mine
            others = [claim for claim in self._list_live() if claim is not mine or not claim.is_open]
            there = [claim for claim in others if claim.code == code]
            noes = sum(claim.refused and claim.phone == phone for claim in there)
            if (mine and mine.refused) or noes >= AT_ONCE:
                raise Refused(HOST_SAID_NO)
            asked = [claim for claim in there if claim.is_open]
            gone = _find_giving_way([claim for claim in asked if claim.seat_id == seat_id], phone)
            free = {f"{number}" for number in range(10, 100)} - {claim.digits for claim in asked}
            digits = secrets.choice(sorted(free))
            own = secrets.token_urlsafe(16)
            made = Claim(next(self._ids), code, seat_id, address, digits, clock.steady(), own, phone)
            self._claims = [*(claim for claim in others if claim is not gone), made]
            return made

    def list_open(self, code: str) -> list[Claim]:
        """List those of a table that the host has not answered, in the order in which they were asked."""
        return sorted(
            (claim for claim in self._list_live() if claim.code == code and claim.is_open), key=lambda claim: claim.id
        )

    def find(self, code: str, secret: str) -> Claim | None:
        """Return the claim that the browser with this secret has made."""
        mine = (claim for claim in self._list_live() if claim.code == code)
        return next((claim for claim in mine if secrets.compare_digest(claim.secret.encode(), secret.encode())), None)

    def answer(self, claim: Claim, take: Callable[[int], str] | None) -> None:
        """Enter the host's answer: yes, and ``take`` gives the token of the seat; or no.

        A yes closes all other questions for the seat. Raises if nobody waits for it any more.
        """
        with self._lock:
            if claim not in self._list_live():
                raise Expired(T("this answer is no longer needed"))
            token = take(claim.seat_id) if take else ""
            seat = claim.code, claim.seat_id
            left = [
                claim
                for claim in self._list_live()
                if not (take and claim.is_open and (claim.code, claim.seat_id) == seat)
            ]
            told = replace(claim, token=token, refused=not take, since=clock.steady())
            self._claims = [*(other for other in left if other != claim), told]

    def _list_live(self) -> list[Claim]:
        now = clock.steady()
        return [claim for claim in self._claims if now - claim.since < (AFTER_NO if claim.refused else SECONDS)]


def choose_shown(asked: Sequence[Claim], most: int) -> list[Claim]:
    """Choose at most that many claims to show: of the phones that ask least, each at its present position."""
    asks = Counter(claim.phone for claim in asked)
    chosen = sorted(asked, key=lambda claim: asks[claim.phone])[:most]
    return [claim for claim in asked if claim in chosen]


def _find_giving_way(asked: Sequence[Claim], phone: str) -> Claim | None:
    """Find the question for a seat that gives way to one of this phone, once as many ask as can.

    It is the newest of the phone that asks most. Raises where none asks more than this one would.
    """
    if len(asked) < AT_ONCE:
        return None
    asks = Counter(claim.phone for claim in asked)
    most = max(reversed(asked), key=lambda claim: asks[claim.phone])
    if asks[most.phone] <= asks[phone] + 1:
        raise Refused(T("{n} phones are already asking for this seat: the host has to answer them first", n=AT_ONCE))
    return most


# -- forms that are sent again --------------------------------------------------------------------------------------
_KEY = re.compile(r"[A-Za-z0-9_-]{22,43}")


class Form(NamedTuple):
    """A form by which someone joins: the table that it sends to, its ``key``, and the ``browser`` it came from.

    ``address`` is that of the phone; "" where many phones may have the same one.
    """

    code: str
    key: str
    browser: str
    address: str


Made = tuple[int, str]
"""A seat's id, and the token of the phone that holds it."""


@dataclass
class _Sent:
    form: Form
    since: float
    made: Made = field(repr=False)
    is_back: bool = False


class Joins:
    """The forms by which people have joined lately, in memory.

    One with the same key gives its seat's token again until that has come back once as a cookie. Safe from several
    threads: seats are taken one after the other, and nobody else waits for that.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._sent: list[_Sent] = []

    def sit_down(self, form: Form, seats: Collection[int], take: Callable[[], Made]) -> Made:
        """Take a seat, once for each form's key.

        Raises if too many of that browser, or of that address, have been removed; ``seats`` are those of the table.
        """
        with self._lock:
            sent = self._find(form)
            if sent is None or sent.is_back:
                here = [sent for sent in self._list_live() if sent.form.code == form.code]
                gone = [sent.form for sent in here if sent.made[0] not in seats]
                by_browser = sum(removed.browser == form.browser for removed in gone)
                by_address = sum(removed.address == form.address != "" for removed in gone)
                if by_browser >= BY_BROWSER or by_address >= BY_ADDRESS:
                    raise Refused(TOO_MANY_REMOVED)
                sent = _Sent(form, clock.steady(), take())
                self._sent = [*self._list_live(), sent]
            return sent.made

    def find_seat(self, form: Form) -> int | None:
        """Return the seat that this form has taken."""
        sent = self._find(form)
        return sent.made[0] if sent else None

    def note_back(self, seats: Collection[int]) -> None:
        """Note that phones hold these seats again: nobody is given one of them any more."""
        for sent in self._sent:
            sent.is_back |= sent.made[0] in seats

    def _find(self, form: Form) -> _Sent | None:
        same = [sent for sent in self._list_live() if sent.form == form and _KEY.fullmatch(form.key)]
        return same[-1] if same else None

    def _list_live(self) -> list[_Sent]:
        return [sent for sent in self._sent if clock.steady() - sent.since < AFTER_NO]
