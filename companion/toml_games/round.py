"""A round of a game in one file: its cards, what each seat has learnt, how it ends, and its score.

Nights, questions and timers are in ``moves``; what is told at the deal is in ``knowledge``.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import Any

from companion.engine.actions import Entry
from companion.engine.display import RevealedCard, RevealStep, RoundGain, ScoreLine
from companion.engine.fields import CardCounts, Piece
from companion.engine.game import Game
from companion.engine.score_story import make_standing_steps
from companion.engine.scoring import (
    AGAINST,
    NOBODY_WINS,
    WITH,
    WON,
    Headline,
    Score,
    Side,
    winner_lines,
    write_winners,
)
from companion.engine.text import TN, T, Text, join_sentences, list_names, make_own_words
from companion.engine.verdict import find_round_winners, make_headline, say_gain
from companion.toml_games.definition import GameDefinition, is_in_play
from companion.toml_games.knowledge import DealtTable, cut_names, name_drawn
from companion.toml_games.readers import THE_SEAT
from companion.toml_games.state import State


class RoleRound(Game):
    """The half of a game in one file that scores rounds; ``RoleGame`` adds options, moves and what people see."""

    form: GameDefinition

    # -- what is told -------------------------------------------------------------------------------------------
    def list_learnt(self, state: State, seat: int, listed: bool = False) -> list[Text]:
        """Return the sentences that the seat was told at the deal."""
        table = self.find_told(state)
        place = state.players.index(seat)
        deal = tuple(state.seats[player].card or "" for player in state.players)
        drawn = name_drawn(self.form, state.draw, state.language)
        return [
            make_own_words({lang: table.words(learnt, lang, drawn, listed) for lang in self.form.languages})
            for learnt in table.list_learnt(deal, place)
        ]

    def find_told(self, state: State) -> DealtTable:
        """Return the table of this deal, which says what can be told to whom."""
        names = tuple(state.names[seat] for seat in state.players)
        return _table(self, names, tuple(state.options.items()))

    # -- the cards ----------------------------------------------------------------------------------------------
    def deck_of(self, state: State) -> CardCounts:
        """Count the copies of each card, including those aside."""
        return self.form.deck(len(state.players), state.options)

    def list_chosen_cards(self, players: int, options: Mapping[str, Any]) -> list[str]:
        """Return the cards that people choose a seat for, with this number of players, in the order of the file."""
        deck = self.form.deck(players, options) if players in self.form.game.players else ()
        return [id for id in deck if self.form.cards[id].chosen]

    # -- the question that all are asked ------------------------------------------------------------------------
    def fold(self, state: State, entry: Entry) -> None:
        """Fold the entry, and close the question once every seat that is asked has named someone."""
        super().fold(state, entry)
        question = state.question
        if question and not question.at_night and question.named.keys() >= {*state.asked}:
            state.open = False

    # -- how it ends --------------------------------------------------------------------------------------------
    def ends_of(self, deck: Mapping[str, int]) -> list[int]:
        """Return the numbers of the ends that are possible with these cards."""
        return [end.id for end in self.form.ends if is_in_play(end.where, deck)]

    def end_words(self, n: int) -> Text:
        """Say when the end with this number comes, who wins by it, and what it pays."""
        end = self.form.ends[n]
        when = end.when
        other = self._say_winning(end.wins.else_)
        text = T("{when}: {who}.", when=when, who=other)
        if named := self.card_names(end.wins.named, self.roles):
            values = {"when": when, "asks": end.asks, "cards": named, "other": other}
            then = self._say_winning(end.wins.then)
            text = T("{when}. {asks} If it's {cards}: {then}. Otherwise: {other}.", then=then, **values)
        if not end.pays:
            return text
        pays = [TN("{who} {n} point", "{who} {n} points", n, who=self._name(id)) for id, n in end.pays.items()]
        return T("{end} Points: {pays}.", end=text, pays=pays)

    def card_names(self, cards: Collection[str], deck: Collection[str]) -> list[Text]:
        """Return the names of those of these cards that are in the deck."""
        return [self.roles[id].label for id in deck if id in cards]

    def _say_winning(self, wins: Sequence[str]) -> Text:
        return T("the win goes to {who}", who=[self._name(id) for id in wins]) if wins else T("nobody wins")

    def _name(self, id: str) -> Text:
        if id == THE_SEAT:
            return T("whoever was named")
        return (self.form.sides.get(id) or self.form.cards[id]).name

    @cached_property
    def sides(self) -> Mapping[str, Side]:
        """The side of each card.

        The first side in the file counts as digging with the others. A side that no end lets win can't lose either.
        """
        form = self.form
        first = next(iter(self.form.sides))
        sides = {
            id: Side(id, side.name, WITH if id == first else AGAINST, form.can_win(id), dark=side.dark)
            for id, side in form.sides.items()
        }
        return {id: sides[card.side] for id, card in form.cards.items()}

    def build_score_input(self, state: State) -> State:
        return state

    def find_winning(self, state: State) -> dict[int, int]:
        """Return the winners' seats with what each is paid."""
        found = dict.fromkeys(state.won, 1)
        won = self.form.list_meant(*self._winners(state))
        pays = (None if state.end is None else self.form.ends[state.end].pays) or {}
        for seat in state.players:
            by = THE_SEAT if seat == state.named else None
            if own := {state.seats[seat].card, by} & won:
                found[seat] = max((n for id, n in pays.items() if self.form.list_meant(id) & own), default=1)
        return found

    def _winners(self, state: State) -> Sequence[str]:
        """Return the ids of the sides and cards that win by this round's end."""
        if state.end is None:
            return state.sides
        named = None if state.named is None else state.seats[state.named].card
        return self.form.ends[state.end].wins.by(named)

    # -- the story of it ----------------------------------------------------------------------------------------
    def how(self, state: State, end: int | None, named: int | None) -> Text:
        """Say how the round ended, in the file's words."""
        if end is None:
            return T("You decide who won.")
        one = self.form.ends[end]
        if named is None:
            return T("{end}.", end=one.when)
        return T("{end}. {asks} {name}.", end=one.when, asks=one.asks, name=state.names[named])

    def score(self, state: State) -> Score:
        pays = self.find_winning(state)
        best = sorted(pays)
        gains = [pays.get(seat, 0) for seat in range(len(state.names))]
        crowns = winner_lines(state.names, best, gains if self.most_wins else None)
        told = [
            ScoreLine(T("{name}: “{says}”", name=state.names[seat], says=words), seat=seat)
            for seat in (() if state.dealt_by_hand else state.players)
            for words in self.list_learnt(state, seat)
        ]
        steps = [
            RevealStep(T("How it ended"), (ScoreLine(self.how(state, state.end, state.named)),)),
            RevealStep(T("Who had which card"), tuple(self._who(state, seat) for seat in state.players)),
            RevealStep(T("What was drawn or left over"), tuple(self._unseen(state))),
            RevealStep(T("Who knew what"), tuple(told)),
            RevealStep(write_winners(best), (ScoreLine(self._why(state)), *crowns)),
        ]
        result = {"end": state.end, "named": state.named, "winners": best, "points": gains}
        return Score(result, tuple(step for step in steps if step.lines), tuple(gains), best)

    def _who(self, state: State, seat: int) -> ScoreLine:
        card = self.roles[state.seats[seat].card or ""]
        name = state.names[seat]
        side = self.sides[card.id]
        text = T("{name}: {card}", name=name, card=self._say_card(card))
        twist = T("{name}: {card}!", name=name, card=card.label) if side.dark else None
        return ScoreLine(text, seat=seat, card=RevealedCard(card.icon, card.label, twist=twist))

    def _say_card(self, card: Piece) -> Text:
        """Name the card, and its side unless each side has just one card, and no two cards have one name."""
        names = {str(role.label) for role in self.roles.values()}
        if len(names) == len(self.roles) and all(len(self.form.of_side(id)) == 1 for id in self.form.sides):
            return card.label
        return T("{card} ({side})", card=card.label, side=self.sides[card.id].label)

    def _unseen(self, state: State) -> list[ScoreLine]:
        aside = [ScoreLine(T("Left over: {card}", card=self.roles[card].label)) for card in state.aside or ()]
        drawn = name_drawn(self.form, state.draw, state.language)
        words = [word for place, word in drawn.items() if not place.endswith(".all")]
        return aside + ([ScoreLine(T("Drawn: {words}", words=words))] if words else [])

    def _why(self, state: State) -> Text:
        if state.named is None:
            return self.how(state, state.end, None)
        card = self.roles[state.seats[state.named].card or ""].label
        return T("{name}'s card: {card}.", name=state.names[state.named], card=card)

    # -- points over the rounds ---------------------------------------------------------------------------------
    def list_gains(self, state: State) -> list[RoundGain] | None:
        return None if self.most_wins else [RoundGain()] * len(state.names)

    def round_headline(self, state: State) -> Headline:
        """Name the sides and cards that have won; a player who has won by being named, by their name."""
        won = find_round_winners(self, state)
        why = self._why(state)
        names = dict[Any, None]()
        if not won:
            return Headline(NOBODY_WINS, why)
        for seat in won:
            card = {state.seats[seat].card}
            by = (self._name(id) for id in self._winners(state) if self.form.list_meant(id) & card)
            names[next(by, state.names[seat])] = None
        icon = self.roles[state.seats[won[0]].card or ""].icon or "crown"
        return Headline(T("{who} won", who=list_names([*names])), why, icon)

    def to_you(self, state: State, seat: int, outcome: str) -> Text:
        """Name the seat's card, its side and its pay; for a seat that has not won, first say who has."""
        card = self.roles[state.seats[seat].card or ""]
        you = T("Your card: {card}.", card=self._say_card(card))
        if self.most_wins:
            you = join_sentences([you, say_gain(self, state, seat)])
        return you if outcome == WON else T("{who}. {you}", who=make_headline(self, state).text, you=you)

    def list_closing(self, state: State) -> list[RevealStep]:
        return make_standing_steps(self, state) if self.most_wins else []


@lru_cache(2**6)
def _table(game: RoleRound, names: tuple[str, ...], options: tuple[tuple[str, Any], ...]) -> DealtTable:
    return DealtTable(game.form, cut_names(names), game.form.deck(len(names), dict(options)))
