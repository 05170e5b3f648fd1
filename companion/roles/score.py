"""The end of a game in one file: who has won, what that pays, and how it is told, card by card."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any

from companion.roles.form import THE_SEAT, Form
from companion.roles.state import State
from companion.rules.asking import Choice
from companion.rules.board import Card, Line, Step
from companion.rules.dealing import known
from companion.rules.game import Game
from companion.rules.scoring import AGAINST, WITH, Score, Side, Standing, added, crowned, ended
from companion.rules.state import State as Shared
from companion.rules.text import TN, T, Text, in_own_words


class RoleScore(Game[State]):
    """Who has won, and the story of it."""

    form: Form

    @abstractmethod
    def learns(self, state: State, seat: int) -> list[Text]:
        """The sentences that the seat has been told."""

    def side(self, card: str) -> Side:
        """The side of a card. Those of the first side in the file dig with the others, as it were."""
        side = self.form.sides[self.form.cards[card].side]
        first = next(iter(self.form.sides))
        return Side(side.id, in_own_words(side.name), WITH if side.id == first else AGAINST)

    def end_words(self, n: int) -> Text:
        """How the end with that number comes, who wins by it, and what it pays."""
        end = self.form.ends[n]
        when = in_own_words(end.when)
        if end.named is not None:
            asks = in_own_words(end.asks) if end.asks else ""
            cards = [in_own_words(card.name) for id, card in self.form.cards.items() if id in end.named]
            values = {"when": when, "asks": asks, "cards": cards, "then": self._winning(end.then)}
            text = T("{when}. {asks} If it is {cards}: {then}. Else: {other}.", **values, other=self._winning(end.wins))
        else:
            text = T("{when}: {who}.", when=when, who=self._winning(end.wins))
        if not end.pays:
            return text
        pays = [TN("{who} {n} point", "{who} {n} points", n, who=self._name(id)) for id, n in end.pays.items()]
        return T("{end} It pays: {pays}.", end=text, pays=pays)

    def _winning(self, wins: Sequence[str]) -> Text:
        return T("won by {who}", who=[self._name(id) for id in wins]) if wins else T("won by nobody")

    def _name(self, id: str) -> Text:
        if id == THE_SEAT:
            return T("who was named")
        form = self.form
        return in_own_words(form.sides[id].name if id in form.sides else form.cards[id].name)

    # -- what was played ----------------------------------------------------------------------------------------
    def played(self, state: State) -> State | None:
        return state if known(state) else None

    def winning(self, state: State) -> dict[int, int]:
        """What each seat that has won is paid."""
        if state.end is None:
            sides = [seat for seat in state.players if self.side(state.seats[seat].card or "").id in state.sides]
            return dict.fromkeys(sorted({*sides, *state.won}), 1)
        end, wins = self.form.ends[state.end], self.form.ends[state.end].wins
        if end.named is not None and state.named is not None:
            wins = end.then if state.seats[state.named].card in end.named else end.wins
        found = {}
        for seat, card in zip(state.players, state.deal, strict=True):
            ids = {card, self.form.cards[card].side, *([THE_SEAT] if seat == state.named else [])}
            if ids & set(wins):
                pays = max((end.pays[id] for id in ids if id in end.pays), default=0) if end.pays is not None else 1
                found[seat] = pays
        return found

    def score(self, state: State, ended_by: Text | None = None) -> Score:
        pays = self.winning(state)
        winners = sorted(pays)
        result = {"end": state.end, "named": state.named, "winners": winners}
        result["points"] = [pays.get(seat, 0) for seat in range(len(state.names))]
        steps = [
            Step(T("How it ended"), (*ended(ended_by), *self._ended(state))),
            Step(T("Who had which card"), tuple(self._who(state, seat) for seat in state.players)),
        ]
        beside = [Line(T("Aside lay: {card}", card=self.roles[card].label)) for card in state.aside or ()]
        for draw, (item, *_) in zip(self.form.draws.values(), state.draw, strict=False):
            words = " / ".join(draw.items[item])
            beside.append(Line(T("Drawn: {words}", words=words)))
        if beside:
            steps.append(Step(T("What nobody saw"), tuple(beside)))
        told = [
            Line(T("{name}: “{says}”", name=state.names[seat], says=words), seat=seat)
            for seat in (() if state.by_hand else state.players)
            for words in self.learns(state, seat)
        ]
        if told:
            steps.append(Step(T("Who knew what"), tuple(told)))
        steps.append(Step(crowned(winners), (self._why(state), *self._crowns(state, pays))))
        gains = tuple(int(points) for points in result["points"])  # type: ignore[union-attr]
        return Score(result, tuple(steps), gains)

    def _ended(self, state: State) -> list[Line]:
        if state.end is None:
            return [Line(T("The table says who has won."))]
        end = self.form.ends[state.end]
        lines = [Line(in_own_words(end.when))]
        if end.asks and state.named is not None:
            values = {"asks": in_own_words(end.asks), "name": state.names[state.named]}
            lines.append(Line(T("{asks} {name}.", **values)))
        return lines

    def _who(self, state: State, seat: int) -> Line:
        card = state.seats[seat].card or ""
        one, side = self.form.cards[card], self.side(card)
        text = T("{name}: {card} ({side})", name=state.names[seat], card=self.roles[card].label, side=side.label)
        return Line(text, seat=seat, card=Card(one.icon or "eye", self.roles[card].label))

    def _why(self, state: State) -> Line:
        if state.end is None:
            return Line(T("The table says who has won."))
        end = self.form.ends[state.end]
        if end.named is None or state.named is None:
            return Line(in_own_words(end.when))
        card = self.roles[state.seats[state.named].card or ""].label
        return Line(T("{name} is {card}.", name=state.names[state.named], card=card))

    def _crowns(self, state: State, pays: Mapping[int, int]) -> list[Line]:
        amounts = self.form.rounds > 1
        return [
            Line(T("{name} wins!", name=state.names[seat]), points if amounts else None, seat, "crown")
            for seat, points in sorted(pays.items())
        ]

    # -- points over the rounds ---------------------------------------------------------------------------------
    def won(self, state: State) -> list[int]:
        """Who has won: of several rounds whoever has most points, of one those of its end."""
        if self.form.rounds > 1:
            totals = self.tally(state)
            return [seat for seat, own in enumerate(totals) if own == max(totals) > 0]
        return list(state.score["winners"]) if state.score else []

    def won_round(self, state: State) -> list[int]:
        return list(state.score["winners"]) if state.score else []

    def closing(self, standing: Standing) -> list[Step]:
        """After the last of several rounds: everybody's sum, and who has most."""
        if self.form.rounds == 1 or not standing.over:
            return []
        totals = standing.totals
        best = [seat for seat, own in enumerate(totals) if own == max(totals) > 0]
        order = sorted(range(len(totals)), key=lambda seat: totals[seat])
        sums = []
        for seat in order:
            text = T("{name}: {sum} = {total}").filled(
                name=standing.names[seat], sum=added([gains[seat] for gains in standing.history]), total=totals[seat]
            )
            sums.append(Line(text, totals[seat], seat))
        crowns = [Line(T("{name} wins!", name=standing.names[seat]), totals[seat], seat, "crown") for seat in best]
        why = Line(T("The most points: {n}.", n=max(totals)))
        return [Step(T("All rounds"), tuple(sums)), Step(crowned(best), (why, *crowns))]

    def end_reasons(self, state: Shared[Any, Any]) -> tuple[Choice, ...]:
        return ()
