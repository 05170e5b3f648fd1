"""A round of a game in one file: its cards, the question all are asked, how it ends, and what that pays."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from companion.roles.form import Form, comes
from companion.roles.kinds import THE_SEAT
from companion.roles.knowing import Table, cut_names, drawn_words
from companion.roles.state import Question, State
from companion.rules.asking import Prepared
from companion.rules.board import Brought, Card, Line, Step
from companion.rules.dealing import known
from companion.rules.game import Game
from companion.rules.scoring import (
    AGAINST,
    NOBODY_WINS,
    WITH,
    WON,
    Headline,
    Score,
    Side,
    Standing,
    crowned,
    ended,
    points,
    wins,
)
from companion.rules.text import TN, T, Text, in_own_words, listed


class RoleRound(Game[State]):
    """``forms``: the file for each number of players; ``form``: what is the same for all of them."""

    forms: Mapping[int, Form]
    form: Form

    # -- what is told -------------------------------------------------------------------------------------------
    def learns(self, state: State, seat: int, listed: bool = False) -> list[Text]:
        """The sentences that the seat has been told."""
        table, place = self.told(state), state.players.index(seat)
        drawn = drawn_words(self.form, state.draw, state.language)
        return [
            in_own_words({lang: table.words(one, lang, drawn, listed) for lang in self.form.languages})
            for one in table.learnt(state.deal, place)
        ]

    def told(self, state: State) -> Table:
        """All that can be told to who plays."""
        names = tuple(state.names[seat] for seat in state.players)
        return _table(self, names, tuple(self.deck_of(state).items()))

    # -- the cards ----------------------------------------------------------------------------------------------
    def form_of(self, state: State) -> Form:
        return self.forms[len(state.players)]

    def deck_of(self, state: State) -> Prepared:
        """Copies of each card, those aside among them."""
        return self.form_of(state).deck(state.options)

    def chosen_cards(self, players: int, options: Mapping[str, Any]) -> list[str]:
        """The cards that are not dealt by lot to so many, in the order of the file."""
        deck = self.forms[players].deck(options) if players in self.forms else {}
        return [id for id in deck if self.form.cards[id].chosen]

    # -- the question that all are asked ------------------------------------------------------------------------
    def answers(self, state: State, question: Question, seat: int) -> bool:
        """The seat is answered in earnest."""
        who = self.form.looks[question.look].who
        return question.alone == seat if who is None else state.seats[seat].card in who and not state.seats[seat].out

    def answer(self, state: State) -> None:
        """Closes the question once all have named somebody."""
        question = state.question
        if question and not question.at_night and all(seat in question.named for seat in state.asked):
            self.close(state)

    def close(self, state: State) -> None:
        """The question is over: who asked in earnest is answered."""
        question = state.questions[-1]
        named = question.named.items()
        question.named = {seat: other for seat, other in named if self.answers(state, question, seat)}
        state.open = False

    def left(self, state: State, seat: int) -> None:
        self.answer(state)

    # -- how it ends --------------------------------------------------------------------------------------------
    def ends_of(self, deck: Mapping[str, int]) -> list[int]:
        """The ends that can come with these cards."""
        return [one.id for one in self.form.ends if comes(one.where, deck)]

    def end_words(self, n: int) -> Text:
        """How the end with that number comes, who wins by it, and what it pays."""
        end = self.form.ends[n]
        when, other = end.when, self._winning(end.wins.else_)
        if not end.wins.named:
            text = T("{when}: {who}.", when=when, who=other)
        else:
            text = T("{when}. {asks} If it is {cards}: {then}. Else: {other}.", when=when, asks=end.asks, other=other)
            text = text.filled(cards=self.card_names(end.wins.named), then=self._winning(end.wins.then))
        if not end.pays:
            return text
        pays = [TN("{who} {n} point", "{who} {n} points", n, who=self._name(id)) for id, n in end.pays.items()]
        return T("{end} It pays: {pays}.", end=text, pays=pays)

    def card_names(self, cards: Iterable[str], deck: Mapping[str, int] | None = None) -> list[Text]:
        """The names of these cards, of those that are in the deck."""
        return [self.roles[id].label for id in (self.form.cards if deck is None else deck) if id in cards]

    def _winning(self, wins: Sequence[str]) -> Text:
        return T("won by {who}", who=[self._name(id) for id in wins]) if wins else T("won by nobody")

    def _name(self, id: str) -> Text:
        if id == THE_SEAT:
            return T("who was named")
        return (self.form.sides.get(id) or self.form.cards[id]).name

    def side(self, card: str) -> Side:
        """The side of a card. Those of the first side in the file dig with the others, as it were; one that no end lets
        win can't lose."""
        side = self.form.sides[self.form.cards[card].side]
        digs = WITH if side.id == next(iter(self.form.sides)) else AGAINST
        return Side(side.id, side.name, digs, self.form.wins(side.id))

    def played(self, state: State) -> State | None:
        return state if known(state) else None

    def winning(self, state: State) -> dict[int, int]:
        """What each seat that has won is paid."""
        pays, found = None if state.end is None else self.form.ends[state.end].pays, {}
        for seat in state.players:
            ids = self._ids(state, seat) | ({THE_SEAT} if seat == state.named else set())
            if not ids.isdisjoint(self._winners(state)) or seat in state.won:
                found[seat] = 1 if pays is None else max((pays[id] for id in ids & pays.keys()), default=0)
        return found

    def _ids(self, state: State, seat: int) -> set[str]:
        """By what a seat may win: its card, and its side."""
        card = state.seats[seat].card or ""
        return {card, self.form.cards[card].side}

    def _winners(self, state: State) -> Sequence[str]:
        """The ids of sides and cards that win by the end of the round."""
        if state.end is None:
            return state.sides
        end, named = self.form.ends[state.end], state.named
        is_named = named is not None and state.seats[named].card in end.wins.named
        return end.wins.then if is_named else end.wins.else_

    # -- the story of it ----------------------------------------------------------------------------------------
    def score(self, state: State, ended_by: Text | None = None) -> Score:
        pays = self.winning(state)
        best = sorted(pays)
        gains = [pays.get(seat, 0) for seat in range(len(state.names))]
        crowns = wins(state.names, best, gains if self.most_wins else None)
        told = [
            Line(T("{name}: “{says}”", name=state.names[seat], says=words), seat=seat)
            for seat in (() if state.by_hand else state.players)
            for words in self.learns(state, seat)
        ]
        steps = [
            Step(T("How it ended"), (*ended(ended_by), *self._ended(state))),
            Step(T("Who had which card"), tuple(self._who(state, seat) for seat in state.players)),
            Step(T("What nobody saw"), tuple(self._unseen(state))),
            Step(T("Who knew what"), tuple(told)),
            Step(crowned(best), (self._why(state), *crowns)),
        ]
        result = {"end": state.end, "named": state.named, "winners": best, "points": gains}
        return Score(result, tuple(step for step in steps if step.lines), tuple(gains))

    def _ended(self, state: State) -> list[Line]:
        if state.end is None:
            return [Line(T("The table says who has won."))]
        end, named = self.form.ends[state.end], state.named
        found = [Line(end.when)]
        if named is not None:
            found.append(Line(T("{asks} {name}.", asks=end.asks, name=state.names[named])))
        return found

    def _who(self, state: State, seat: int) -> Line:
        card = self.roles[state.seats[seat].card or ""]
        text = T("{name}: {card} ({side})", name=state.names[seat], card=card.label, side=self.side(card.id).label)
        return Line(text, seat=seat, card=Card(card.icon, card.label))

    def _unseen(self, state: State) -> list[Line]:
        aside = [Line(T("Aside lay: {card}", card=self.roles[card].label)) for card in state.aside or ()]
        words = drawn_words(self.form, state.draw, state.language)
        drawn = ([words[place] for place in draw.places[:-1]] for draw in self.form.draw.values() if state.draw)
        return aside + [Line(T("Drawn: {words}", words=" / ".join(one))) for one in drawn]

    def _why(self, state: State) -> Line:
        if state.end is not None and self.form.ends[state.end].wins.named and state.named is not None:
            card = self.roles[state.seats[state.named].card or ""].label
            return Line(T("{name} is {card}.", name=state.names[state.named], card=card))
        return self._ended(state)[0]

    # -- points over the rounds ---------------------------------------------------------------------------------
    def brought(self, state: State) -> list[Brought]:
        return super().brought(state) if self.most_wins else [Brought()] * len(state.names)

    def won(self, state: State) -> list[int]:
        """Who has won: of several rounds whoever has most points, of one those of its end."""
        return super().won(state) if self.most_wins else self.won_round(state)

    def won_round(self, state: State) -> list[int]:
        return list(state.score["winners"]) if state.score else []

    def round_headline(self, state: State) -> Headline:
        """The sides, the cards or the people that have won; those of them that somebody stands for."""
        why, ids = self._why(state).text, {seat: self._ids(state, seat) for seat in self.won_round(state)}
        if not ids:
            return Headline(NOBODY_WINS, why)
        named = [id for id in self._winners(state) if any(id in own for own in ids.values())]
        alone = [state.names[seat] for seat, own in ids.items() if own.isdisjoint(named)]
        icons = [one.icon for id, one in self.form.cards.items() if {id, one.side} & {*named[:1]}]
        return Headline(T("{who} won", who=listed([*map(self._name, named), *alone])), why, (icons or ["crown"])[0])

    def to_you(self, state: State, seat: int, outcome: str) -> Text:
        """The card, whose side it is on, and what that pays; who has lost reads first who has won."""
        card = self.roles[state.seats[seat].card or ""]
        you = T("Your card: {card} ({side}).", card=card.label, side=self.side(card.id).label)
        if self.most_wins:
            you = T("{you} You got {amount}.", you=you, amount=self.amount.filled(n=self.gains(state)[seat]))
        return you if outcome == WON else T("{who}. {you}", who=self.round_headline(state).text, you=you)

    def closing(self, standing: Standing) -> list[Step]:
        return points(standing) if self.most_wins else []


@lru_cache(2**6)
def _table(game: RoleRound, names: tuple[str, ...], deck: tuple[tuple[str, int], ...]) -> Table:
    return Table(game.forms[len(names)], cut_names(names), dict(deck))
