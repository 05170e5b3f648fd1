"""Draws a game's chances again, from what its record opens, and says what fits."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from companion import fair
from companion.chance import FIRST, Drawing, Drawn
from companion.record import OPENED, Find, Listener, Record, read_head, read_record
from companion.rules.asking import Entry, is_number
from companion.rules.move import Shuffle
from companion.rules.text import TN, RuleError, T, Text

Mixed = tuple[list[str], list[str]]
"""A list before it was mixed and after it."""
NOT_CHECKABLE = T("Not checkable: this game was played without a secret promised before its first deal.")
OLDER = T(
    "What fits here shows that the cards came out of this secret and these numbers. It does not show that nobody"
    " steered them: whoever runs the machine could have exchanged the secret or a number, or tried some until the cards"
    " suited."
)
"""What is proved of a game whose phones did not commit to their numbers."""


@dataclass(frozen=True)
class Opened:
    """What a record opens: the promise, the secret, what each player has added, and what was drawn as what."""

    commitment: str
    secret: str
    additions: tuple[tuple[str, str], ...]
    """By whom, and what."""
    draws: tuple[Drawn, ...]

    @property
    def key(self) -> bytes:
        return fair.key_of(self.secret, (bits for _, bits in self.additions))


@dataclass(frozen=True)
class Check:
    """One thing that was checked: whether it ``fits`` (None: it can't be checked), in a sentence. Of a draw its label,
    the lists that were mixed for it, and what the record has of the last one, from its beginning."""

    fits: bool | None
    text: Text
    label: str = ""
    mixed: tuple[Mixed, ...] = ()
    drawn: tuple[str, ...] = ()


@dataclass(frozen=True)
class Report:
    """All that was checked; nothing where a record opens no secret."""

    opened: Opened | None
    checks: tuple[Check, ...] = ()

    @property
    def fits(self) -> bool:
        """Whether all could be checked, and fits."""
        return bool(self.checks) and all(check.fits for check in self.checks)

    @property
    def draws(self) -> list[Check]:
        """The checks of draws."""
        return [check for check in self.checks if check.label]


def verify(data: Mapping[str, Any], find: Find) -> Report:
    """Check a record in its JSON form. Raises a RuleError for a file that is none, an EntryError for an entry."""
    opened = opened_in(data)
    read_record(data, find)
    if opened is None:
        return Report(None)
    game, players, options, entries = read_head(data, find)
    redraw = _Redraw(opened)
    redraw.record = Record(game, players, options, redraw)
    redraw.record.restore(entries)
    fits = fair.promise(opened.secret) == opened.commitment
    held = T("The secret is the one that was promised: {words}.", words=fair.words(opened.commitment))
    broken = T("The secret is not the one that was promised.")
    added = len(opened.additions)
    helped = TN("{n} phone has added to it.", "{n} phones have added to it.", added)
    game_of = T("Its draws are those of game {n} at its table.", n=redraw.number)
    head = (Check(fits, held if fits else broken), Check(True, helped), Check(True, game_of))
    return Report(opened, (*head, *redraw.lots(), *redraw.checks, *redraw.surplus()))


@dataclass
class _Redraw(Listener):
    """Hears of each entry as it was made, and draws again what chance filled in."""

    opened: Opened
    checks: list[Check] = field(default_factory=list)
    record: Record = field(init=False)
    _heard: set[Drawn] = field(default_factory=set)
    _done: bool = False

    def restart(self) -> None:
        """From here on all is heard a second time."""
        self._done = True

    def made(self, number: int, entry: Entry, state: Any) -> None:
        move = self.record.game.moves[entry["kind"]]
        if self._done or not move.drawn:
            return
        given = next((one for one in self.opened.draws if one.entry == number and one.kind == entry["kind"]), None)
        bare = {name: value for name, value in entry.items() if name not in move.drawn}
        mixed: list[Mixed] = []
        before = [one for one in self.opened.draws if one.entry < number]
        drawing = Drawing(self.number, before, _Mixing(self.opened.key, mixed).of)
        filled, expected = drawing.fill_in(self.record, bare)
        if given is None and not expected and filled == entry:
            return  # nothing was drawn for it, or what had been drawn stayed
        if given is None:
            self.checks.append(Check(None, T("Entry {n} was not drawn with the secret.", n=number)))
            return
        self._heard.add(given)
        drawn = tuple(str(value) for name in move.drawn if name in entry for value in _listed(entry[name]))
        self.checks.append(_checked(given, given in expected and filled == entry, mixed, drawn))

    def lots(self) -> list[Check]:
        """The lots on whom it fell to begin, each as it was drawn."""
        found = []
        for one in self.opened.draws:
            if one.kind != FIRST:
                continue
            self._heard.add(one)
            mixed: list[Mixed] = []
            before = self.opened.draws[: self.opened.draws.index(one)]
            drawing = Drawing(self.number, before, _Mixing(self.opened.key, mixed).of)
            fits = bool(one.among) and drawing.lot(int(one.label.split("/")[1]), one.entry, one.among)[1] == one
            places = [str(place) for place, name in enumerate(one.among) if name == one.fell_on]
            found.append(_checked(one, fits, mixed, places[:1]))
        return found

    @property
    def number(self) -> int:
        """The number of the game at its table, as its draws have it."""
        return int(self.opened.draws[0].label.partition("/")[0]) if self.opened.draws else 1

    def surplus(self) -> list[Check]:
        """Draws of entries for which nothing was drawn."""
        surplus = [one for one in self.opened.draws if one not in self._heard]
        return [
            Check(False, T("{label}: nothing was drawn for entry {n}.", label=one.label, n=one.entry))
            for one in surplus
        ]


@dataclass(frozen=True)
class _Mixing:
    """Mixes lists, and notes what they were before and after."""

    key: bytes
    mixed: list[Mixed]

    def of(self, label: str) -> Shuffle:
        draw = fair.Draw(self.key, label)

        def shuffle(items: list[Any]) -> None:
            before = [_written(item) for item in items]
            draw.shuffle(items)
            self.mixed.append((before, [_written(item) for item in items]))

        return shuffle


def _written(item: Any) -> str:
    """A card, a seat, or all the cards of a way to prepare them."""
    return ",".join(sorted(item.elements())) if hasattr(item, "elements") else str(item)


def _listed(value: Any) -> Sequence[Any]:
    return value if isinstance(value, list) else [value]


def _checked(one: Drawn, fits: bool, mixed: Sequence[Mixed], drawn: Sequence[str]) -> Check:
    values = {"label": one.label, "n": one.entry, "name": one.fell_on}
    if one.kind == FIRST:
        text = (
            T("{label}: {name} begins by lot; drawn again, it fits.") if fits else T("{label}: this lot does not fit.")
        )
    elif fits:
        text = T("{label}: drawn again for entry {n}, it fits.")
    else:
        text = T("{label}: entry {n} does not fit.")
    return Check(fits, text.filled(**values), one.label, tuple(mixed), tuple(drawn))


# -- reading --------------------------------------------------------------------------------------------------------
def to_json(secret: str, additions: Sequence[tuple[str, str]], draws: Sequence[Drawn]) -> dict[str, Any]:
    """What a record of a game that is over opens, as its field ``chance``. ``additions``: by whom, and what."""
    return {
        "commitment": fair.promise(secret),
        "secret": secret,
        "additions": [{"by": name, "bits": bits} for name, bits in additions],
        "draws": [_draw_json(one) for one in draws],
    }


def _draw_json(one: Drawn) -> dict[str, Any]:
    lot = {"among": list(one.among), "drawn": one.fell_on} if one.kind == FIRST else {}
    return {"entry": one.entry, "label": one.label, **lot}


def opened_in(data: Mapping[str, Any]) -> Opened | None:
    """What a record in its JSON form opens; None for one that opens nothing. Raises a RuleError for what can't be."""
    given = data.get(OPENED)
    if given is None:
        return None
    if not isinstance(given, dict):
        raise RuleError(T("chance must be an object"))
    names = ("commitment", "secret")
    for name in names:
        if not isinstance(given.get(name), str) or not fair.SECRET.fullmatch(given[name]):
            raise RuleError(T("chance: {field} must be 64 hexadecimal digits", field=name))
    additions, draws = given.get("additions"), given.get("draws")
    if not isinstance(additions, list) or not all(map(_is_addition, additions)):
        raise RuleError(T("chance: additions must be a list of objects with by, and bits: 32 hexadecimal digits"))
    if not isinstance(draws, list) or not all(map(_is_draw, draws)):
        raise RuleError(T("chance: draws must be a list of objects with entry and label"))
    added = tuple((one["by"], one["bits"]) for one in additions)
    drawn = (Drawn(one["entry"], one["label"], tuple(one.get("among", ())), one.get("drawn", "")) for one in draws)
    return Opened(given["commitment"], given["secret"], added, tuple(drawn))


def _is_addition(value: Any) -> bool:
    return (
        isinstance(value, dict)
        and isinstance(value.get("by"), str)
        and isinstance(value.get("bits"), str)
        and fair.ADDITION.fullmatch(value["bits"]) is not None
    )


def _is_draw(value: Any) -> bool:
    if not isinstance(value, dict) or not is_number(value.get("entry")) or not isinstance(value.get("label"), str):
        return False
    among = value.get("among", [])
    names = isinstance(among, list) and all(isinstance(name, str) for name in among)
    return names and isinstance(value.get("drawn", ""), str) and fair.LABEL.fullmatch(value["label"]) is not None
