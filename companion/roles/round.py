"""A round of a game in one file: which cards are dealt to so many, the questions all are asked, the ends there are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.roles.score import RoleScore
from companion.roles.state import LOOK, Seen, State
from companion.rules.state import PLAYING
from companion.rules.text import T, Text, in_own_words


class RoleRound(RoleScore):
    """The file as the moves of a round ask it. ``sha`` is its SHA-256."""

    sha: str

    # -- the cards ----------------------------------------------------------------------------------------------
    @property
    def switches(self) -> list[str]:
        """The optional cards, in the order of the file."""
        return [id for id, card in self.form.cards.items() if card.optional is not None]

    def switched_on(self, players: int, options: Mapping[str, Any]) -> frozenset[str]:
        """The optional cards that are dealt to so many players."""
        first = self.form.switched_on(players)
        return frozenset(id for id in self.switches if options.get(id, id in first))

    def deck(self, players: int, options: Mapping[str, Any]) -> dict[str, int]:
        return self.form.deck(players, self.switched_on(players, options))

    def deck_of(self, state: State) -> dict[str, int]:
        """The cards of the round, those aside among them."""
        return self.deck(len(state.players), state.options)

    def chosen_cards(self, players: int, options: Mapping[str, Any]) -> list[str]:
        """The cards that are not dealt by lot to so many, in the order of the file."""
        if not self.least <= players <= self.most:
            return []
        deck = self.deck(players, options)
        return [id for id, card in self.form.cards.items() if card.chosen and id in deck]

    # -- questions and ends -------------------------------------------------------------------------------------
    def asked_often(self, state: State, look: int) -> Text | None:
        """Why this look can't be asked for any more."""
        one = self.form.looks[look]
        if one.who.isdisjoint(self.deck_of(state)):
            return T("nobody in this game may ask that")
        most = one.times[len(state.players)] if one.times else None
        return T("it was asked as often as it may be") if most is not None and state.looks.count(look) >= most else None

    def question_words(self, question: Sequence[Any] | None) -> Text:
        """What everybody is asked now."""
        if question is None:
            return T("Who?")
        kind, n = question
        asks = self.form.ends[n].asks if kind != LOOK else None
        return in_own_words(asks.says if asks else self.form.looks[n].name)

    def answer(self, state: State) -> None:
        """Closes the question once all have named somebody."""
        if state.question is not None and all(seat in state.pointed for seat in state.asked):
            self.close(state)

    def close(self, state: State) -> None:
        """The question is over: who asked in earnest is answered; the end comes by whom they have named."""
        assert state.question is not None
        kind, n = state.question
        pointed, state.question, state.pointed = state.pointed, None, {}
        if kind == LOOK:
            who = self.form.looks[n].who
            time = len(state.looks)
            state.seen += [Seen(n, by, seat, time) for by, seat in pointed.items() if state.seats[by].card in who]
            state.answered = n
            return
        asks = self.form.ends[n].asks
        who = asks.who if asks and asks.who else ()
        named = next((seat for by, seat in pointed.items() if state.seats[by].card in who), None)
        if named is not None:
            state.end, state.named = n, named
            self.finish(state, "ended")

    def left(self, state: State, seat: int) -> None:
        if state.status == PLAYING:
            self.answer(state)

    def asks_phones(self, state: State, end: int) -> bool:
        """One seat alone can be who is asked, whichever it is: then all phones ask."""
        asks, deck = self.form.ends[end].asks, self.deck_of(state)
        one = asks is not None and asks.who is not None and sum(deck.get(id, 0) for id in asks.who) == 1
        here = not any(state.seats[seat].retired for seat in state.players)
        return one and here and not state.by_hand and not self.form.aside[len(state.players)]

    def ends_offered(self, state: State) -> list[int]:
        return self._ends_for(len(state.players), self.deck_of(state))

    def _ends_for(self, players: int, deck: Mapping[str, int]) -> list[int]:
        ends = enumerate(self.form.ends)
        return [n for n, one in ends if players in one.players and (one.where is None or one.where & set(deck))]
