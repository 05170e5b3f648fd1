"""A game in one file, as the rest of the program knows games: a subclass of ``Game`` that asks the file."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property, lru_cache
from html import escape
from typing import Any

from companion.roles import knowing
from companion.roles.form import CARDS, NAMES, PLACE, Form, Learning, say
from companion.roles.moves import TURN_MOVES, AskLook, ClockSet, Ends, GoOn, Night, Out, RoleDeal
from companion.roles.reading import read_form
from companion.roles.round import RoleRound
from companion.roles.state import Seat, Seen, State
from companion.rules.asking import Entry, Field, Flag, Piece, Prepared, pieces
from companion.rules.board import Secret
from companion.rules.dealing import Deal
from companion.rules.game import DEALING, Running, Spoken
from companion.rules.guide import Role, Topic
from companion.rules.move import Move, Shuffle
from companion.rules.seeing import ASIDE, LET_GO, OWN, OWN_CARD, SCORE, Held, Shown, Sign, View, told
from companion.rules.state import PLAYING
from companion.rules.table_moves import TABLE_MOVES, End
from companion.rules.text import T, Text, in_own_words, sentences

NOTHING = T("You learn nothing.")
ANSWER = "answer"
"""The key under which every seat holds what came of the last question."""
UNTOLD = T("Nobody tells you your card")


class RoleGame(RoleRound):
    """A game of hidden roles by the file it is read from. ``sha`` is that file's SHA-256, of which the game's id has a
    part: a file that is changed is another game. ``drawings``: those a card may have (None: any). Raises ``Mistaken``
    for one that is no game."""

    id: str = ""
    title: Text = T("Game")
    about: Text = T("Game")
    least, most = 2, 12
    state_type, seat_type = State, Seat
    turn_moves = TURN_MOVES
    table_moves: tuple[type[Move[Any]], ...] = ()
    in_turns = False
    says_who_looked = False
    gone = "out"

    def __init__(self, name: str, text: str, drawings: Collection[str] | None = None) -> None:
        self.file = text  # type: ignore[misc]
        self.sha = hashlib.sha256(text.encode()).hexdigest()
        self.name, self.id = name, f"{name}.{self.sha[:12]}"
        self.form: Form = read_form(text, drawings)
        form = self.form
        self.title = in_own_words(form.title)
        self.about = in_own_words(form.about) if form.about else self.title
        self.least, self.most = form.players
        self.minutes = form.minutes or 0  # type: ignore[misc]
        self.most_wins = form.rounds > 1  # type: ignore[misc]
        own = (card.icon for card in form.cards.values() if card.icon)
        self.icons = tuple(sorted({"moon", "hourglass", "crown", "leave", "eye", *own}))  # type: ignore[misc]
        nobody = Sign("nobody", "eye", T("Nobody has {card}: it lies aside."), pieces=self.roles, names="card")
        self.table_signs = (nobody,)  # type: ignore[misc]
        self.topics = tuple(self._topics())  # type: ignore[misc]
        self.table_moves = tuple(self._table_moves())
        super().__init__()

    def _table_moves(self) -> Iterable[type[Move[Any]]]:
        """The moves of the table: those every game has, and what the file speaks of."""
        form = self.form
        mine = ((Out, form.out), (Night, form.night), (ClockSet, form.clocks), (AskLook, form.looks))
        yield from (move for move, there in mine if there)
        yield from (GoOn, Ends)
        yield from (RoleDeal if move is Deal else move for move in TABLE_MOVES if move is not End)

    # -- the deal -----------------------------------------------------------------------------------------------
    @cached_property
    def roles(self) -> Mapping[str, Piece]:
        return pieces(
            *(
                Piece(id, in_own_words(card.name), card.icon or "", help=self._about_card(id))
                for id, card in self.form.cards.items()
            )
        )

    def _about_card(self, id: str) -> Text:
        card = self.form.cards[id]
        side = self.form.sides[card.side]
        told = [in_own_words(one) for one in (*([side.goal] if side.goal else []), *card.says)]
        return T("{side}. {says}", side=in_own_words(side.name), says=sentences(told) if told else "")

    def options(self) -> tuple[Field, ...]:
        return (DEALING, *(Flag(id, in_own_words(self.form.cards[id].name)) for id in self.switches))

    def default_options(self) -> dict[str, Any]:
        """A switch that nobody has touched stands as the file has it for so many players, and is no option."""
        return {"dealing": "phones"}

    def settled_options(self, options: Mapping[str, Any], players: int) -> dict[str, Any]:
        on = self.switched_on(players, options) if self.least <= players <= self.most else ()
        return {**dict(options), **{id: options.get(id, id in on) for id in self.switches}}

    def prepared(self, players: int, options: Mapping[str, Any]) -> list[Prepared]:
        return [Prepared(self.deck(players, options))]

    def bound(self, state: State, without: Sequence[int], earlier: Iterable[Entry]) -> Entry:
        players = len(state.seats) - len(without)
        if not self.least <= players <= self.most:
            return {}  # it is refused, with the reason
        entry: Entry = {"file": self.sha}
        if self.switches:
            entry["on"] = [id for id in self.switches if id in self.switched_on(players, state.options)]
        if state.by_hand:
            return entry
        dealt = list(earlier) if self.form.draws or self._ever_chosen else []
        before = [one["chosen"] for one in dealt if one.get("chosen")]
        sitting = set(range(len(state.seats))) - set(without)
        if before and len(before[-1]) == len(self.chosen_cards(players, state.options)) and sitting >= set(before[-1]):
            entry["chosen"] = before[-1]
        if self.form.draws:
            entry["spent"] = self._spent(dealt)
        return entry

    @property
    def _ever_chosen(self) -> bool:
        return any(card.chosen for card in self.form.cards.values())

    def _spent(self, earlier: Sequence[Entry]) -> list[list[int]]:
        """Of each thing to draw what was drawn before, until all has been."""
        found: list[list[int]] = []
        for place, draw in enumerate(self.form.draws.values()):
            spent: set[int] = set()
            for entry in earlier:
                if len(entry.get("draw", ())) == len(self.form.draws):
                    spent = set() if len(spent) >= len(draw.items) else spent
                    spent.add(entry["draw"][place][0])
            found.append(sorted(spent) if len(spent) < len(draw.items) else [])
        return found

    def deal(self, state: State, shuffle: Shuffle, without: Sequence[int] = ()) -> Entry:
        """A deal in which chance has also chosen who has what is not dealt by lot."""
        sit_out = {"without": sorted(without)} if without else {}
        entry = {"kind": "deal", **sit_out, **self.bound(state, without, ())}
        seats = [seat for seat in range(len(state.seats)) if seat not in without]
        if state.by_hand:
            (way,) = self.prepared(len(seats), state.options)
            cards = sorted(way.elements())
            shuffle(cards)
            return {**entry, "cards": cards[: len(seats)], "aside": cards[len(seats) :]}
        if chosen := self.chosen_cards(len(seats), state.options):
            shuffle(seats)
            entry["chosen"] = seats[: len(chosen)]
        return self.moves["deal"].outcome(state, entry, shuffle)

    def preparation(self, players: int, options: Mapping[str, Any], round_number: int) -> list[Text]:
        deck = self.deck(players, options)
        cards = [T("{n} × {card}", n=n, card=self.roles[id].label) for id, n in deck.items()]
        found = [T("{n} players: {cards}.", n=players, cards=cards)]
        if aside := self.form.aside[players]:
            found.append(T("{n} of them lie aside, face down.", n=aside))
        return [*found, *self._rules(players, deck)]

    def set_up(self, state: State) -> None:
        """Open cards that lie aside: all see that nobody has them."""
        state.nobody = list(dict.fromkeys(card for card in state.aside or () if self.form.cards[card].open))

    def rounds(self, state: State) -> int:
        return self.form.rounds

    # -- what is told before the deal ---------------------------------------------------------------------------
    def _rules(self, players: int, deck: Mapping[str, int]) -> list[Text]:
        """Who learns what, what may be asked, how it ends and what that pays, with these cards."""
        form, found = self.form, list[Text]()
        for rule in form.learns:
            if players in rule.players and not rule.who.isdisjoint(deck):
                found.append(self._rule_words(rule, deck))
        for look in form.looks:
            if not look.who.isdisjoint(deck):
                who = self._cards_words(look.who, deck)
                found.append(T("{who} may ask: {what}", who=who, what=in_own_words(look.name)))
        for n in self.ends_of(deck):
            found.append(self.end_words(n))
        return found

    def _rule_words(self, rule: Learning, deck: Mapping[str, int]) -> Text:
        values = {"who": self._cards_words(rule.who, deck), "says": _with_dots(rule.says)}
        if rule.of is None:
            return T("{who}: “{says}”", **values)
        return T("{who}: “{says}” ({of})", of=self._cards_words(rule.of, deck), **values)

    def _cards_words(self, cards: Iterable[str], deck: Mapping[str, int]) -> list[Text]:
        return [piece.label for id, piece in self.roles.items() if id in cards and id in deck]

    def _topics(self) -> Iterable[Topic]:
        for rule in self.form.learns:
            who = [in_own_words(card.name) for id, card in self.form.cards.items() if id in rule.who]
            yield Topic(T("{who}: “{says}”", who=who, says=_with_dots(rule.says)), T("Nobody else reads it."))
        for n in range(len(self.form.ends)):
            yield Topic(in_own_words(self.form.ends[n].when), self.end_words(n))

    # -- playing ------------------------------------------------------------------------------------------------
    def night(self, state: State) -> list[Spoken]:
        if state.last_kind != Night.kind:
            return []
        players, deck = len(state.players), set(self.deck_of(state))
        return [
            Spoken(in_own_words(one.says), one.seconds[players])
            for one in self.form.night
            if one.where is None or one.where & deck
        ]

    def clocks(self, state: State) -> list[Spoken]:
        players = len(state.players)
        return [
            Spoken(in_own_words(one.name), one.seconds[players], in_own_words(one.says) if one.says else None)
            for one in self.form.clocks
        ]

    def countdown(self, state: State) -> Running | None:
        if state.clock is None or state.status != PLAYING:
            return None
        return Running(self.clocks(state)[state.clock], state.sets, state.seconds, state.stands)

    def set_clock(self, clock: int, seconds: int, stands: bool) -> Entry:
        return {"kind": "clock", "clock": clock, "seconds": seconds, **({"stands": True} if stands else {})}

    # -- what is seen -------------------------------------------------------------------------------------------
    public = (
        *("nights", "looks", "question", "answered", "clock", "seconds", "stands", "end", "named", "sides", "won"),
        Shown("nobody", value=lambda state, seat: state.nobody),
        Shown("draw", told),
        SCORE,
        ASIDE,
    )
    seat_signs = (
        Sign("out", "leave", T("out of the game"), "bad"),
        Sign("pointed", "hand", T("has answered"), "good"),
    )

    @cached_property
    def of_seat(self) -> tuple[str | Shown, ...]:
        def card(state: State, viewer: Any, seat: int) -> bool:
            own = state.seats[seat]
            return told(state, viewer) or own.revealed or (own.card is not None and self._lies_open(own.card))

        def named(state: State, seat: int) -> int | None:
            return state.pointed.get(seat)

        return (
            Shown("card", card),
            "out",
            Shown("pointed", value=lambda state, seat: seat in state.pointed),
            Shown("names", told, named),
            Shown("seen", told, lambda state, seat: [[one.look, one.seat] for one in state.seen if one.by == seat]),
        )

    def _lies_open(self, card: str) -> bool:
        return self.form.cards[card].open or self.form.cards[card].chosen

    def headline(self, view: View) -> Text:
        if view["status"] != PLAYING:
            return super().headline(view)
        if view["question"] is not None:
            return self.question_words(view["question"])
        players = [seat for seat in view["seats"] if not seat.get("sits_out")]
        there = sum(not seat["out"] for seat in players)
        if there < len(players):
            return T("{n} of {all} still in", n=there, all=len(players))
        return T("The game is on")

    def sees_own(self, card: str) -> bool:
        return self.form.cards[card].told

    def held(self, state: State, seat: int) -> list[Held]:
        """The own card with what it learns, and what came of the last question: every seat holds the same things."""
        own = state.seats[seat]
        if state.by_hand or own.card is None:
            return []
        opens = (OWN, seat) if self.sees_own(own.card) else None
        found = [Held(Secret(OWN, OWN_CARD, LET_GO), _in_words(self.role(state, seat, own.card)), opens)]
        if state.answered is not None and state.status == PLAYING:
            name = in_own_words(self.form.looks[state.answered].name)
            found.append(Held(Secret(ANSWER, name, LET_GO), self._answer(state, seat)))
        return found

    def _answer(self, state: State, seat: int) -> Text:
        last = (one for one in state.seen if one.by == seat and one.time == len(state.looks))
        return next((self.seen_words(state, one) for one in last), NOTHING)

    def seen_words(self, state: State, seen: Seen) -> Text:
        """What a look has told: a side, or a card."""
        card = self.form.cards[state.seats[seen.seat].card or ""]
        side = self.form.looks[seen.look].at == "side"
        words = self.form.sides[card.side].name if side else card.name
        return T("{name}: {card}", name=state.names[seen.seat], card=in_own_words(words))

    def role(self, state: State, seat: int, card: str) -> Role:
        return self._page(state, card, self.learns(state, seat))

    def fullest(self, state: State) -> list[Role]:
        pages = (self._page(state, card, self._most_learnt(state, card)) for card in self.deck_of(state))
        return [replace(page, words=_in_words(page)) for page in pages]

    def _most_learnt(self, state: State, card: str) -> list[Text]:
        """Each rule for a card as though it named everybody, with the longest words that can be drawn."""
        table, form = self._table(state), self.form
        values: dict[str, str] = {NAMES: ", ".join(table.names)}
        for draw in form.draws.values():
            longest = max((word for item in draw.items for word in item), key=_size)
            values |= dict.fromkeys((draw.id, f"{draw.id}.1", f"{draw.id}.2"), longest)
        found = []
        for rule in table.rules_of(card):
            words = {}
            for lang in form.languages:
                label = max((say(one.name, lang) for one in form.cards.values()), key=_size)
                values[CARDS] = ", ".join(f"{name}: {label}" for name in table.names)
                texts = (say(one, lang) for one in (rule.says, rule.none) if one)
                words[lang] = max((PLACE.sub(lambda at: values.get(at[1], at[0]), text) for text in texts), key=_size)
            found.append(in_own_words(words))
        return found

    def _page(self, state: State, card: str, learns: list[Text]) -> Role:
        one = self.form.cards[card]
        if not one.told:
            return Role(UNTOLD, picture="eye", learns=learns)
        side = self.form.sides[one.side]
        lines = [("", in_own_words(words)) for words in one.says]
        goal = in_own_words(side.goal) if side.goal else None
        name, of = in_own_words(one.name), in_own_words(side.name)
        return Role(name, goal, lines, one.icon or "eye", side=of, learns=learns)

    def learns(self, state: State, seat: int) -> list[Text]:
        """The sentences that the seat has been told."""
        table, place = self._table(state), state.players.index(seat)
        drawn = self._drawn(state)
        found = []
        for one in table.learnt(state.deal, place):
            words = {lang: table.words(one, lang, drawn) for lang in self.form.languages}
            found.append(in_own_words(words))
        return found

    def _table(self, state: State) -> knowing.Table:
        names = tuple(state.names[seat] for seat in state.players)
        return _table(self, names, tuple(self.deck_of(state).items()))

    def _drawn(self, state: State) -> dict[str, str]:
        """What the placeholders of ``[draw]`` stand for."""
        found: dict[str, str] = {}
        for draw, (item, *order) in zip(self.form.draws.values(), state.draw, strict=False):
            words = draw.items[item]
            found[draw.id] = words[0]
            found |= {f"{draw.id}.{n + 1}": words[at] for n, at in enumerate(order)}
        return found


def _in_words(role: Role) -> Text:
    said = [role.name, *([role.side] if role.side else []), *([role.counts] if role.counts else [])]
    return T("{name}", name=said + [words for _, words in role.lines] + [*(role.learns or [NOTHING])])


def _size(text: str) -> int:
    """Bytes of a text in a page."""
    return len(escape(text).encode())


Deck = tuple[tuple[str, int], ...]


@lru_cache(2**6)
def _table(game: RoleGame, names: tuple[str, ...], deck: Deck) -> knowing.Table:
    return knowing.Table(game.form, names, dict(deck))


def _with_dots(words: Mapping[str, str]) -> Text:
    """What a rule says, with dots in the place of what each deal fills in."""
    return in_own_words({lang: PLACE.sub("…", text) for lang, text in words.items()})
