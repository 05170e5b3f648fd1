"""A round of a game in one file: its cards, the question all are asked, how it ends, and what that pays."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from companion.roles.form import Form
from companion.roles.kinds import THE_SEAT
from companion.roles.knowing import Table, cut_names, drawn_words
from companion.roles.state import Seen, State
from companion.rules.asking import Choice
from companion.rules.board import Card, Line, Step
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
    sum_of_rounds,
    winners,
    wins,
)
from companion.rules.state import PLAYING
from companion.rules.state import State as Shared
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

    def deck(self, players: int, options: Mapping[str, Any]) -> dict[str, int]:
        """Copies of each card, those aside among them."""
        return self.forms[players].deck(options)

    def deck_of(self, state: State) -> dict[str, int]:
        return self.deck(len(state.players), state.options)

    def chosen_cards(self, players: int, options: Mapping[str, Any]) -> list[str]:
        """The cards that are not dealt by lot to so many, in the order of the file."""
        deck = self.deck(players, options) if players in self.forms else {}
        return [id for id in deck if self.form.cards[id].chosen]

    # -- the question that all are asked ------------------------------------------------------------------------
    def answers(self, state: State, look: int, seat: int) -> bool:
        """The seat is answered in earnest."""
        who = self.form.looks[look].who
        return state.asks == seat if who is None else state.seats[seat].card in who and not state.seats[seat].out

    def answer(self, state: State) -> None:
        """Closes the question once all have named somebody."""
        if state.question is not None and not state.at_night and all(seat in state.pointed for seat in state.asked):
            self.close(state)

    def close(self, state: State) -> None:
        """The question is over: who asked in earnest is answered."""
        look, pointed, time = state.question, state.pointed, state.asked_times
        state.question, state.pointed, state.answered = None, {}, None if state.at_night else look
        if look is not None:
            asked = (one for one in pointed.items() if self.answers(state, look, one[0]))
            state.seen += [Seen(look, by, seat, time) for by, seat in asked]

    def left(self, state: State, seat: int) -> None:
        if state.status == PLAYING:
            self.answer(state)

    # -- how it ends --------------------------------------------------------------------------------------------
    def ends_of(self, deck: Mapping[str, int]) -> list[int]:
        """The ends that can come with these cards."""
        return [n for n, one in enumerate(self.form.ends) if one.where is None or one.where & deck.keys()]

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
        return [self.roles[id].label for id in self.form.cards if id in cards and (deck is None or id in deck)]

    def _winning(self, wins: Sequence[str]) -> Text:
        return T("won by {who}", who=[self._name(id) for id in wins]) if wins else T("won by nobody")

    def _name(self, id: str) -> Text:
        if id == THE_SEAT:
            return T("who was named")
        return (self.form.sides.get(id) or self.form.cards[id]).name

    def side(self, card: str) -> Side:
        """The side of a card. Those of the first side in the file dig with the others, as it were."""
        side = self.form.sides[self.form.cards[card].side]
        return Side(side.id, side.name, WITH if side.id == next(iter(self.form.sides)) else AGAINST)

    def played(self, state: State) -> State | None:
        return state if known(state) else None

    def winning(self, state: State) -> dict[int, int]:
        """What each seat that has won is paid."""
        if state.end is None:
            sides = [seat for seat in state.players if self.side(state.seats[seat].card or "").id in state.sides]
            return dict.fromkeys(sorted({*sides, *state.won}), 1)
        end, named, wins = self.form.ends[state.end], state.named, self._winners(state)
        found = {}
        for seat, card in zip(state.players, state.deal, strict=True):
            ids = {card, self.form.cards[card].side, *([THE_SEAT] if seat == named else [])}
            if ids & {*wins}:
                found[seat] = 1 if end.pays is None else max((end.pays[id] for id in ids & end.pays.keys()), default=0)
        return found

    # -- the story of it ----------------------------------------------------------------------------------------
    def score(self, state: State, ended_by: Text | None = None) -> Score:
        pays = self.winning(state)
        best = sorted(pays)
        points = [pays.get(seat, 0) for seat in range(len(state.names))]
        crowns = wins(state.names, best, points if self.form.game.rounds > 1 else None)
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
        result = {"end": state.end, "named": state.named, "winners": best, "points": points}
        return Score(result, tuple(step for step in steps if step.lines), tuple(points))

    def _ended(self, state: State) -> list[Line]:
        if state.end is None:
            return [Line(T("The table says who has won."))]
        end = self.form.ends[state.end]
        lines = [Line(end.when)]
        if end.asks and state.named is not None:
            name = state.names[state.named]
            lines.append(Line(T("{asks} {name}.", asks=end.asks, name=name)))
        return lines

    def _who(self, state: State, seat: int) -> Line:
        card = state.seats[seat].card or ""
        label, side = self.roles[card].label, self.side(card)
        text = T("{name}: {card} ({side})", name=state.names[seat], card=label, side=side.label)
        return Line(text, seat=seat, card=Card(self.form.cards[card].icon, label))

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
    def won(self, state: State) -> list[int]:
        """Who has won: of several rounds whoever has most points, of one those of its end."""
        return winners(self.tally(state)) if self.form.game.rounds > 1 else self.won_round(state)

    def won_round(self, state: State) -> list[int]:
        return list(state.score["winners"]) if state.score else []

    def round_headline(self, state: State) -> Headline:
        """The sides, the cards or the people that have won; those of them that somebody stands for."""
        best, why = self.won_round(state), self._why(state).text
        cards = [state.seats[seat].card or "" for seat in best]
        if not best:
            return Headline(NOBODY_WINS, why)
        ids = self._winners(state)
        named = [id for id in ids if id in {*cards, *(self.form.cards[card].side for card in cards)}]
        alone = [
            state.names[seat]
            for seat, card in zip(best, cards, strict=True)
            if not {card, self.form.cards[card].side} & {*named}
        ]
        who = listed([*map(self._name, named), *alone])
        card = next((card for card, one in self.form.cards.items() if named[:1] in ([card], [one.side])), None)
        return Headline(T("{who} won", who=who), why, self.form.cards[card].icon if card else "crown")

    def _winners(self, state: State) -> Sequence[str]:
        """The ids of sides and cards that win by the end of the round."""
        if state.end is None:
            return state.sides
        end, named = self.form.ends[state.end], state.named
        is_named = named is not None and state.seats[named].card in end.wins.named
        return end.wins.then if is_named else end.wins.else_

    def to_you(self, state: State, seat: int, outcome: str) -> Text:
        """The card, whose side it is on, and what that pays; who has lost reads first who has won."""
        card = state.seats[seat].card or ""
        you = T("Your card: {card} ({side}).", card=self.roles[card].label, side=self.side(card).label)
        if self.form.game.rounds > 1:
            you = T("{you} You got {amount}.", you=you, amount=self.amount.filled(n=self.gains(state)[seat]))
        return you if outcome == WON else T("{who}. {you}", who=self.round_headline(state).text, you=you)

    def closing(self, standing: Standing) -> list[Step]:
        """After the last of several rounds: everybody's sum, and who has most."""
        if self.form.game.rounds == 1 or not standing.over:
            return []
        totals, names = standing.totals, standing.names
        sums = (sum_of_rounds(standing, seat) for seat in sorted(range(len(totals)), key=lambda seat: totals[seat]))
        best = winners(totals)
        why = Line(T("The most points: {n}.", n=max(totals)))
        return [Step(T("All rounds"), tuple(sums)), Step(crowned(best), (why, *wins(names, best, totals)))]

    def end_reasons(self, state: Shared[Any, Any]) -> tuple[Choice, ...]:
        return ()


@lru_cache(2**6)
def _table(game: RoleRound, names: tuple[str, ...], deck: tuple[tuple[str, int], ...]) -> Table:
    return Table(game.forms[len(names)], cut_names(names), dict(deck))
