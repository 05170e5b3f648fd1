"""A game in one file as a subclass of ``Game``, which takes everything from the file.

Its moves are in ``moves``, rounds and scores in ``round``, what each seat is told in ``knowledge``.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Mapping
from typing import Any

from companion.engine.dealing import Deal
from companion.engine.display import Secret
from companion.engine.facts import Fact, PiecesFact
from companion.engine.fields import CardCounts, Choice, Flag, OneOf, Piece, pieces
from companion.engine.game import Narration, NightScript, Option
from companion.engine.move import Move
from companion.engine.reference import Role, Topic
from companion.engine.state import PLAYING
from companion.engine.table_moves import TABLE_MOVES, End
from companion.engine.text import T, Text, join_sentences, make_own_words
from companion.engine.visibility import ASIDE, CARD, LET_GO, SCORE, HeldSecret, View, is_told
from companion.toml_games.definition import UNTOLD, LearningTable, is_in_play
from companion.toml_games.loader import read_game
from companion.toml_games.moves import AskInNight, AskLook, ClockSet, Ends, GoOn, Night, Out, Point, RoleDeal
from companion.toml_games.readers import PLACE
from companion.toml_games.round import RoleRound
from companion.toml_games.state import Question, State

NOTHING = T("You learn nothing.")
IN_FILE: Any = None
"""The placeholder for everything that each file declares."""
ANSWER = "answer"
"""The key of the secret with the answer to the last question, which every seat has."""


class RoleGame(RoleRound):
    """A game of hidden roles, made from the text of its file.

    Part of the text's SHA-256 is in the game's id: a changed file is another game. ``drawings``: those that a card can
    have (None: any). Raises ``MistakesError`` if the text is no game.
    """

    id = title = about = least = most = roles = of_table = table_moves = IN_FILE
    state_type = State
    turn_moves = (Point,)
    in_turns = False

    def __init__(self, name: str, text: str, drawings: Collection[str] | None = None) -> None:
        self.file = text
        self.name = name
        self.id = f"{name}.{hashlib.sha256(text.encode()).hexdigest()[:12]}"
        form, self.warnings = read_game(text, drawings)
        self.form = form
        game = form.game
        self.least = game.players[0]
        self.most = game.players[-1]
        self.title = game.title
        self.about = game.about or self.title
        self.minutes = game.minutes
        self.most_wins = game.rounds > 1
        self.roles = pieces(
            *(
                Piece(id, card.name, card.icon, help=self._about_card(id), untold=not card.told)
                for id, card in form.cards.items()
            )
        )
        aside = T("Nobody has {card}; it was set aside.")
        self.of_table = (
            Fact("asked", value=lambda state, seat: state.question.look if state.asks_all else None),
            PiecesFact("nobody", pieces=self.roles, names="card", icon="eye", sign=aside),
            Fact("draw", known=is_told),
            SCORE,
            ASIDE,
        )
        rules = (Topic(self._rule_words(rule, self.roles), T("Nobody else can see this.")) for rule in form.learns)
        ends = (Topic(end.when, self.end_words(end.id)) for end in form.ends)
        self.topics = (*rules, *ends)  # type: ignore[misc]
        options: list[Option] = [(Flag(id, form.cards[id].name), on.get) for id, on in form.switches.items()]
        drawn = (words for draw in form.draw.values() for item in draw.from_ for words in item)
        languages = dict.fromkeys(lang for words in drawn for lang, _ in words.own)
        if len(languages) > 1:
            each = tuple(Choice(lang, T("{name}", name=lang)) for lang in languages)
            options.insert(0, (OneOf("language", T("Language of the words"), choices=each), "en"))
        self.own_options = tuple(options)  # type: ignore[misc]
        kinds: dict[type[Move], Any] = {
            Out: game.out,
            Night: form.night,
            AskLook: form.looks,
            AskInNight: any(step.look for step in form.night),
            GoOn: form.looks,
            ClockSet: form.clock,
        }
        shared = (move for move in TABLE_MOVES if move not in (Deal, End))
        self.table_moves = (*(move for move, there in kinds.items() if there), Ends, RoleDeal, *shared)
        super().__init__()

    # -- the deal -----------------------------------------------------------------------------------------------
    def _about_card(self, id: str) -> Text:
        side, *told = self.form.lines(id)[1:]
        return T("{side}. {says}", side=side, says=join_sentences(told) if told else "")

    def prepare(self, players: int, options: Mapping[str, Any]) -> list[CardCounts]:
        return [self.form.deck(players, options)]

    def set_up(self, state: State) -> None:
        """Reveal the cards that everyone can see; if such a card is set aside, show that nobody has it."""
        seen = {id for id, card in self.form.cards.items() if card.open or card.chosen}
        for own in state.seats:
            own.revealed = own.card in seen
        state.nobody = [*dict.fromkeys(card for card in state.aside or () if card in seen)]

    def rounds(self, state: State) -> int:
        return self.form.game.rounds

    # -- what is told before the deal ---------------------------------------------------------------------------
    def list_preparation(self, players: int, options: Mapping[str, Any], round_number: int) -> list[Text]:
        form = self.form
        deck = self.form.deck(players, options)
        cards = [T("{n} × {card}", n=n, card=self.roles[id].label) for id, n in deck.items()]
        found = [T("{n} players: {cards}.", n=players, cards=cards)]
        if aside := form.deal.aside[players]:
            found.append(T("{n} of them are set aside face down.", n=aside))
        found += [self._rule_words(rule, deck) for rule in form.learns if not rule.readers(players).isdisjoint(deck)]
        at_night = {step.look for step in form.night}
        for look in form.looks:
            if is_in_play(look.who, deck) and (look.times[players] or look.name.message in at_night):
                who = T("Whoever you all choose") if look.who is None else self.card_names(look.who, deck)
                found.append(T("{who} can ask: {what}", who=who, what=look.name))
        return found + [self.end_words(n) for n in self.ends_of(deck)]

    def _rule_words(self, rule: LearningTable, deck: Collection[str]) -> Text:
        # Each deal fills in other words, so the sentence has dots there.
        says = make_own_words({lang: PLACE.sub("…", text) for lang, text in rule.says.own})
        values = {"who": self.card_names(rule.who - rule.not_, deck), "says": says}
        if rule.of is None:
            return T("{who}: “{says}”", **values)
        return T("{who}: “{says}” ({of})", of=self.card_names(rule.others, deck), **values)

    # -- playing ------------------------------------------------------------------------------------------------
    def night_script(self, state: State) -> NightScript:
        players = len(state.players)
        clocks = [Narration(clock.name, clock.seconds[players], clock.says) for clock in self.form.clock]
        return NightScript(self._night(state), clocks, state.countdown if state.playing else None)

    def _night(self, state: State) -> list[Narration]:
        if state.last_kind != Night.kind:
            return []
        form = self.form
        deck = self.deck_of(state)
        found = list[Narration]()
        for step in form.night:
            if is_in_play(step.where, deck):
                look = None if state.dealt_by_hand else form.find_asked(step)
                begins = {"kind": AskInNight.kind, "look": look.id} if look and is_in_play(look.who, deck) else None
                seconds = step.seconds[len(state.players)]
                found.append(Narration(step.says, seconds, begins=begins, over={"kind": GoOn.kind}))
        return found

    # -- what is seen -------------------------------------------------------------------------------------------
    of_seat = (
        CARD,
        Fact("out", icon="leave", sign=T("out of the game"), tone="bad", dims_row=T("You're out")),
        Fact(
            "answered", value=lambda state, seat: state.question and seat in state.question.named,
            icon="talk", sign=T("has answered"), tone="good",
        ),
    )  # fmt: skip

    def headline(self, view: View) -> Text:
        if view["asked"] is not None:
            return self.form.looks[view["asked"]].name
        still = [not seat["out"] for seat in view["seats"] if not seat.get("sits_out")]
        if view["status"] == PLAYING and not all(still):
            return T("{n} of {all} still in", n=sum(still), all=len(still))
        return super().headline(view)

    def list_notices(self, state: State, seat: int) -> list[Text]:
        """Return the question of the night. Only phones show it, because the table screen reads the night aloud."""
        asked = state.question if state.playing else None
        return [self.form.looks[asked.look].name] if asked and asked.at_night else []

    def role_words(self, state: State, seat: int) -> Text:
        own = self.form.list_own_lines(state.seats[seat].card or "")
        return T("{name}", name=[*own, *(self.list_learnt(state, seat) or [NOTHING])])

    def list_held(self, state: State, seat: int) -> list[HeldSecret]:
        """List the seat's card with what it learns, the names in a question of the night, the last question's answer.

        Every seat has the same number of secrets, so that their number gives nothing away.
        """
        found = super().list_held(state, seat)
        if not (found and state.questions and state.playing):
            return found
        asked = state.questions[-1]
        if state.open and asked.at_night:
            one_of = f"night-{state.round}-{len(state.questions)}"
            for other in (player for player in state.players if player != seat):
                secret = Secret(f"{one_of}-{other}", T("{name}", name=state.names[other]), LET_GO, one_of=one_of)
                found.append(HeldSecret(secret, self._seen(state, asked, seat, other)))
        elif not (state.open or asked.at_night) and asked.alone in (None, seat):
            secret = Secret(ANSWER, self.form.looks[asked.look].name, LET_GO)
            found.append(HeldSecret(secret, self._seen(state, asked, seat, asked.named.get(seat))))
        return found

    def _seen(self, state: State, asked: Question, seat: int, named: int | None) -> Text:
        """Say what a question shows this seat about another one: its side, or its card.

        A seat without the right to ask is answered too, with nothing.
        """
        own = state.seats[seat]
        look = self.form.looks[asked.look]
        asks = asked.alone == seat if look.who is None else own.card in look.who
        if named is None or not asks or (asked.at_night and own.out):
            return NOTHING
        card = self.form.cards[state.seats[named].card or ""]
        words = self.form.sides[card.side].name if look.at == "side" else card.name
        return T("{name}: {card}", name=state.names[named], card=words)

    def make_role(self, state: State, seat: int, card: str) -> Role:
        one = self.form.cards[card]
        learns = self.list_learnt(state, seat, listed=True)
        letters = self.find_told(state).letters
        if not one.told:
            return Role(UNTOLD, learns=learns, picture="", letters=letters)
        side = self.form.sides[one.side]
        lines = [("", words) for words in one.says]
        return Role(one.name, side.goal, lines, one.icon, side=side.name, learns=learns, letters=letters)
