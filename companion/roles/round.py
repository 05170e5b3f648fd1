"""A round of a game in one file: which cards are dealt to so many, the questions all are asked, the ends there are."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.roles.score import RoleScore
from companion.roles.state import Seen, State
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

    def question_words(self, question: int | None) -> Text:
        """What everybody is asked now."""
        return T("Who?") if question is None else in_own_words(self.form.looks[question].name)

    def answer(self, state: State) -> None:
        """Closes the question once all have named somebody."""
        if state.question is not None and all(seat in state.pointed for seat in state.asked):
            self.close(state)

    def close(self, state: State) -> None:
        """The question is over: who asked in earnest is answered."""
        assert state.question is not None
        look, pointed = state.question, state.pointed
        state.question, state.pointed, state.answered = None, {}, look
        who, time = self.form.looks[look].who, len(state.looks)
        state.seen += [Seen(look, by, seat, time) for by, seat in pointed.items() if state.seats[by].card in who]

    def left(self, state: State, seat: int) -> None:
        if state.status == PLAYING:
            self.answer(state)

    def ends_of(self, deck: Mapping[str, int]) -> list[int]:
        """The ends that can come with these cards."""
        return [n for n, one in enumerate(self.form.ends) if one.where is None or one.where & set(deck)]
