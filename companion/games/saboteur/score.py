"""The score of a round of Saboteur, with no more in it than the table can know (rulebook "Handing out the gold").

Nugget cards are drawn and passed on in ``gold``; ``table.reveal`` decides when each step of a score is shown.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from companion.engine import saboteur_cards, scoring
from companion.engine.display import RevealedCard, RevealStep, ScoreLine
from companion.engine.fields import Field, Flag, Number, OneOf, OptionalSeat, choices
from companion.engine.move import ALL_MODES, Shuffle
from companion.engine.scoring import Headline, PerSeat, RoundSheet, Score, SeatList, SheetColumn, write_sum
from companion.engine.text import TN, T, Text, list_names
from companion.games.saboteur.gold import (
    FIRST_PAY,
    OTHER_PAY,
    SABOTEUR_PAY,
    SELFISH_PAY,
    VALUES,
    SaboteurRound,
    count_drawn,
    draft_highest_first,
    nugget_cards,
    round_of,
)
from companion.games.saboteur.state import (
    DIGGER,
    ROLES,
    SABOTEUR,
    SELFISH,
    Nuggets,
    Options,
    State,
    dwarf_cards,
    exact_sum,
    nugget_deck,
    take,
)


# -- what was played ------------------------------------------------------------------------------------------------
class NuggetCounts(SheetColumn):
    """The nugget cards in the form: how many of each value were drawn, if the table draws them itself."""

    def fields(self, players: int, options: Options) -> tuple[Field, ...]:
        stock = {} if options["tournament"] else nugget_deck(options)
        return tuple(
            Number(
                f"nuggets_{value}",
                TN("Cards with {n} nugget", "Cards with {n} nuggets", value) if value else T("Worthless stones"),
                icon="nugget",
                high=stock[value],
                start=0,
                by_app=_dealt_by_app(players, options),
            )
            for value in VALUES
            if stock.get(value)
        )

    def from_page(self, values: Mapping[str, Any], players: int) -> list[int]:
        return [value for value in VALUES for _ in range(values.get(f"nuggets_{value}") or 0)]

    def to_page(self, value: Any, players: int) -> dict[str, int]:
        return {f"nuggets_{worth}": value.count(worth) for worth in VALUES}


def _dealt_by_app(players: int, options: Options) -> Text | None:
    """Say what the app does if nobody enters the nugget cards. The sentence depends on no card."""
    if options["nuggets"] == "box":
        return None
    count = count_drawn(players, options)
    if count is None:
        return T("The app deals one nugget card for each digger.")
    return TN("The app deals {n} nugget card.", "The app deals {n} nugget cards.", count)


def offer_cards(options: Options) -> list[str]:
    """List the roles to choose from; the selfish dwarf only if he can be in play."""
    return [card for card in ROLES if card != SELFISH or options["selfish_dwarf"] or options["tournament"]]


class NuggetSheet(RoundSheet):
    """The form of a round's result: who reached the treasure, the drawn nugget cards, and the broken tools."""

    allowed_tracking = ALL_MODES

    def build_score_input(
        self, given: Mapping[str, Any], options: Options, earlier: Sequence[SaboteurRound], state: Any
    ) -> SaboteurRound:
        """Build the round with nugget cards from the app's deck, or from the box."""
        played = self._as_told(given, options)
        _check_drawn(given["nuggets"], played, _deck_after(earlier, options) if state is None else _find_left(state))
        return replace(played, draft=tuple(draft_highest_first(played.takers, given["nuggets"])))

    def _as_told(self, given: Mapping[str, Any], options: Options) -> SaboteurRound:
        """Return the round without its nugget cards."""
        finder = given["finder"]
        broken = frozenset(given["broken"])
        if finder in broken:
            raise self.make_error("finder", T("whoever reached the treasure can't have a broken tool"))
        return SaboteurRound(
            given["names"], dict(zip(given["seats"], given["cards"], strict=True)), finder, broken, options
        )

    def adjust(self, state: State, told: Mapping[str, Any], shuffle: Shuffle) -> tuple[dict[str, Any], list[Text]]:
        """Return as many nugget cards as the rules draw: first those that were entered, then drawn ones.

        Roles, and the cards left from earlier rounds, decide how many these are. If none were entered, they are drawn
        without a sentence about it. Of the cards of the box, which the app doesn't know, the lowest are taken.
        """
        cards = self.part("nuggets").read(told.get("nuggets", []), {})
        if not Counter(cards) <= Counter(nugget_deck(state.options)):
            raise self.make_error("nuggets", T("there aren't that many in the box"))
        read = self.read_entered(state, {**told, "nuggets": []})
        played = self._as_told(read, state.options)
        left = Counter(_find_left(state))
        count = min(played.drawn, left.total())
        kept = list((Counter(cards) & left).elements())[:count]
        left -= Counter(kept)
        added = sorted(left.elements()) if len(kept) < count else []
        if added and not state.boxed:
            shuffle(added)
        del added[count - len(kept) :]
        out = len(cards) - len(kept)
        changed = [TN("{n} nugget card you entered wasn't drawn.", "{n} nugget cards you entered weren't drawn.", out)]
        drawn = TN("{n} nugget card was missing: the app drew it.", "{n} nugget cards were missing: the app drew them.")
        lowest = TN(
            "{n} nugget card was missing: the lowest one counts.",
            "{n} nugget cards were missing: the lowest ones count.",
        )
        more = (lowest if state.boxed else drawn).fill(n=len(added))
        fits = {**told, "nuggets": [*kept, *added]}
        return fits, [*(changed if out else ()), *([more] if added and (cards or state.boxed) else ())]

    def apply(self, state: State, read: Mapping[str, Any]) -> None:
        """Set the seat that reached the treasure, and pass the nugget cards round, highest first."""
        state.finder = read["finder"]
        state.told_broken = frozenset(read["broken"])
        state.drawn = True
        state.takes = {}
        state.draft = draft_highest_first(round_of(state).takers, read["nuggets"]) if read["nuggets"] else []
        if not state.boxed:
            take(state.nuggets, read["nuggets"])


SHEET = NuggetSheet(
    PerSeat(OneOf("cards", T("Card"), choices=choices(ROLES)), offered=offer_cards),
    SheetColumn(
        OptionalSeat("finder", T("Reached the treasure"), icon="treasure", question=T("Who reached the treasure?"))
    ),
    NuggetCounts(nugget_cards("nuggets"), missing=[]),
    SeatList(
        Flag("broken", T("Broken tool"), icon="broken"),
        declared=replace(saboteur_cards.BROKEN, value=lambda state, seat: bool(state.seats[seat].broken)),
        missing=[],
        matters=lambda options: bool(options["competitive"]),
    ),
)


ENDINGS = {
    "cards": T("Nobody has a card left, and the treasure was not reached."),
    "agreed": T("Everyone agreed to stop, and the treasure was not reached."),
    "unreachable": T("The treasure can't be reached any more."),
}


def distribute(played: SaboteurRound) -> Score:
    """Score the round: the roles, the winners, and each nugget that a seat got."""
    nuggets = {seat: played.list_got(seat) for seat in played.takers if played.drawn}
    paid = _tell_paid(played)
    pay = scoring.add_up_by_seat(paid, len(played.names))
    gains = [sum(nuggets.get(seat, ())) + more for seat, more in enumerate(pay)]
    chosen = [_tell_chosen(played, seat, cards) for seat, cards in nuggets.items()]
    gold = (*_how_many(played), *chosen, *paid, *_nothing(played))
    steps = (
        *tell_opening(played),
        RevealStep(T("The gold"), gold),
    )
    draft = [[seat, card] for seat, card in played.draft]
    result = {"winner": played.winner, "finder": played.finder, "draft": draft, "gold": gains}
    return Score(result, steps, tuple(gains), played.winners)


def is_handed_out(state: State, played: SaboteurRound) -> bool:
    if not played.drawn or state.told_broken is not None:
        return True
    return set(state.takes) == set(played.takers) if state.boxed else state.drawn and not state.offer


# -- the nugget deck ------------------------------------------------------------------------------------------------
def _find_left(state: State) -> Nuggets:
    """Return the cards left in the app's deck; of the cards of the box, all."""
    return nugget_deck(state.options) if state.boxed else state.nuggets


def pay_saboteurs(played: SaboteurRound, left: Nuggets) -> None:
    """Take the saboteurs' pay off the nugget deck in the order of seats; without an exact sum it stays as it is."""
    if played.winner == "saboteurs":
        for _ in played.saboteurs:
            take(left, exact_sum(left, SABOTEUR_PAY[len(played.saboteurs)]) or ())


def _deck_after(earlier: Iterable[SaboteurRound], options: Options) -> Nuggets:
    left = nugget_deck(options)
    for played in earlier:
        take(left, (card for _, card in played.draft))
        pay_saboteurs(played, left)
    return left


def _check_drawn(cards: Sequence[int], played: SaboteurRound, left: Nuggets) -> None:
    """Raise a RuleError unless the rules draw this number of cards, and the deck has these."""
    count = min(played.drawn, sum(left.values()))
    if len(cards) < count:
        more = TN("{n} nugget card is drawn; {more} to go", "{n} nugget cards are drawn; {more} to go", count)
        raise SHEET.make_error("nuggets", more.fill(more=count - len(cards)))
    if len(cards) > count:
        why = TN(
            "{n} nugget card is drawn in this round, not {given}",
            "{n} nugget cards are drawn in this round, not {given}",
            count,
            given=len(cards),
        )
        raise SHEET.make_error("nuggets", why)
    if not Counter(cards) <= Counter(left):
        raise SHEET.make_error("nuggets", T("these cards are no longer in the nugget deck"))


# -- the story ------------------------------------------------------------------------------------------------------
def tell_opening(played: SaboteurRound) -> list[RevealStep]:
    """Tell who was who, card by card, and who has won."""
    return [
        RevealStep(T("Who was who"), _identities(played)),
        RevealStep(T("Who wins the round"), _winner(played)),
    ]


def _identities(played: SaboteurRound) -> tuple[ScoreLine, ...]:
    shown = [(seat, ROLES[card]) for seat, card in played.cards.items()]
    lines = [
        ScoreLine(
            T("{name}: {card}", name=played.names[seat], card=role.label),
            seat=seat,
            icon=role.icon,
            card=RevealedCard(role.icon, role.label, None, _twist(played.names[seat], role.id)),
        )
        for seat, role in shown
    ]
    if played.aside:
        lines.append(ScoreLine(T("Left over: {cards}", cards=[ROLES[card].label for card in played.aside])))
    if not Counter(played.cards.values()) <= dwarf_cards(len(played.cards), played.options):
        lines.append(
            ScoreLine(T("These aren't the dwarf cards you agreed on. The round is scored with the cards as they are."))
        )
    return tuple(lines)


def _twist(name: Text | str, role: str) -> Text | None:
    """Write the sentence for the reveal of a player's card who did not dig for the others."""
    if role == SABOTEUR:
        return T("{name} was a saboteur!", name=name)
    return T("{name} dug only for themselves", name=name) if role == SELFISH else None


def _winner(played: SaboteurRound) -> tuple[ScoreLine, ...]:
    if played.finder is None:
        if played.saboteurs:
            return (ScoreLine(T("The treasure was not reached: the saboteurs win."), icon="saboteur"),)
        return (ScoreLine(T("The treasure was not reached, but no saboteur is in play: nobody wins.")),)
    name = played.names[played.finder]
    if played.winner == SELFISH:
        return (
            ScoreLine(T("{name}, the selfish dwarf, reached the treasure and wins alone.", name=name), icon="selfish"),
        )
    reached = ScoreLine(T("{name} reached the treasure: the gold-diggers win.", name=name), icon="digger")
    if played.finder in played.takers or not played.takers:
        return (reached,)
    first = played.names[played.takers[0]]
    begins = T("{name} gets no gold, so the first digger counter-clockwise starts: {first}.", name=name, first=first)
    return (reached, ScoreLine(begins))


def _how_many(played: SaboteurRound) -> list[ScoreLine]:
    """Say how many nugget cards were drawn and why, and how they went round."""
    if not played.drawn:
        return []
    lines = [ScoreLine(_why_so_many(played))]
    if played.draft and len(played.draft) < played.drawn:
        lines.append(ScoreLine(TN("Only {n} card is left.", "Only {n} cards are left.", len(played.draft))))
    first = played.names[played.takers[0]]
    return [*lines, ScoreLine(T("Counter-clockwise from {name}, one card at a time.", name=first))]


def _why_so_many(played: SaboteurRound) -> Text:
    count = played.drawn
    if played.options["nugget_rule"] == "per-digger":
        return T("One nugget card for each digger who gets a share: {n}.", n=count)
    if played.options["selfish_dwarf"]:
        return T("One nugget card for each gold-digger card used: {n}.", n=count)
    if count < len(played.cards):
        return T("With {players} players, {n} nugget cards are drawn.", players=len(played.cards), n=count)
    return T("One nugget card per player: {n}.", n=count)


def _tell_chosen(played: SaboteurRound, seat: int, cards: Sequence[int]) -> ScoreLine:
    """Write a digger's nugget cards as the table can know them: before the end of the game only how many."""
    name = played.names[seat]
    if not played.covered:
        return ScoreLine(T("{name}: {cards}", name=name, cards=write_sum(cards)), sum(cards), seat, "nugget")
    took = TN("{name} took {n} card in secret", "{name} took {n} cards in secret", len(cards))
    text = T("{name} took nuggets in secret") if seat in played.takes else took
    return ScoreLine(text.fill(name=name), None, seat, "nugget")


def _tell_paid(played: SaboteurRound) -> list[ScoreLine]:
    """State the fixed pay of saboteurs, of the selfish dwarf and in a tournament, with the reason."""
    if played.winner == "saboteurs":
        count = len(played.saboteurs)
        each = SABOTEUR_PAY[count]
        why = TN(
            "{n} saboteur in play: {each} nuggets.", "{n} saboteurs in play: {each} nuggets each.", count, each=each
        )
        return [ScoreLine(why), *(_pay(played, seat, each) for seat in played.saboteurs)]
    if played.winner == SELFISH and played.finder is not None:
        why = T("The selfish dwarf gets {n} nuggets; nobody else gets any.", n=SELFISH_PAY)
        return [ScoreLine(why), _pay(played, played.finder, SELFISH_PAY)]
    if not played.options["tournament"] or not played.takers:
        return []
    pay = {"first": FIRST_PAY, "others": OTHER_PAY}
    why = T("In a tournament, the first digger gets {first} nuggets and every other digger {others}.", **pay)
    first, *others = played.takers
    return [ScoreLine(why), _pay(played, first, FIRST_PAY), *(_pay(played, seat, OTHER_PAY) for seat in others)]


def _pay(played: SaboteurRound, seat: int, amount: int) -> ScoreLine:
    return ScoreLine(T("{name}", name=played.names[seat]), amount, seat, "nugget")


def _nothing(played: SaboteurRound) -> list[ScoreLine]:
    """Write a line for each player who might have expected gold and gets none."""
    if played.winner is None:
        return [ScoreLine(T("Nobody gets any nuggets."))]
    if played.winner != "diggers":
        return []
    broken = T("{name} has a broken tool: no nuggets")
    lines = [ScoreLine(broken.fill(name=played.names[seat]), 0, seat, "broken") for seat in played.left_out]
    if not played.takers:
        lines.append(ScoreLine(T("Every digger has a broken tool, so nobody gets any nuggets.")))
    selfish = T("{name}, the selfish dwarf, gets nothing")
    alone = (seat for seat, card in played.cards.items() if card == SELFISH)
    return [*lines, *(ScoreLine(selfish.fill(name=played.names[seat]), 0, seat, "selfish") for seat in alone)]


# -- who has won, in words ------------------------------------------------------------------------------------------
def headline(played: SaboteurRound, number: int) -> Headline:
    """Name the side that has won the round with that number."""
    if played.winner is None:
        why = T("The treasure was not reached, and no saboteur was in play.")
        return Headline(scoring.NOBODY_WINS, why)
    if played.finder is None:
        return Headline(T("The saboteurs win round {n}", n=number), T("The treasure was not reached."), "saboteur")
    reached = T("{name} reached the treasure.", name=played.names[played.finder])
    if played.winner == SELFISH:
        return Headline(T("The selfish dwarf wins round {n}", n=number), reached, "selfish")
    return Headline(T("The gold-diggers win round {n}", n=number), reached, "digger")


def tell_seat(played: SaboteurRound, seat: int) -> Text:
    """Write the sentence on the round for the player at a seat.

    Of drawn nugget cards it says how many, never which, because others may see it.
    """
    card = played.cards[seat]
    if played.winner == "diggers" and played.finder is not None:
        if card == DIGGER:
            return _say_dug(played, seat)
        return T("The gold-diggers have won. {you}", you=_say_what_you_were(played, seat))
    if played.winner == "saboteurs":
        if card == SABOTEUR:
            each = SABOTEUR_PAY[len(played.saboteurs)]
            return T("You kept them from the treasure: {n} nuggets.", n=each)
        names = [played.names[saboteur] for saboteur in played.saboteurs]
        return TN(
            "The treasure was not reached. {names} was the saboteur.",
            "The treasure was not reached. {names} were the saboteurs.",
            len(names),
            names=list_names(names),
        )
    if seat == played.finder:
        return T("You reached the treasure yourself: {n} nuggets.", n=SELFISH_PAY)
    return T("{name}, the selfish dwarf, has won alone.", name=played.names[played.finder or 0])


def _say_dug(played: SaboteurRound, seat: int) -> Text:
    """Write the sentence for a digger who has won."""
    if seat in played.left_out:
        return T("Your side won, but your tool was broken: no nuggets.")
    if played.options["tournament"]:
        pay = FIRST_PAY if seat == played.takers[0] else OTHER_PAY
        return T("You dug with the gold-diggers: {n} nuggets.", n=pay)
    if played.takes:
        return T("You dug with the gold-diggers.")
    many = TN("You dug with the gold-diggers: {n} nugget card.", "You dug with the gold-diggers: {n} nugget cards.")
    return many.fill(n=len(played.list_got(seat)))


def _say_what_you_were(played: SaboteurRound, seat: int) -> Text:
    if played.cards[seat] == SELFISH:
        return T("You dug only for yourself.")
    others = [played.names[saboteur] for saboteur in played.saboteurs if saboteur != seat]
    if not others:
        return T("You were the saboteur.")
    if len(others) == 1:
        return T("You and {names} were the saboteurs.", names=others[0])
    return T("You, {names} and {last} were the saboteurs.", names=others[:-1], last=others[-1])
