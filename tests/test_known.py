"""What could be known: exact odds, compared with all the deals that fit what a player has been shown."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st
from playing import Play, options_of

from companion.command.cli import main
from companion.games import all_games, game_by_id
from companion.record.record import Record, read_record, what_counts
from companion.rules.asking import Entry, Prepared
from companion.rules.game import Game
from companion.rules.known import Card, Deal, Knowledge
from companion.rules.move import FOLLOWS
from companion.rules.seeing import Viewer
from companion.rules.state import OVER, ROUND_OVER, TURNS
from companion.told.known import history_of

GAMES = list(all_games().values())
every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)


# -- all the deals that fit -----------------------------------------------------------------------------------------
@dataclass
class Shown:
    """A round as its players were shown it: the cards of the deal by place (seats, then set aside), where each seat's
    card lies among them, and the places that each seat has seen."""

    ways: Sequence[Prepared]
    backed: bool
    truth: list[str]
    place: dict[int, int]
    drawn: int
    seen: dict[int, set[int]] = field(default_factory=dict)

    def back(self, card: str) -> str:
        return card.split("-")[0] if self.backed else ""

    def odds(self, viewer: int, seats: int) -> list[dict[str, str]]:
        """By trying every deal."""
        seen, dealt = self.seen.get(viewer, set()), len(self.place)
        matter = max([*self.place.values(), *seen, dealt - 1]) + 1
        found: list[Any] = [Counter() for _ in range(seats)]
        whole = Fraction(0)
        for way in self.ways:
            each = Fraction(1)
            for place in range(matter):
                each /= way.total() - place
            for world, weight in _worlds(tuple(sorted(way.elements())), matter):
                if any(world[place] != self.truth[place] for place in seen):
                    continue
                if any(self.back(world[place]) != self.back(self.truth[place]) for place in range(dealt)):
                    continue
                whole += weight * each
                for seat, place in self.place.items():
                    found[seat][world[place]] += weight * each
        return [{card: str(Fraction(chance) / whole) for card, chance in sorted(seat.items())} for seat in found]


@cache
def _worlds(way: tuple[str, ...], places: int) -> list[tuple[tuple[str, ...], int]]:
    """The first cards of every shuffle, and how often they come so."""
    if not places:
        return [((), 1)]
    return [
        ((*before, card), weight * (way.count(card) - before.count(card)))
        for before, weight in _worlds(way, places - 1)
        for card in sorted(set(way))
        if way.count(card) > before.count(card)
    ]


def shown(record: Record) -> Iterator[tuple[int, int, Shown]]:
    """After each entry that counts: its number, how many seats there are, and what they have been shown."""
    game, state = record.game, record.game.start(record.players, record.given_options)
    now: Shown | None = None
    for number, entries in what_counts(record.entries, record.live()):
        for entry in entries:
            game.fold(state, entry)
            if entry["kind"] == "deal":
                players = state.players
                ways = game.prepared(len(players), state.options)
                place = {seat: at for at, seat in enumerate(players)}
                now = Shown(ways, bool(game.clans), [*entry["cards"], *entry["aside"]], place, len(players))
            assert now is not None
            _see(game, state, entry, now)
        if now:
            yield number, len(state.seats), now


def _see(game: Game[Any], state: Any, entry: Entry, now: Shown) -> None:
    if entry["kind"] == "swap-hats":
        drawn = now.truth.index(entry["drawn"], now.drawn)
        now.truth[now.drawn], now.truth[drawn] = now.truth[drawn], now.truth[now.drawn]
        now.place = {**now.place, entry["to"]: now.drawn}
        now.drawn += 1
    if entry["kind"] in ("secret-information", "look", "inspect", "spyglass") and "seat" in entry:
        now.seen.setdefault(entry["by"], set()).add(now.place[entry["seat"]])
    for viewer in range(len(state.seats)):
        seen = now.seen.setdefault(viewer, set())
        view = game.view(state, Viewer(viewer, held=True))
        seen |= {now.place[seat] for seat, one in enumerate(view["seats"]) if one["card"] and seat in now.place}
        if view.get("aside") and state.status not in (ROUND_OVER, OVER):
            seen |= set(range(len(now.place), len(now.truth)))


def changes(record: Record) -> list[dict[str, Any]]:
    """What ``companion known`` should print."""
    found: list[dict[str, Any]] = []
    before: Any = None
    for number, seats, now in shown(record):
        if before == (before := json.dumps([seats, now.truth, now.place, sorted(map(str, now.seen.items()))])):
            continue
        odds = [now.odds(viewer, seats) for viewer in range(seats)]
        if record.entries[number]["kind"] == "deal" or odds != found[-1]["odds"]:
            found.append({"entry": number, "odds": odds})
    return found


def few(game: Game[Any]) -> list[int]:
    """Numbers of players whose deals can all be tried."""
    most = {"saboteur-2": 3, "lost-mines": 4}.get(game.id, 5)
    return list(range(game.least, min(most, game.most) + 1))


@every_game
@settings(max_examples=25, deadline=None)
@given(data=st.data())
def test_the_odds_are_those_of_all_deals_that_fit(game: Game[Any], data: st.DataObject) -> None:
    players, seed = data.draw(st.sampled_from(few(game))), data.draw(st.integers(0, 10**6))
    follow = data.draw(st.sampled_from(((TURNS,), FOLLOWS)))
    play = Play(game, players, {"dealing": "phones"}, seed, busy=0.08, hurry=0.02, amends=False, follow=follow)
    play.run(data.draw(st.integers(2, 45)))
    hats = sum(entry["kind"] == "swap-hats" for entry in play.record.entries)
    if hats > 2:
        return
    found = history_of(play.record).to_json()["entries"]
    assert found == changes(play.record)


@every_game
@settings(max_examples=15, deadline=None)
@given(data=st.data())
def test_what_is_sure_is_so(game: Game[Any], data: st.DataObject) -> None:
    """In whole games, with everything put right that can be: odds add up, the truth is among them, and what somebody
    could be sure of is true."""
    players = data.draw(st.integers(game.least, game.most))
    seed = data.draw(st.integers(0, 10**6))
    options = options_of(game, players, Random(seed))
    follow = data.draw(st.sampled_from(((TURNS,), FOLLOWS)))
    play = Play(game, players, options, seed, busy=0.1, hurry=0.02, follow=follow).run(150)
    history = history_of(play.record)
    held = dict(_held(play.record))
    for known in history.entries:
        for viewer in known.odds:
            for seat, odds in enumerate(viewer):
                assert not odds or sum(odds.values()) == 1
                card = held[known.entry][seat] if seat < len(held[known.entry]) else None
                assert card is None or card in odds or play.state.by_hand
    for sure in history.sure:
        card = held[sure.entry][sure.about]
        assert sure.viewer != sure.about
        assert card in (None, sure.card)


def _held(record: Record) -> Iterator[tuple[int, list[str | None]]]:
    state = record.game.start(record.players, record.given_options)
    for number, entries in what_counts(record.entries, record.live()):
        for entry in entries:
            record.game.fold(state, entry)
        yield number, [seat.card for seat in state.seats]


@every_game
def test_a_look_at_a_card_says_whose(game: Game[Any]) -> None:
    """What can be looked at on a phone is declared by its move."""
    looks = 0
    for seed in range(20):
        play = Play(game, min(game.most, 4), {"dealing": "phones"}, seed, amends=False)
        while not play.over and len(play.record.entries) < 60:
            before = len(play.record.entries)
            peeks = list(play.state.peeks)
            play.step()
            new = [peek for peek in play.state.peeks if peek not in peeks]
            made = play.record.entries[before:]
            at = {(one["by"], game.moves[one["kind"]].looks_at(one)) for one in made if "by" in one}
            assert {(peek.looker, peek.target) for peek in new} <= at
            looks += len(new)
    assert looks or not any("look" in kind or kind in ("inspect", "secret-information") for kind in game.moves)


# -- cases ----------------------------------------------------------------------------------------------------------
def record_of(game: str, players: int, *entries: Entry, **options: Any) -> Record:
    names = ["Anna", "Ben", "Cleo", "Dora", "Emil", "Fritz"][:players]
    return Record.load(game_by_id(game), names, options, list(entries))


YELLOW, BLUE, YELLOW_SABOTEUR, BLUE_SABOTEUR = "yellow-loyal", "blue-loyal", "yellow-saboteur", "blue-saboteur"
FIVE: Entry = {
    "kind": "deal",
    "cards": [YELLOW, BLUE, BLUE_SABOTEUR, YELLOW, BLUE],
    "aside": [YELLOW, YELLOW_SABOTEUR, BLUE],
    "first": 0,
}
LOOK: Entry = {"kind": "secret-information", "by": 0, "look": "card"}


def test_the_deal_of_five_in_the_dark_cave() -> None:
    found = history_of(record_of("dark-cave", 5, FIVE)).to_json()
    (deal,) = found["entries"]
    assert deal["entry"] == 0
    assert deal["odds"][0] == [
        {YELLOW: "1"},
        {BLUE: "3/4", BLUE_SABOTEUR: "1/4"},
        {BLUE: "3/4", BLUE_SABOTEUR: "1/4"},
        {YELLOW: "2/3", YELLOW_SABOTEUR: "1/3"},
        {BLUE: "3/4", BLUE_SABOTEUR: "1/4"},
    ]
    assert deal["odds"][2][1] == {BLUE: "1"}
    assert [one for one in found["sure"] if one["viewer"] == 2] == [
        {"viewer": 2, "about": 1, "card": BLUE, "entry": 0},
        {"viewer": 2, "about": 4, "card": BLUE, "entry": 0},
    ]


def test_a_look_makes_the_looker_sure_of_all_with_that_back() -> None:
    end = {"kind": "end-turn", "by": 0}
    found = history_of(record_of("dark-cave", 5, FIVE, {**LOOK, "seat": 2}, end)).to_json()
    assert [one["entry"] for one in found["entries"]] == [0, 1]
    assert [one for one in found["sure"] if one["entry"] == 1] == [
        {"viewer": 0, "about": 1, "card": BLUE, "entry": 1},
        {"viewer": 0, "about": 2, "card": BLUE_SABOTEUR, "entry": 1},
        {"viewer": 0, "about": 4, "card": BLUE, "entry": 1},
    ]
    assert found["entries"][1]["odds"][1:] == found["entries"][0]["odds"][1:]


def test_of_three_the_backs_say_which_clan_was_prepared() -> None:
    deal = {"kind": "deal", "cards": [BLUE, BLUE_SABOTEUR, BLUE_SABOTEUR], "aside": [BLUE], "first": 0}
    odds = history_of(record_of("dark-cave", 3, deal)).to_json()["entries"][0]["odds"]
    assert odds[0] == [{BLUE: "1"}, {BLUE: "1/3", BLUE_SABOTEUR: "2/3"}, {BLUE: "1/3", BLUE_SABOTEUR: "2/3"}]


def test_of_two_everybody_knows_all() -> None:
    deal = {"kind": "deal", "cards": [BLUE, YELLOW], "aside": [], "first": 0}
    assert history_of(record_of("dark-cave", 2, deal)).to_json()["sure"] == [
        {"viewer": 0, "about": 1, "card": YELLOW, "entry": 0},
        {"viewer": 1, "about": 0, "card": BLUE, "entry": 0},
    ]


def test_the_first_one_out_sees_what_was_set_aside() -> None:
    entries = [FIVE, {"kind": "set", "goals": ["exit"]}, {"kind": "play-path", "by": 0}, {"kind": "leave", "by": 0}]
    found = history_of(record_of("dark-cave", 5, *entries)).to_json()
    assert found["entries"][-1]["entry"] == 3
    assert found["entries"][-1]["odds"][0][1] == {BLUE: "2/3", BLUE_SABOTEUR: "1/3"}
    assert {"viewer": 0, "about": 3, "card": YELLOW, "entry": 3} in found["sure"]
    assert found["entries"][-1]["odds"][1][0] == {YELLOW: "1"}


def test_what_is_undone_was_never_known_and_what_takes_its_place_was_never_shown() -> None:
    path, look = {"kind": "play-path", "by": 0}, {**LOOK, "seat": 2}
    undone = history_of(record_of("dark-cave", 5, FIVE, look, {"kind": "undo", "entry": 1})).to_json()
    assert [one["entry"] for one in undone["entries"]] == [0]
    end = {"kind": "end-turn", "by": 0}
    amended = history_of(record_of("dark-cave", 5, FIVE, path, end, {"kind": "amend", "entry": 1, "as": [look]}))
    assert [one.entry for one in amended.entries] == [0]
    at_once = history_of(record_of("dark-cave", 5, FIVE, path, {"kind": "amend", "entry": 1, "as": [look]}))
    assert [one.entry for one in at_once.entries] == [0, 1]


def test_cards_dealt_by_hand_are_counted_as_if_the_app_had_dealt_them() -> None:
    play = [{**LOOK, "seat": 2}, {"kind": "take-gold", "by": 0}, {"kind": "end", "reason": "agreed"}]
    vein = {"kind": "set", "veins": 1}
    phones = history_of(record_of("dark-cave", 5, FIVE, vein, *play)).to_json()
    backs = [card.split("-")[0] for card in FIVE["cards"]]
    deal = {"kind": "deal", "clans": backs, "first": 0}
    told = {"kind": "identities", "cards": FIVE["cards"]}
    hand = history_of(record_of("dark-cave", 5, deal, vein, *play, told, dealing="cards")).to_json()
    assert hand["entries"][:3] == phones["entries"][:3]
    assert (phones["entries"][3]["entry"], hand["entries"][3]["entry"]) == (4, 5)
    assert hand["entries"][3]["odds"] == phones["entries"][3]["odds"]


def test_cards_dealt_by_hand_that_nobody_has_told_yet() -> None:
    deal = {"kind": "deal", "clans": ["blue", "blue", "blue"], "first": 0}
    found = history_of(record_of("dark-cave", 3, deal, dealing="cards")).to_json()
    assert found["entries"][0]["odds"][0] == [{BLUE: "1/2", BLUE_SABOTEUR: "1/2"}] * 3
    assert found["sure"] == []


def roles(*dealt: str, drawn: Mapping[str, int] = {}) -> Entry:
    fifteen = Counter({"blue-digger": 4, "green-digger": 4, "boss": 1, "profiteer": 1, "geologist": 2, "saboteur": 3})
    return {"kind": "deal", "cards": list(dealt), "aside": sorted((fifteen - Counter(dealt)).elements()), "first": 0}


def test_a_hat_that_was_swapped_hides_what_was_known() -> None:
    entries = [
        roles("boss", "saboteur", "geologist"),
        {"kind": "inspect", "by": 0, "seat": 1},
        {"kind": "swap-hats", "by": 1, "to": 1, "drawn": "profiteer"},
    ]
    found = history_of(record_of("saboteur-2", 3, *entries)).to_json()
    assert {"viewer": 0, "about": 1, "card": "saboteur", "entry": 1} in found["sure"]
    odds = found["entries"][2]["odds"]
    assert odds[0][1]["saboteur"] == "2/13"  # the boss and one saboteur are not to be had any more
    assert "boss" not in odds[0][1]
    assert odds[1][1] == {"profiteer": "1"}
    assert odds[1][0]["boss"] == "1/13"
    assert "profiteer" not in odds[1][0]
    assert odds[2][1]["saboteur"] == "3/14"


def test_a_round_and_the_next_one() -> None:
    one = {"kind": "deal", "cards": ["gold-digger", "gold-digger", "saboteur"], "aside": ["gold-digger"], "first": 0}
    two = {"kind": "deal", "cards": ["saboteur", "gold-digger", "gold-digger"], "aside": ["gold-digger"], "first": 0}
    found = history_of(record_of("saboteur", 3, one, {"kind": "end", "reason": "agreed"}, two)).to_json()
    assert [each["entry"] for each in found["entries"]] == [0, 1, 2]
    assert found["entries"][1]["odds"][0][2] == {"saboteur": "1"}
    assert found["entries"][2]["odds"][1] == [
        {"gold-digger": "2/3", "saboteur": "1/3"},
        {"gold-digger": "1"},
        {"gold-digger": "2/3", "saboteur": "1/3"},
    ]


def test_two_ways_of_preparing_weigh_by_what_was_seen() -> None:
    """Cards of one back: either three crosses and one circle were prepared, or two of each."""
    ways = [Prepared({"cross": 3, "circle": 1}), Prepared({"cross": 2, "circle": 2})]
    cards = {0: Card("cross"), 1: Card("circle"), 2: Card("cross")}
    known = Knowledge(Deal(ways, cards, [Card("cross")]), backed=False)
    # The first cards are a cross with 3/4 and 1/2: the ways weigh 3 to 2.
    assert known.odds_of(0, 2)[1] == {"circle": Fraction(3, 5) / 3 + Fraction(2, 5) * 2 / 3, "cross": Fraction(8, 15)}


def test_the_command_prints_it(tmp_path: Any) -> None:
    file = tmp_path / "game.json"
    file.write_text(json.dumps(record_of("dark-cave", 5, FIVE, {**LOOK, "seat": 2}).to_json()))
    run = CliRunner().invoke(main, ["known", str(file)])
    assert run.exit_code == 0
    assert json.loads(run.stdout)["entries"][1]["odds"][0][2] == {BLUE_SABOTEUR: "1"}
    wrong = CliRunner().invoke(main, ["known", "-"], input="{}")
    assert (wrong.exit_code, wrong.stdout) == (2, "")
    assert "not a record" in wrong.stderr


def test_more_hats_exchanged_by_hand_than_cards_lie_aside_tells_less_and_stops_nothing() -> None:
    """Saboteur 2 with twelve: three cards lie aside. The app can't see that a table draws a fourth."""
    game = all_games()["saboteur-2"]
    swaps = [{"kind": "swap-hats", "by": seat, "to": 11 - seat} for seat in range(5)]
    prepared = list(
        game.prepared(12, game.start([f"P{seat}" for seat in range(12)], {"dealing": "cards"}).options)[0].elements()
    )
    entries = [{"kind": "deal", "first": 0}, *swaps, {"kind": "end", "reason": "agreed"}]
    record = read_record(
        {
            "format": "companion-record-1",
            "game": "saboteur-2",
            "options": {"dealing": "cards"},
            "players": [f"P{seat}" for seat in range(12)],
            "entries": [*entries, {"kind": "identities", "cards": prepared[:12]}],
        },
        game_by_id,
    )
    assert all(
        sum(odds.values()) in (0, 1) for known in history_of(record).entries for viewer in known.odds for odds in viewer
    )
