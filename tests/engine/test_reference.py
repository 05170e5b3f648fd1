"""What people look up while they play is answered where the question comes up: in the words of the app, per game."""

from collections.abc import Iterator

import pytest
from evenings import evenings

from companion.engine.actions import GROUPS
from companion.engine.board import draw_board
from companion.engine.game import Game
from companion.engine.reference import Topic
from companion.engine.setup import complete_options
from companion.engine.views import make_view
from companion.engine.visibility import Viewer
from companion.games import all_games, game_by_id
from companion.record.record import read_record

CAVE, MINES, GOLD, GOLD_2 = "dark-cave", "lost-mines", "saboteur", "saboteur-2"
NO_CARDS = {"end-turn", "pick", "take", "steal"}

LOOK_UPS: list[tuple[str, str, str]] = [
    (CAVE, "Saboteur", "Your gold counts for the other clan"),
    (MINES, "Loyal dwarf", "Your treasures count for the clan on the back of your card"),
    (GOLD, "Gold-digger", "the diggers get the nuggets"),
    (GOLD_2, "Profiteer", "2 gold less than the others"),
    (CAVE, "Who goes first?", "most trustworthy"),
    (MINES, "Who goes first?", "most adventurous"),
    (GOLD, "Who goes first?", "youngest"),
    (GOLD_2, "Who goes first?", "youngest"),
    (CAVE, "Rat", "Up to 3 steps"),
    (CAVE, "Lindworm", "Up to 4 steps"),
    (CAVE, "Goblin", "Up to 5 steps"),
    (CAVE, "How does a creature move?", "stops at the first dwarf"),
    (CAVE, "Spiderweb", "counts down by one"),
    (MINES, "Troll", "until its owner's next turn starts"),
    (CAVE, "Path card", "all its paths matching"),
    (MINES, "Path card", "all its paths matching"),
    (GOLD, "Path card", "never crosswise"),
    (GOLD_2, "Path card", "or to a ladder"),
    (CAVE, "Bridge", "loses a card"),
    (CAVE, "Tunnel", "costs 1 gold"),
    (CAVE, "Dark hole and ladder", "is one step"),
    (CAVE, "Gold from a vein", "reveal your clan card"),
    (GOLD_2, "Bridge, ladder, crystal", "cross without meeting"),
    (CAVE, "How far can I move?", "4 with boots"),
    (MINES, "How far can I move?", "5 if you start on a campfire"),
    (CAVE, "Battle-axe", "drives away an attacking creature"),
    (CAVE, "Axe on a web", "counts down by one"),
    (MINES, "Axe", "clears a tree trunk"),
    (CAVE, "Rockfall", "Not the start, a goal card, or a card where"),
    (MINES, "Thunderstorm", "Not the start, a mine"),
    (GOLD, "Rockfall", "Never the start or a goal card"),
    (GOLD_2, "Rockfall", "Never the start or a goal card"),
    (MINES, "How many treasures do I get?", "each turn you stay"),
    (CAVE, "The exit", "from the turn after"),
    (CAVE, "Goal card", "turns it over and stops there"),
    (GOLD, "Broken lantern", "removes it"),
    (GOLD_2, "Broken lantern", "removes it"),
    (GOLD, "Break wagon", "While it's there, they can play any card except path cards"),
    (GOLD, "Repair wagon", "Repairs this broken tool"),
    (GOLD, "Saboteur", "saboteurs get gold"),
    (GOLD_2, "Trapped!", "frees you"),
    (MINES, "Trap", "Whoever crosses it loses a random card"),
    (CAVE, "When does it end, and who wins?", "more valuable treasure wins"),
    (MINES, "Who gets what?", "Each clan shares"),
    (GOLD, "Who gets the gold?", "counter-clockwise"),
    (GOLD, "The variants", "4 nuggets and nobody else gets any"),
    (GOLD, "Without a spare card", "as many dwarf cards as players"),
    (GOLD_2, "Who gets the gold?", "If neither team can"),
    (CAVE, "When does it end, and who wins?", "all cards are played"),
    (MINES, "When does it end?", "the last treasure"),
    (GOLD, "When does it end?", "three rounds"),
    (GOLD_2, "When does it end?", "three rounds"),
]
"""The game, the heading of the paragraph on "Cards and roles", words of its answer. How much is dealt is answered in
the preparation."""


def paragraphs(game: Game) -> Iterator[tuple[str, str]]:
    """Everything on the page of that game."""
    for tile in game.guide.tiles:
        yield str(tile.name), str(tile.help)
    topics: tuple[Topic, ...] = (*game.guide.roles, *game.guide.topics, *game.guide.signs)
    yield from ((str(topic.title), str(topic.help)) for topic in topics)


@pytest.mark.parametrize(("id", "title", "words"), LOOK_UPS)
def test_guide_answers_a_question(id: str, title: str, words: str) -> None:
    answers = [text for heading, text in paragraphs(game_by_id(id)) if heading.replace("\u00ad", "") == title]
    assert any(words in text for text in answers), answers


@pytest.mark.parametrize("id", [CAVE, MINES, GOLD, GOLD_2])
def test_list_preparation_says_how_much_is_dealt(id: str) -> None:
    game = game_by_id(id)
    told = " ".join(map(str, game.list_preparation(game.most, complete_options(game, {}), 1)))
    assert "eal" in told
    assert "deck" in told


def test_guide_has_sentences_for_every_sign_on_the_board() -> None:
    """What is in front of a player, and on the table, opens its own paragraph by its drawing."""
    for one in evenings():
        game = all_games()[one.game]
        known = {tile.icon for tile in game.guide.tiles} | {topic.icon for topic in game.guide.topics}
        known |= {topic.icon for topic in game.guide.signs}
        entries = [entry for turn in one.turns for entry in turn]
        record = read_record({**one.record, "entries": [one.deal, *entries]}, game_by_id)
        board = draw_board(game, make_view(game, record.state, Viewer(told=True)))
        seen = {badge.icon for row in board.seats for badge in row.badges}
        seen |= {thing.icon for thing in board.things} | {badge.icon for badge in board.counters}
        assert seen <= known, (one.name, seen - known)


@pytest.mark.parametrize("id", [CAVE, MINES, GOLD, GOLD_2])
def test_guide_tiles_are_all_that_can_be_played_with_sentences_and_a_drawing(id: str) -> None:
    game, tiles = game_by_id(id), game_by_id(id).guide.tiles
    assert {tile.key.partition(":")[0] for tile in tiles} == {move.kind for move in game.turn_moves} - NO_CARDS
    assert all(tile.help and tile.name and tile.group in GROUPS for tile in tiles)
    twice = id in (CAVE, MINES)  # an axe on a web is an axe, a trap that is crossed a trap
    assert len({tile.icon for tile in tiles}) == len(tiles) - twice
    if id in (GOLD, GOLD_2):
        assert [str(role.title) for role in game.guide.roles] == [str(role.title) for role in game.roles.values()]


@pytest.mark.parametrize("id", all_games())
def test_guide_says_no_more_than_two_sentences(id: str) -> None:
    for title, text in paragraphs(game_by_id(id)):
        assert text.count(". ") <= 3, (title, text)
