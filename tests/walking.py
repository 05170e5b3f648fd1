"""The player at real tables in step, from the lobby to the end of the last round."""

from random import Random

from playing import Play, Question, deal_of
from twins import swapped
from worlds import PLAYERS, Ask, Worlds, get

from companion.engine.actions import Entry
from companion.engine.game import Game
from companion.engine.move import Shuffle
from companion.engine.setup import start_game
from companion.engine.state import EVERY_TURN, PLAYING, ROUND_OVER, SCORING
from companion.engine.text import RuleError
from companion.engine.views import make_view
from companion.engine.visibility import Viewer
from companion.record.record import Record
from companion.table import Stage, undo
from companion.table.commands import play, reveal_score, rounds, tracking
from companion.table.views.page import Page, PageViewer


class Walk(Play):
    """Plays at all of them that are asked; at each stage of the game they are asked every one of ``questions``."""

    def __init__(self, tables: Worlds, seed: int, *questions: Question) -> None:
        super().__init__(tables.game, len(PLAYERS), {}, seed, hurry=0.03, table=tables)
        self.tables = tables
        self.seed = seed
        self.questions = questions

    def stage(self, name: str) -> None:
        self.tables.where = f"{name}, seed {self.seed}"
        for question in self.questions:
            question.after(self)

    def play_before(self, how: str) -> None:
        """A game that is the same at both tables, and revealed; the cards of the next one are not."""
        tables = self.tables
        first, second = tables.worlds
        differing = second.cards
        second.cards = first.cards
        tables.do(rounds.deal, 0, follow=how)
        tables.do(rounds.start_early)
        for _ in range(4):
            self.move_on()
        if self.state.status == PLAYING:
            tables.do(rounds.end)
        while self.more_steps:
            tables.do(reveal_score.reveal_next)
        second.cards = differing
        tables.do(rounds.deal, None)
        second.backwards = True
        assert [seat.card for seat in first.state.seats] != [seat.card for seat in second.state.seats]

    @property
    def more_steps(self) -> int:
        """How much of the score has not been revealed."""
        return Page(self.tables.first.table.view, PageViewer()).score.more_steps

    def move_on(self) -> None:
        """One more tap while the round is played."""
        if self.state.status == PLAYING and (tap := self.choose_quiet()):
            self.table.enter(tap)

    def peek(self) -> None:
        """Play on until a card is shown to one seat alone, which is not ``known``; or for a while in a game without."""
        for taps in range(18):
            for tap in self.list_peeks() if taps >= 10 else ():
                (entry,) = tap.entries
                opened = self.game.moves[entry["kind"]].list_opened(entry)
                if self.tables.known not in [seat for seat, _ in opened]:
                    self.table.enter(tap)
                    return
            self.move_on()

    def finish_round(self) -> None:
        """End the round if it goes on still, by its facts or an agreement, and settle what is to be settled."""
        if self.state.status == PLAYING and self.state.tracking != EVERY_TURN:
            self.tables.do(tracking.ask_for_results)
            self.stage("its end is asked for")
        while self.state.status == PLAYING:
            self.table.enter(self.choose_end())
        while self.tables.state.status == SCORING and not self.tables.at.face_down:
            self.step()

    def go_on_again(self) -> None:
        """The end, none of which has been revealed, is undone."""
        tables = self.tables
        while tables.state.status != PLAYING and (back := undo.find_undo(tables.at)):
            tables.do(play.undo_tap, back.tap, "table", "")

    def tell(self) -> None:
        """The host taps from step to step of the score."""
        tables = self.tables
        code = tables.first.code
        while more := self.more_steps:
            was_face_down = tables.at.face_down
            status, _ = tables.ask("host", Ask("POST", f"/{code}/host/next"))
            assert (status, self.more_steps) == (200, more - 1) or (was_face_down and not tables.at.face_down)
            tables.ask("phone", get(f"/{code}"))
            tables.ask("host", get(f"/{code}/watch"))

    def go_to_the_end(self) -> None:
        """Round by round, step by step of the score, with the record downloaded."""
        tables = self.tables
        while tables.at.stage in (Stage.PLAYING, Stage.SCORING, Stage.ROUND_OVER):
            self.tell()
            self.finish_round()
            self.tell()
            if tables.state.status == ROUND_OVER:
                try:
                    tables.do(rounds.deal, None)
                except RuleError:
                    return  # too many were sent away
                tables.do(rounds.start_early)
        for last in tables.first.hall.read_book().plays[-1:]:  # none if a post has left it out
            record = f"/book/play/{last.play_id}/record.json"
            assert [tables.ask(who, get(record))[0] for who in ("host", "phone")] == [200, 403]
        self.stage("done")


def list_twin_deals(game: Game, known: int | None) -> list[list[str]]:
    """How the cards are dealt at two tables that differ in what the seat that is ``known``, or everyone, is not
    shown."""
    deal = deal_of(game, start_game(game, PLAYERS), mixed(Random(3)))
    seats = () if known is None else (known,)
    twins = (swapped(game, deal, seats, Random(number)) for number in range(99))
    twin = next(twin for twin in twins if twin["cards"] != deal["cards"] and _alike(game, known, deal, twin))
    return [[*dealt["cards"], *dealt["aside"]] for dealt in (deal, twin)]


def mixed(random: Random) -> Shuffle:
    """Shuffles cards; of several sets the first is taken, as in ``World.shuffle``."""
    return lambda items: random.shuffle(items) if items and isinstance(items[0], str) else None


def _alike(game: Game, seat: int | None, *deals: Entry) -> bool:
    """Whether the seat, and everyone, is shown and told the same of these deals."""
    shown = []
    for deal in deals:
        record = Record(game, PLAYERS)
        record.append({**deal, "first": 0} if game.in_turns else deal)
        state = record.state
        own = (
            None
            if seat is None
            else (game.make_role(state, seat, state.seats[seat].card or ""), game.list_held(state, seat)[:1])
        )
        shown.append(repr((make_view(game, state, Viewer(seat)), own)))
    return len(set(shown)) == 1
