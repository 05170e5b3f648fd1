"""A game in one file, as the rest of the program knows games: a subclass of ``Game`` that asks the file."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any

from companion.roles.form import Learning
from companion.roles.kinds import PLACE
from companion.roles.knowing import LISTED
from companion.roles.moves import TURN_MOVES, AskInNight, AskLook, ClockSet, Ends, GoOn, Night, Out, RoleDeal
from companion.roles.reading import read_game
from companion.roles.round import RoleRound
from companion.roles.state import Seat, State
from companion.rules.asking import Choice, Entry, Field, Flag, OneOf, Piece, Prepared, pieces
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
    gone_words = T("You are out")

    def __init__(self, name: str, text: str, drawings: Collection[str] | None = None) -> None:
        self.file = text  # type: ignore[misc]
        self.name, self.id = name, f"{name}.{hashlib.sha256(text.encode()).hexdigest()[:12]}"
        self.forms, self.warnings = read_game(text, drawings)
        self.least, self.most = min(self.forms), max(self.forms)
        self.form = self.forms[self.most]
        game = self.form.game
        self.title = game.title
        self.about = game.about or self.title
        self.minutes = game.minutes  # type: ignore[misc]
        self.most_wins = game.rounds > 1  # type: ignore[misc]
        own = (card.icon for card in self.form.cards.values() if card.icon)
        self.icons = tuple(sorted({"moon", "hourglass", "crown", "leave", "eye", *own}))  # type: ignore[misc]
        nobody = Sign("nobody", "eye", T("Nobody has {card}: it lies aside."), pieces=self.roles, names="card")
        self.table_signs = (nobody,)  # type: ignore[misc]
        rules = (Topic(self._rule_words(rule), T("Nobody else reads it.")) for rule in self.form.learns)
        ends = (Topic(end.when, self.end_words(end.id)) for end in self.form.ends)
        self.topics = (*rules, *ends)  # type: ignore[misc]
        self.table_moves = tuple(self._table_moves())
        super().__init__()

    def _table_moves(self) -> Iterable[type[Move[Any]]]:
        """The moves of the table: those every game has, and what the file speaks of."""
        form = self.form
        asked = any(step.look for step in form.night)
        mine = ((Out, form.game.out), (Night, form.night), (AskLook, form.looks), (AskInNight, asked))
        yield from (move for move, there in (*mine, (ClockSet, form.clock), (GoOn, form.looks)) if there)
        yield Ends
        yield from (RoleDeal if move is Deal else move for move in TABLE_MOVES if move is not End)

    # -- the deal -----------------------------------------------------------------------------------------------
    @cached_property
    def roles(self) -> Mapping[str, Piece]:
        cards = self.form.cards.items()
        return pieces(*(Piece(id, card.name, card.icon, help=self._about_card(id)) for id, card in cards))

    def _about_card(self, id: str) -> Text:
        card = self.form.cards[id]
        side = self.form.sides[card.side]
        told = [*([side.goal] if side.goal else []), *card.says]
        return T("{side}. {says}", side=side.name, says=sentences(told) if told else "")

    @property
    def _drawn_in(self) -> list[str]:
        """The languages of what is drawn."""
        words = (one for draw in self.form.draw.values() for item in draw.from_ for one in item)
        drawn = {lang for one in words for lang, _ in one.own}
        return [lang for lang in self.form.languages if lang in drawn]

    def options(self) -> tuple[Field, ...]:
        labels = {lang: T("{name}", name=lang) for lang in self._drawn_in}
        language = OneOf("language", T("Words are drawn in"), choices=tuple(Choice(*one) for one in labels.items()))
        switches = (Flag(id, self.roles[id].label) for id in self.form.switches)
        return (DEALING, *([language] if len(labels) > 1 else []), *switches)

    def default_options(self) -> dict[str, Any]:
        """A switch that nobody has touched stands as the file has it for so many players, and is no option."""
        return {"dealing": "phones"}

    def settled_options(self, options: Mapping[str, Any], players: int) -> dict[str, Any]:
        cards = self.forms[players].cards if players in self.forms else {}
        language = {"language": "en"} if len(self._drawn_in) > 1 else {}
        return {
            **language,
            **options,
            **{id: options.get(id, id in cards and cards[id].optional) for id in self.form.switches},
        }

    def prepared(self, players: int, options: Mapping[str, Any]) -> list[Prepared]:
        return [Prepared(self.deck(players, options))]

    def bound(self, state: State, without: Sequence[int], earlier: Iterable[Entry]) -> Entry:
        sitting = set(range(len(state.seats))) - set(without)
        if state.by_hand or len(sitting) not in self.forms:
            return {}
        entry: Entry = {}
        cards = self.chosen_cards(len(sitting), state.options)
        dealt = list(earlier) if cards or self.form.draw else []
        before: list[int] = next((one["chosen"] for one in reversed(dealt) if one.get("chosen")), [])
        if cards and len(before) == len(cards) and sitting >= set(before):
            entry["chosen"] = before
        if self.form.draw:
            entry["spent"] = self._spent(dealt)
        return entry

    def _spent(self, earlier: Sequence[Entry]) -> list[list[int]]:
        """Of each thing to draw what was drawn before, until all has been."""
        found: list[list[int]] = []
        for place, draw in enumerate(self.form.draw.values()):
            spent: set[int] = set()
            for entry in earlier:
                if len(entry.get("draw", ())) == len(self.form.draw):
                    spent = set() if len(spent) >= len(draw.from_) else spent
                    spent.add(entry["draw"][place][0])
            found.append(sorted(spent) if len(spent) < len(draw.from_) else [])
        return found

    def deal(self, state: State, shuffle: Shuffle, without: Sequence[int] = ()) -> Entry:
        """A deal in which chance has also chosen who has what is not dealt by lot."""
        if state.by_hand:
            return super().deal(state, shuffle, without)
        sit_out = {"without": sorted(without)} if without else {}
        entry = {"kind": "deal", **sit_out, **self.bound(state, without, ())}
        seats = [seat for seat in range(len(state.seats)) if seat not in without]
        if chosen := self.chosen_cards(len(seats), state.options):
            shuffle(seats)
            entry["chosen"] = seats[: len(chosen)]
        return self.moves["deal"].outcome(state, entry, shuffle)

    def set_up(self, state: State) -> None:
        """Open cards that lie aside: all see that nobody has them."""
        state.nobody = list(dict.fromkeys(card for card in state.aside or () if self.form.cards[card].open))

    def rounds(self, state: State) -> int:
        return self.form.game.rounds

    # -- what is told before the deal ---------------------------------------------------------------------------
    def preparation(self, players: int, options: Mapping[str, Any], round_number: int) -> list[Text]:
        deck, form = self.deck(players, options), self.forms[players]
        cards = [T("{n} × {card}", n=n, card=self.roles[id].label) for id, n in deck.items()]
        found = [T("{n} players: {cards}.", n=players, cards=cards)]
        if form.deal.aside:
            found.append(T("{n} of them lie aside, face down.", n=form.deal.aside))
        found += [self._rule_words(rule, deck) for rule in form.learns if not rule.readers.isdisjoint(deck)]
        at_night = [form.asked_in(step) for step in form.night]
        asked = [one for one in form.looks if one.times != 0 or one in at_night]
        for look in (one for one in asked if one.who is None or not one.who.isdisjoint(deck)):
            who = T("Whoever the table names") if look.who is None else self.card_names(look.who, deck)
            found.append(T("{who} may ask: {what}", who=who, what=look.name))
        return found + [self.end_words(n) for n in self.ends_of(deck)]

    def _rule_words(self, rule: Learning, deck: Mapping[str, int] | None = None) -> Text:
        values = {"who": self.card_names(rule.who - rule.not_, deck), "says": _with_dots(rule.says)}
        if rule.of is None:
            return T("{who}: “{says}”", **values)
        return T("{who}: “{says}” ({of})", of=self.card_names(rule.others, deck), **values)

    # -- playing ------------------------------------------------------------------------------------------------
    def night(self, state: State) -> list[Spoken]:
        if state.last_kind != Night.kind:
            return []
        form, deck, found = self.form_of(state), self.deck_of(state), list[Spoken]()
        for step in form.night:
            if step.where is None or step.where & deck.keys():
                look = None if state.by_hand else form.asked_in(step)
                asked = look is not None and look.who is not None and look.who & deck.keys()
                begins = {"kind": AskInNight.kind, "look": look.id} if look and asked else None
                found.append(Spoken(step.says, step.seconds, begins=begins, over={"kind": GoOn.kind}))
        return found

    def clocks(self, state: State) -> list[Spoken]:
        clocks = self.form_of(state).clock
        return [Spoken(one.name, one.seconds, one.says) for one in clocks]

    def countdown(self, state: State) -> Running | None:
        if state.clock is None or state.status != PLAYING:
            return None
        return Running(self.clocks(state)[state.clock], state.sets, state.seconds, state.stands)

    def set_clock(self, clock: int, seconds: int, stands: bool) -> Entry:
        return {"kind": "clock", "clock": clock, "seconds": seconds, **({"stands": True} if stands else {})}

    # -- what is seen -------------------------------------------------------------------------------------------
    public = (
        *("nights", "looks", "asked_times", "question", "at_night", "asks", "answered"),
        *("clock", "seconds", "stands", "end", "named", "sides", "won"),
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

        return (
            Shown("card", card),
            "out",
            Shown("pointed", value=lambda state, seat: seat in state.pointed),
            Shown("names", told, lambda state, seat: state.pointed.get(seat)),
            Shown("seen", told, lambda state, seat: [[one.look, one.seat] for one in state.seen if one.by == seat]),
        )

    def _lies_open(self, card: str) -> bool:
        return self.form.cards[card].open or self.form.cards[card].chosen

    def headline(self, view: View) -> Text:
        if view["status"] != PLAYING:
            return super().headline(view)
        if view["question"] is not None and view["asks"] is None and not view["at_night"]:
            return self.form.looks[view["question"]].name
        players = [seat for seat in view["seats"] if not seat.get("sits_out")]
        there = sum(not seat["out"] for seat in players)
        if there < len(players):
            return T("{n} of {all} still in", n=there, all=len(players))
        return T("The game is on")

    def notices(self, state: State, seat: int) -> list[Text]:
        """The question of the night: on phones alone, for the table's voice reads the night."""
        asked = state.question if state.at_night and state.status == PLAYING else None
        return [] if asked is None else [self.form.looks[asked].name]

    def sees_own(self, card: str) -> bool:
        return self.form.cards[card].told

    def held(self, state: State, seat: int) -> list[Held]:
        """The own card with what it learns, names in a question of the night, and what came of the last question: every
        seat holds the same things."""
        own = state.seats[seat]
        if state.by_hand or own.card is None:
            return []
        opens = (OWN, seat) if self.sees_own(own.card) else None
        found = [Held(Secret(OWN, OWN_CARD, LET_GO), self._words(own.card, self.learns(state, seat)), opens)]
        if state.status != PLAYING:
            return found
        if state.question is not None and state.at_night:
            look, one_of = state.question, f"night-{state.round}-{state.asked_times}"
            for other in (one for one in state.players if one != seat):
                secret = Secret(f"{one_of}-{other}", T("{name}", name=state.names[other]), LET_GO, one_of=one_of)
                seen = self.answers(state, look, seat)
                found.append(Held(secret, self._seen_words(state, look, other) if seen else NOTHING))
        if state.answered is not None and state.asks in (None, seat):
            name = self.form.looks[state.answered].name
            found.append(Held(Secret(ANSWER, name, LET_GO), self._answer(state, seat)))
        return found

    def _answer(self, state: State, seat: int) -> Text:
        last = (one for one in state.seen if one.by == seat and one.time == state.asked_times)
        return next((self._seen_words(state, one.look, one.seat) for one in last), NOTHING)

    def _seen_words(self, state: State, look: int, seat: int) -> Text:
        """What a look tells of a seat: its side, or its card."""
        card = self.form.cards[state.seats[seat].card or ""]
        words = self.form.sides[card.side].name if self.form.looks[look].at == "side" else card.name
        return T("{name}: {card}", name=state.names[seat], card=words)

    def role(self, state: State, seat: int, card: str) -> Role:
        return self._page(state, card, self.learns(state, seat, listed=True))

    def fullest(self, state: State) -> list[Role]:
        table = self.told(state)
        found = []
        for card in table.deck:
            learns = table.fullest(card)
            read = [in_own_words({lang: text.replace(LISTED, ", ") for lang, text in one.own}) for one in learns]
            found.append(replace(self._page(state, card, learns), words=self._words(card, read)))
        return found

    def _words(self, card: str, learns: Sequence[Text]) -> Text:
        """The card and what is learnt with it, in one line."""
        return T("{name}", name=[*(self.form.own_lines(card) or [UNTOLD]), *(learns or [NOTHING])])

    def _page(self, state: State, card: str, learns: list[Text]) -> Role:
        one, letters = self.form.cards[card], self.told(state).letters
        if not one.told:
            return Role(UNTOLD, learns=learns, picture="", letters=letters)
        side = self.form.sides[one.side]
        lines = [("", words) for words in one.says]
        return Role(one.name, side.goal, lines, one.icon, side=side.name, learns=learns, letters=letters)


def _with_dots(words: Text) -> Text:
    """What a rule says, with dots in the place of what each deal fills in."""
    return in_own_words({lang: PLACE.sub("…", text) for lang, text in words.own})
