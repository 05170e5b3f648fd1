"""What each seat learns at a deal, and how much of it fits on a card."""

from html import escape

from companion.toml_games.knowledge import NAME_BYTES, SIZES, DealtTable, cut_names, name_drawn, size_of

from .quest import QUEST, changed, form_of

NAMES = ("Anna", "Ben", "Cleo", "Dora", "Emil")
DEAL = ("merlin", "servant", "percival", "assassin", "morgana")


def table(text: str = QUEST) -> DealtTable:
    form = form_of(text)
    return DealtTable(form, NAMES, form.deck(5, {}))


def test_list_learnt_says_who_knows_whom() -> None:
    deal = ("merlin", "servant", "percival", "assassin", "morgana")
    form = form_of()
    here = DealtTable(form, tuple(f"Seat {n + 1}" for n in range(5)), form.deck(5, {}))
    said = [[here.words(one, "en", {}) for one in here.list_learnt(deal, seat)] for seat in range(5)]
    assert said == [
        ["Evil: Seat 4, Seat 5."],
        [],
        ["Merlin is one of Seat 1, Seat 5."],
        ["With you: Seat 5."],
        ["With you: Seat 4."],
    ]


def test_list_learnt_leaves_out_a_rule_about_nobody_unless_it_says_so() -> None:
    alone = ("merlin", "servant", "percival", "assassin", "servant")
    (rule,) = (one for one in table().rules_of("assassin"))
    assert table().list_learnt(alone, 3) == []
    told = table(changed('says = "With you: {names}."', 'says = "With you: {names}."\nnone = "You are alone."'))
    (learnt,) = told.list_learnt(alone, 3)
    assert (learnt.seats, told.words(learnt, "en", {})) == ((), "You are alone.")
    assert rule.none is None


def test_words_name_cards_of_others_where_the_rule_shows_them() -> None:
    here = table(changed('of = ["merlin", "morgana"]\nsays = "Merlin is one of {names}."',
                         'of = ["merlin", "morgana"]\ncard = true\nsays = "{cards}"'))  # fmt: skip
    (learnt,) = here.list_learnt(DEAL, 2)
    assert learnt.cards == ("merlin", "morgana")
    assert here.words(learnt, "en", {}) == "Anna: Merlin, Emil: Morgana"
    assert here.words(learnt, "en", {}, listed=True) == "\nAnna: Merlin\nEmil: Morgana\n"


def test_words_keep_a_placeholder_without_a_value() -> None:
    text = QUEST + '[draw.word]\nfrom = ["one"]\n[[learns]]\nwho = ["servant"]\nsays = "Say {word}."\n'
    here = table(text)
    (learnt,) = here.list_learnt(DEAL, 1)
    assert [here.words(learnt, "en", drawn) for drawn in ({}, {"word": "one"})] == ["Say {word}.", "Say one."]


def test_fullest_is_at_least_as_long_as_anything_that_is_told() -> None:
    here = table()
    for seat, card in enumerate(DEAL):
        told = [here.words(one, "en", {}) for one in here.list_learnt(DEAL, seat)]
        assert sum(map(size_of, told)) <= sum(size_of(str(text)) for text in here.fullest(card))


def test_name_drawn_has_the_word_and_all_that_could_have_been() -> None:
    form = form_of(QUEST + '[draw.w]\nfrom = ["a", "b"]\n[draw.p]\nfrom = [["c", "d"]]\n')
    assert name_drawn(form, [1, 1], "en") == {"w": "b", "w.all": "a, b", "p.1": "d", "p.2": "c", "p.all": "c / d"}
    assert name_drawn(form, (), "en") == {"w.all": "a, b", "p.all": "c / d"}


def test_size_of_counts_the_bytes_of_a_page() -> None:
    assert [size_of(text) for text in ("a", "ж", "&")] == [1, 2, 5]


def test_cut_names_shortens_long_ones_and_keeps_them_different() -> None:
    names = cut_names(["Anna", "Александра-Мария", "Александра-Марта", "Александра-Марфа", "&" * 24])
    assert (names[0], len(set(names))) == ("Anna", 5)
    assert all(len(escape(name).encode()) <= NAME_BYTES for name in names)


def test_letters_shrink_by_the_longest_that_a_deal_can_say() -> None:
    short = form_of()
    long = form_of(changed('says = "Evil: {names}."', f'says = "{"wide " * 38}: {{names}}."'))
    of = [
        DealtTable(form, ("Anna", "Ben", "Cleo", "Dora", "Emil"), form.deck(5, {})).letters[0] for form in (short, long)
    ]
    assert of[0] > of[1] > 0


def test_letters_are_one_of_the_sizes_with_tenths_of_the_card_for_each_part() -> None:
    size, own, learnt = table().letters
    assert size in SIZES
    assert 0 < own < 10
    assert 0 < learnt < 10
