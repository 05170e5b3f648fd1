"""What people look up while they play is answered where the question comes up: in the words of the app, per game."""

from collections.abc import Iterator

import pytest
from evenings import evenings

from companion.games import all_games, game_by_id
from companion.record.record import read_record
from companion.rules.asking import GROUPS
from companion.rules.game import Game
from companion.rules.guide import Topic
from companion.rules.seeing import Viewer

CAVE, MINES, GOLD, GOLD_2 = "dark-cave", "lost-mines", "saboteur", "saboteur-2"
TOOLS = (GOLD, GOLD_2)

NO_CARDS = {"end-turn", "pick", "take", "steal"}

LOOK_UPS: list[tuple[int, tuple[str, ...], str, str]] = [
    (1, (CAVE,), "Saboteur", "Your gold counts for the other clan"),
    (1, (MINES,), "Loyal dwarf", "Your treasures count for the clan on the back of your card"),
    (1, (GOLD,), "Gold-digger", "the nuggets go to the diggers"),
    (1, (GOLD_2,), "Profiteer", "2 gold less than the others"),
    (3, (CAVE,), "Who begins?", "most trustworthy"),
    (3, (MINES,), "Who begins?", "most adventurous"),
    (3, TOOLS, "Who begins?", "youngest"),
    (4, (CAVE,), "Rat", "Up to 3 steps"),
    (4, (CAVE,), "Lindworm", "Up to 4 steps"),
    (4, (CAVE,), "Goblin", "Up to 5 steps"),
    (4, (CAVE,), "How does a creature move?", "stops at the first dwarf"),
    (5, (CAVE,), "Spiderweb", "counts one less"),
    (5, (MINES,), "Troll", "until its owner's next turn starts"),
    (6, (CAVE, MINES), "Path card", "all its ways fit"),
    (6, (GOLD,), "Path card", "never crosswise"),
    (6, (GOLD_2,), "Path card", "or to a ladder"),
    (7, (CAVE,), "Bridge", "loses a card"),
    (7, (CAVE,), "Tunnel", "costs 1 gold"),
    (7, (CAVE,), "Dark hole and ladder", "it is one step"),
    (7, (CAVE,), "Gold of a vein", "turn up your clan card"),
    (7, (GOLD_2,), "Bridge, ladder, crystal", "cross without meeting"),
    (8, (CAVE,), "How far do I move?", "4 with boots"),
    (8, (MINES,), "How far do I move?", "5 when you start on a campfire"),
    (9, (CAVE,), "Battle-axe", "drives a creature away"),
    (9, (CAVE,), "Axe on a web", "count one less"),
    (9, (MINES,), "Axe", "clears a tree trunk"),
    (10, (CAVE,), "Rockfall", "Not the start, a goal card, or one on which"),
    (10, (MINES,), "Thunderstorm", "Not the start, a mine"),
    (10, TOOLS, "Rockfall", "Never the start, nor a goal card"),
    (11, (MINES,), "A treasure now, and another one?", "each turn in which you stay"),
    (12, (CAVE,), "The exit", "from the turn after"),
    (12, (CAVE,), "Goal card", "turns it up and stops there"),
    (13, TOOLS, "Broken lantern", "takes it away"),
    (13, (GOLD,), "Break wagon", "lays no path card while it is there"),
    (13, (GOLD,), "Repair wagon", "takes this broken tool away"),
    (14, (GOLD,), "Saboteur", "saboteurs get gold"),
    (13, (GOLD_2,), "Trapped!", "ends it"),
    (13, (MINES,), "Trap", "Whoever crosses it loses a card"),
    (14, (CAVE,), "When does it end, and who wins?", "the higher treasure wins"),
    (14, (MINES,), "Who gets what?", "Each clan shares"),
    (14, (GOLD,), "Who gets the gold?", "counter-clockwise"),
    (14, (GOLD,), "The variants", "4 nuggets, and nobody else any"),
    (14, (GOLD,), "Without a spare card", "as many dwarf cards as players"),
    (14, (GOLD_2,), "Who gets the gold?", "Neither team can walk"),
    (15, (CAVE,), "When does it end, and who wins?", "all cards are played"),
    (15, (MINES,), "When does it end?", "the last treasure"),
    (15, TOOLS, "When does it end?", "three rounds"),
]
"""Number of the question, games, heading of the paragraph on "Cards and roles", words of its answer. The second one,
how much is dealt, is answered in the preparation."""


def paragraphs(game: Game) -> Iterator[tuple[str, str]]:
    """Everything on the page of that game."""
    for tile in game.guide.tiles:
        yield str(tile.name), str(tile.help)
    topics: tuple[Topic, ...] = (*game.guide.roles, *game.guide.topics, *game.guide.signs)
    yield from ((str(topic.title), str(topic.help)) for topic in topics)


@pytest.mark.parametrize(("number", "games", "title", "words"), LOOK_UPS)
def test_a_question_is_answered(number: int, games: tuple[str, ...], title: str, words: str) -> None:
    for id in games:
        answers = [text for heading, text in paragraphs(game_by_id(id)) if heading.replace("\u00ad", "") == title]
        assert any(words in text for text in answers), (number, id, title, answers)


@pytest.mark.parametrize("id", [CAVE, MINES, GOLD, GOLD_2])
def test_how_much_is_dealt_stands_in_the_preparation(id: str) -> None:
    game = game_by_id(id)
    told = " ".join(map(str, game.list_preparation(game.most, game.complete({}), 1)))
    assert "eal" in told
    assert "deck" in told


def test_every_sign_at_a_place_has_its_sentences() -> None:
    """What lies in front of a player, and on the table, opens a paragraph of its own by its drawing."""
    for one in evenings():
        game = all_games()[one.game]
        known = {tile.icon for tile in game.guide.tiles} | {topic.icon for topic in game.guide.topics}
        known |= {topic.icon for topic in game.guide.signs}
        entries = [entry for turn in one.turns for entry in turn]
        record = read_record({**one.record, "entries": [one.deal, *entries]}, game_by_id)
        board = game.board(game.view(record.state, Viewer(told=True)))
        seen = {badge.icon for row in board.seats for badge in row.badges}
        seen |= {thing.icon for thing in board.things} | {badge.icon for badge in board.counters}
        assert seen <= known, (one.name, seen - known)


@pytest.mark.parametrize("id", [CAVE, MINES, GOLD, GOLD_2])
def test_all_that_can_be_played_has_its_sentences_and_a_drawing_of_its_own(id: str) -> None:
    game, tiles = game_by_id(id), game_by_id(id).guide.tiles
    assert {tile.key.partition(":")[0] for tile in tiles} == {move.kind for move in game.turn_moves} - NO_CARDS
    assert all(tile.help and tile.name and tile.group in GROUPS for tile in tiles)
    twice = id in (CAVE, MINES)  # an axe on a web is an axe, a trap that is crossed a trap
    assert len({tile.icon for tile in tiles}) == len(tiles) - twice
    if id in TOOLS:
        assert [str(role.title) for role in game.guide.roles] == [str(role.title) for role in game.roles.values()]


@pytest.mark.parametrize("id", all_games())
def test_two_sentences_are_enough(id: str) -> None:
    for title, text in paragraphs(game_by_id(id)):
        assert text.count(". ") <= 3, (title, text)
