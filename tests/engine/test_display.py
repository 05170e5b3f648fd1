"""What is drawn, as data: badges next to a name, things on the table, and the beats of a score."""

import pytest

from companion.engine.display import Badge, Board, BoardSeat, RevealedCard, RevealStep, ScoreLine, Thing
from companion.engine.text import T

BARRED = Badge("axe", T("broken"), blocks_text=T("{name} can't dig"))


def test_badge_of_a_name_says_whom_it_keeps_from_something() -> None:
    assert str(BARRED.of("Anna").blocks_text) == "Anna can't dig"
    plain = Badge("gold", T("gold"), 3)
    assert plain.of("Anna") == plain


def test_blocking_badges_are_those_that_keep_a_seat_from_something() -> None:
    row = BoardSeat(0, "Anna", badges=(Badge("gold", T("gold")), BARRED))
    assert row.blocking_badges == (BARRED,)


def test_blocking_badges_of_somebody_who_is_not_there_are_none() -> None:
    assert BoardSeat(0, "Anna", badges=(BARRED,), gone=True).blocking_badges == ()


def test_board_parts_its_things_by_the_seat_before_which_they_lie() -> None:
    own, other, middle = (Thing("web", T("web"), T("note"), seat) for seat in (0, 1, None))
    board = Board(T("It goes on"), (), things=(own, other, middle))
    assert (board.before(0), board.before(1), board.before(2), board.open) == ((own,), (other,), (), (middle,))


def step(*twists: bool | None, quiet: bool = False) -> RevealStep:
    """A line of words first, then a line a card (None: without one); ``True`` is a card that is not what it seemed."""
    lines = [ScoreLine(T("How it ended"))]
    for seat, twist in enumerate(twists):
        card = None if twist is None else RevealedCard("dwarf", T("dwarf"), twist=T("but!") if twist else None)
        lines.append(ScoreLine(T("{n}", n=seat), seat=seat, card=card))
    return RevealStep(T("Cards"), tuple(lines), quiet=quiet)


@pytest.mark.parametrize(
    ("twists", "quiet", "beats"),
    [
        ((), False, 1),
        ((), True, 0),
        ((None, None), False, 1),
        ((False,), False, 1),
        ((False,), True, 1),
        ((False, False), False, 3),
        ((False, True, False), True, 4),
    ],
)
def test_reveal_step_takes_a_beat_a_card_and_a_breath_before_the_last(
    twists: tuple[bool | None, ...], quiet: bool, beats: int
) -> None:
    assert step(*twists, quiet=quiet).beats == beats


def test_reveal_step_has_a_breath_only_where_several_cards_turn_up() -> None:
    assert [step(*[False] * cards).has_breath for cards in range(4)] == [False, False, True, True]


def test_reveal_step_turns_up_last_what_is_not_what_it_seemed() -> None:
    assert [line.seat for line in step(True, False, None, True, False).turning] == [1, 4, 0, 3]


def test_reveal_step_after_some_cards_has_the_lines_above_and_those_cards_alone() -> None:
    whole = step(True, False, False)
    seen = [[line.seat for line in whole.after(cards).lines] for cards in (0, 1, 2)]
    assert seen == [[None], [None, 1], [None, 1, 2]]
    assert whole.after(1).partial
    assert not whole.partial
