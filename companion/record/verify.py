"""Draws a game's chances again, from what its record opens, and says what fits."""

from __future__ import annotations

import re
import secrets
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from companion.record import fair, older
from companion.record.chance import DEAL, FIRST, Drawing, Drawn, repeated
from companion.record.record import OPENED, Find, Listener, Record, read_head, read_record
from companion.rules.asking import Entry, is_number
from companion.rules.move import IGNORED, Shuffle
from companion.rules.state import OVER, ROUND_OVER
from companion.rules.text import TN, RuleError, T, Text

Kind = TypeVar("Kind")
Mixed = tuple[list[str], list[str]]
"""A list before it was mixed and after it."""
NOT_CHECKABLE = T("Not checkable: this record opens no secret that was promised before its first deal.")
PROVES = T(
    "What fits here shows that the cards came out of a secret that was promised and of bits that phones had committed"
    " to, before either was known. So nobody chose the cards, not even whoever runs the machine with every phone but"
    " yours in on it: they could only hold back bits, and it says here how many deals that left to choose from, or deal"
    " once more: each deal and each game has a number, and none is used twice. It does not show that nobody looked:"
    " whoever reads the data file knows the cards, and what will be drawn later in the round. And it is said by the"
    " machine that is checked: to be sure, check the record elsewhere too, with companion-table verify and the promise,"
    " the bits and the terms that your phone shows."
)
"""What is proved, and what is not: on the page, by the command and in the documents."""


@dataclass(frozen=True)
class Opened:
    """What a record opens: the promise, the secret, each deal as it was bound, and what was drawn as what; of older
    games what each player has ``added``."""

    commitment: str
    secret: str
    draws: tuple[Drawn, ...]
    deals: tuple[fair.Deal, ...] = ()
    added: older.Additions | None = None

    @property
    def proves(self) -> Text:
        return PROVES if self.added is None else older.PROVES

    def key(self, deal: str) -> bytes | None:
        """The key of that deal's draws; None where there was none."""
        if self.added is not None:
            return older.key_of(self.secret, (bits for _, bits in self.added))
        return next((one.key(self.secret) for one in self.deals if one.of == deal), None)


@dataclass(frozen=True)
class Check:
    """One thing that was checked: whether it ``fits`` (None: it can't be checked), in a sentence. Of a draw its label,
    the deal it belongs to, the lists that were mixed for it, and what the record has of the last one, from its
    beginning."""

    fits: bool | None
    text: Text
    label: str = ""
    deal: str = ""
    mixed: tuple[Mixed, ...] = ()
    drawn: tuple[str, ...] = ()


@dataclass(frozen=True)
class Report:
    """All that was checked; nothing where a record opens no secret."""

    opened: Opened | None
    checks: tuple[Check, ...] = ()
    number: int = 1
    """Of the game at its table."""
    players: tuple[str, ...] = ()
    begins: Mapping[int, int] = field(default_factory=dict)
    """Who begins, by the number of the deal's entry."""

    @property
    def breaks(self) -> bool:
        return any(check.fits is False for check in self.checks)

    @property
    def proved(self) -> bool:
        """All fits, and all could be checked."""
        return bool(self.opened and self.opened.added is None and all(check.fits for check in self.checks))

    @property
    def fair(self) -> bool:
        """It is proved, and nobody held back anything: nobody had a choice."""
        return self.proved and self.opened is not None and not any(deal.withheld for deal in self.opened.deals)


def verify(data: Mapping[str, Any], find: Find, shown: str = "", bits: str = "", terms: str = "") -> Report:
    """Check a record in its JSON form, also against the words of the promise, the bits and the hash of the terms that a
    phone has ``shown``. Raises a RuleError for a file that is none, an EntryError for an entry."""
    opened = opened_in(data)
    read_record(data, find)
    if opened is None:
        return Report(None)
    game, players, options, entries = read_head(data, find)
    redraw = _Redraw(opened)
    redraw.record = Record(game, players, options, redraw)
    redraw.record.restore(entries)
    number = Check(True, T("Its draws are those of game {n} at its table.", n=redraw.number))
    head = (*_promise(opened, shown, bits, terms), number)
    checks = (*head, *_deals(opened, redraw.record, redraw.number), *redraw.checks, *redraw.surplus())
    begins = {number: entry["first"] for number, entry in enumerate(entries) if "first" in entry}
    return Report(opened, checks, redraw.number, tuple(redraw.record.state.names), begins)


def _promise(opened: Opened, shown: str, bits: str, terms: str) -> list[Check]:
    """Whether the secret is the one that was promised, to this phone too, and whether its bits were used, for its
    terms."""
    bound = [deal for deal in opened.deals if terms in {"", deal.digest}]
    words, used = fair.words(opened.commitment), {bits for deal in bound for bits in deal.opened.values()}
    held = T("The secret is the one that was promised: {words}.", words=words)
    broken = T("The secret is not the one that was promised.")
    found = [_either(fair.promise(opened.secret) == opened.commitment, held, broken)]
    if opened.added is not None:
        used = {bits for _, bits in opened.added}
        added = TN("{n} phone helped to shuffle.", "{n} phones helped to shuffle.", len(opened.added))
        found.append(Check(True, added))
    if shown:
        same, other = T("It is the promise that the phone showed."), T("It is not the promise that the phone showed.")
        found.append(_either(shown.split() == words.split(), same, other))
    if bits:
        found.append(_either(bits in used, T("The phone's bits were used."), T("The phone's bits were not used.")))
    if terms:
        one, none = T("A deal has the terms that the phone showed."), T("No deal has the terms that the phone showed.")
        found.append(_either(bool(bound), one, none))
    return found


def _either(fits: bool, well: Text, badly: Text) -> Check:
    return Check(fits, well if fits else badly)


def _deals(opened: Opened, record: Record, game: int) -> list[Check]:
    """Each deal as it was bound: who took part in it, and whether none was left out or exchanged. ``game``: its number
    at the table."""
    found: list[Check] = []
    counted: Counter[str] = Counter()
    seats: list[int] = []
    # What was bound before there was such an option was played as it is by default.
    usual = record.game.default_options()
    given = (*(deal.terms["options"] for deal in opened.deals), record.state.options)
    options = [{**usual, **one} for one in given]
    for deal, bound, later in zip(opened.deals, options, options[1:], strict=False):
        terms, (head, _, count) = deal.terms, deal.of.rpartition("/")
        ids = [one["seat"] for one in terms["players"]]
        counted[head] += 1
        stays = all(_goes_on(bound.get(name), later.get(name)) for name in {*later, *bound})
        kept = (
            (T("its number"), count == str(counted[head]) and head.startswith(f"{game}/")),
            (T("the promise"), terms["promise"] == opened.commitment),
            (T("the game or its options"), stays and terms["game"] == record.game.id),
            (T("the seats"), len({*ids}) == len(ids) and ids[: len(seats)] == seats),
        )
        found += [_broken(deal, what) for what, fits in kept if not fits]
        found += taken_part(deal)
        seats = ids
    return found


def _goes_on(before: Any, after: Any) -> bool:
    """An option has to stay; a number may grow, for rounds can be added."""
    return before == after or (is_number(before) and is_number(after) and before < after)


def _broken(deal: fair.Deal, what: Text) -> Check:
    return Check(False, T("Deal {deal}: its terms name something else: {what}.", deal=deal.of, what=what))


def taken_part(deal: fair.Deal) -> Iterator[Check]:
    """Which phones took part in the deal, and how."""
    commitments, of = deal.commitments, {"deal": deal.of}
    if any(not deal.fits(*one) for one in deal.opened.items()) or len({*commitments.values()}) < len(commitments):
        yield Check(False, T("Deal {deal}: opened was something else than was committed to.", **of))
    if deal.entry is None:
        yield Check(None, T("Deal {deal} was given up after its terms were bound: that left a choice.", **of))
    if deal.opened:
        yield Check(True, T("Deal {deal}: opened by {names}.", **of, names=deal.named(deal.opened)))
    else:
        yield Check(None, T("Deal {deal}: no phone took part, so nobody can check it.", **of))
    if deal.withheld:
        text = T("Deal {deal}: not opened by {names}. That left {n} deals to choose from.")
        yield Check(True, text.filled(**of, names=deal.named(deal.withheld), n=2 ** len(deal.withheld)))
    if deal.asleep:
        yield Check(True, T("Deal {deal}: the phones of {names} were asleep.", **of, names=deal.named(deal.asleep)))


@dataclass
class _Redraw(Listener):
    """Hears of each entry as it was made, and draws again what chance filled in."""

    opened: Opened
    checks: list[Check] = field(default_factory=list)
    record: Record = field(init=False)
    _heard: set[Drawn] = field(default_factory=set)
    _dealt: list[fair.Deal] = field(default_factory=list)
    _changed: list[tuple[str, int]] = field(default_factory=list)
    """Status and round before each undo or amend."""
    _done: bool = False

    @property
    def number(self) -> int:
        """The number of the game at its table, as its draws have it, or its deals."""
        names = (*(draw.label for draw in self.opened.draws), *(deal.of for deal in self.opened.deals), "1")
        return int(names[0].partition("/")[0])

    def changes(self, state: Any) -> None:
        self._changed.append((state.status, state.round))

    def restart(self) -> None:
        """From here on all is heard a second time."""
        self._done = True

    def made(self, number: int, entry: Entry, state: Any) -> None:
        move = self.record.game.moves[entry["kind"]]
        if self._done or not move.drawn:
            return
        bare = {name: value for name, value in entry.items() if name not in {*move.drawn, *IGNORED}}
        deal, kinds = None, {entry["kind"], FIRST}
        if entry["kind"] == DEAL and self.opened.added is not None:
            kinds = {DEAL}
            self._older_lots(number, entry, state.names)
        elif entry["kind"] == DEAL:
            deal = next((one for one in self.opened.deals if one.entry == number), None)
            if deal:
                bare = self._bound(deal, bare, state.names)
            elif not self._dealt_again(number, bare):
                return
        mixing = _Mixing(self.opened)
        before = [one for one in self.opened.draws if one.entry < number]
        filled, expected = Drawing(self.number, before, mixing.of, deal.of if deal else "").fill_in(self.record, bare)
        if deal and all(one.deal != deal.of for one in expected):
            self.checks.append(_broken(deal, T("its number")))
        given = [one for one in self.opened.draws if one.entry == number and one.kind in kinds]
        differs = any(filled.get(name) != entry.get(name) for name in move.drawn)
        if not given and (expected or differs):
            # Terms say what is dealt, and so does a deal that was taken back; once the secret is told it draws no more.
            steered = deal or (differs and entry["kind"] == DEAL and self.opened.added is None)
            text = T("Entry {n} was not drawn with the secret.", n=number)
            self.checks.append(Check(False if steered else None, text))
        for one in given:
            names = ("first",) if one.kind == FIRST else move.drawn
            values = [entry["first"]] if one.kind == FIRST and "first" in entry else move.came_out(entry)
            drawn = [str(value) for value in values]
            fits = one in expected and all(filled.get(name) == entry.get(name) for name in names)
            self._drawn(one, fits, mixing, drawn)

    def _bound(self, deal: fair.Deal, bare: Entry, names: Sequence[str]) -> Entry:
        """The deal's entry as it was bound, which has to be that of the table as it stood."""
        self._dealt.append(deal)
        if [one["name"] for one in deal.terms["players"]] != list(names):
            self.checks.append(_broken(deal, T("the players or their order")))
        bound: Entry = deal.terms["deal"]
        if "first" not in bound:
            bare.pop("first", None)
        if bound != bare:
            self.checks.append(_broken(deal, T("who is dealt in, or who begins")))
        return bare

    def _dealt_again(self, number: int, bare: Entry) -> bool:
        """Whether a deal without terms of its own is one that was taken back, made again in its place."""
        before = repeated(self.record, bare)
        if before is None:
            # By the rounds that the last bound deal names: where all were over the secret may have been opened.
            rounds = self._dealt[-1].terms["options"].get("rounds") if self._dealt else None
            was_over = any(one[0] == OVER or one == (ROUND_OVER, rounds) for one in self._changed)
            taken_back = T("Entry {n} was dealt after an end that was taken back.", n=number)
            unbound = Check(False, T("Entry {n} was dealt without terms.", n=number))
            self.checks.append(Check(None, taken_back) if was_over else unbound)
        elif self.record.entries[before].get("first") != bare.get("first"):
            text = T("Entry {n} deals the same cards again, and somebody else begins.", n=number)
            self.checks.append(Check(None, text))
        return before is not None

    def _older_lots(self, number: int, entry: Entry, names: Sequence[str]) -> None:
        """In older games lots were drawn before the deal, among all who would play, in their order."""
        draws = self.opened.draws
        lots = [one for one in draws if one.kind == FIRST and one.entry <= number and one not in self._heard]
        playing = tuple(name for seat, name in enumerate(names) if seat not in entry.get("without", ()))
        for one in lots:
            mixing, places = _Mixing(self.opened), list(range(len(one.among)))
            mixing.of(one.label, "")(places)
            label = Drawing(self.number, draws[: draws.index(one)], mixing.of).label(one.round, FIRST)
            fits = (label, playing) == (one.label, one.among) and one.among[places[0]] == one.fell_on
            begins = one is not lots[-1] or ("first" in entry and names[entry["first"]] == one.fell_on)
            self._drawn(one, fits and begins, mixing, [str(place) for place in places[:1]])

    def _drawn(self, one: Drawn, fits: bool, mixing: _Mixing, drawn: Sequence[str]) -> None:
        again, not_so = T("{label}: drawn again for entry {n}, it fits."), T("{label}: entry {n} does not fit.")
        if one.kind == FIRST:
            again = T("{label}: {name} begins by lot; drawn again, it fits.")
            not_so = T("{label}: this lot does not fit.")
        self._heard.add(one)
        text = (again if fits else not_so).filled(label=one.label, n=one.entry, name=one.fell_on)
        deal, mixed = mixing.done.get(one.label, ("", ()))
        self.checks.append(Check(fits, text, one.label, deal, tuple(mixed), tuple(drawn)))

    def surplus(self) -> list[Check]:
        """Draws of entries for which nothing was drawn, and deals of entries that dealt none of their cards."""
        named = [(one.label, one.entry) for one in self.opened.draws if one not in self._heard]
        named += [(one.of, one.entry) for one in self.opened.deals if one.entry is not None and one not in self._dealt]
        return [Check(False, T("{label}: nothing was drawn for entry {n}.", label=name, n=n)) for name, n in named]


@dataclass(frozen=True)
class _Mixing:
    """Mixes lists, and notes by label for which deal that was, and what they were before and after."""

    opened: Opened
    done: dict[str, tuple[str, list[Mixed]]] = field(default_factory=dict)

    def of(self, label: str, deal: str) -> Shuffle:
        # What belongs to no deal fits nothing.
        draw = fair.Draw(self.opened.key(deal) or secrets.token_bytes(fair.SECRET_BYTES), label)
        _, mixed = self.done.setdefault(label, (deal, []))

        def shuffle(items: list[Any]) -> None:
            before = [_written(item) for item in items]
            draw.shuffle(items)
            mixed.append((before, [_written(item) for item in items]))

        return shuffle


def _written(item: Any) -> str:
    """A card, a seat, or all the cards of a way to prepare them."""
    return ",".join(sorted(item.elements())) if hasattr(item, "elements") else str(item)


# -- reading --------------------------------------------------------------------------------------------------------
def to_json(opened: Opened) -> dict[str, Any]:
    """What a record of a game that is over opens, as its field ``chance``."""
    draws, deals = [], []
    for one in opened.draws:
        lot = {"among": list(one.among), "drawn": one.fell_on} if one.kind == FIRST else {}
        draws.append({"entry": one.entry, "label": one.label, **lot})
    told = {"commitment": opened.commitment, "secret": opened.secret, "draws": draws}
    if opened.added is not None:
        return {**told, "additions": [{"by": name, "bits": bits} for name, bits in opened.added]}
    for deal in opened.deals:
        bits = [{"seat": seat, "bits": bits} for seat, bits in deal.opened.items()]
        deals.append({"terms": deal.terms, "opened": bits, "entry": deal.entry})
    return {**told, "deals": deals}


def opened_in(data: Mapping[str, Any]) -> Opened | None:
    """What a record in its JSON form opens; None for one that opens nothing. Raises a RuleError for what can't be."""
    given = data.get(OPENED)
    if given is None:
        return None
    try:
        older_form = "deals" not in given
        deals = () if older_form else tuple(_deal(one) for one in _is(list, given["deals"]))
        added = older.additions_in(given["additions"]) if older_form else None
        draws = tuple(_draw(one) for one in _is(list, given["draws"]))
        return Opened(_hex(fair.DIGEST, given["commitment"]), _hex(fair.DIGEST, given["secret"]), draws, deals, added)
    except (AttributeError, KeyError, TypeError, ValueError):
        raise RuleError(T("chance is not as docs/record.md has it")) from None


def _draw(one: Mapping[str, Any]) -> Drawn:
    among = tuple(_is(str, name) for name in _is(list, one.get("among", [])))
    return Drawn(_is(int, one["entry"]), _hex(fair.LABEL, one["label"]), among, _is(str, one.get("drawn", "")))


def _deal(one: Mapping[str, Any]) -> fair.Deal:
    terms, entry = _is(dict, one["terms"]), one["entry"]
    _hex(fair.DIGEST, terms["promise"]), _hex(fair.DEAL_OF, terms["of"])
    _is(str, terms["game"]), _is(dict, terms["options"]), _is(dict, terms["deal"])
    for player in _is(list, terms["players"]):
        _is(int, player["seat"]), _is(str, player["name"]), _hex(fair.DIGEST, player.get("commitment", "0" * 64))
    bits = {_is(int, each["seat"]): _hex(fair.BITS, each["bits"]) for each in _is(list, one["opened"])}
    return fair.Deal(terms, bits, None if entry is None else _is(int, entry), entry is None)


def _is(kind: type[Kind], value: Any) -> Kind:
    if type(value) is not kind:
        raise TypeError
    return value


def _hex(pattern: re.Pattern[str], value: Any) -> str:
    if not pattern.fullmatch(value):
        raise ValueError
    return str(value)
