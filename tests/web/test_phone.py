"""Several seats on one phone: it goes from hand to hand, and nobody sees another's page."""

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest
from faults.house import House
from flask.testing import FlaskClient
from werkzeug.test import TestResponse
from wires import Wire, beating_hub

from companion.table.commands import play, rounds
from companion.web.render.regions import LivePage
from companion.web.sse import Stream


class Shared(House):
    """Anna and Ben share ``phone``, Cleo and Dora have one each. Ben has the shared one in hand."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder, ("Anna",), hub=beating_hub())
        (self.phone,) = self.phones
        assert self.adds("Ben").status_code == 303
        for name in ("Cleo", "Dora"):
            self.joins(name)

    def adds(self, name: str) -> TestResponse:
        """One more player on the shared phone, as its form does it."""
        page = self.page(self.phone, "share")
        (once,) = re.findall(r'name="once" value="([^"]+)"', page)
        (form,) = re.findall(r"/(share\?seat=\d+)", page)
        return self.post(self.phone, form, name=name, once=once)

    def takes(self, name: str, phone: FlaskClient) -> None:
        """By the code that the host shows."""
        link = self.table.store.seats.make_link(self.id_of(name))
        assert self.post(phone, f"s/{link}").location == self.url

    def sends(self, name: str, path: str, /, **data: str) -> TestResponse:
        """A form of the page that was made for that player."""
        return self.post(self.phone, f"{path}?seat={self.id_of(name)}", **data)

    def hands_to(self, name: str) -> TestResponse:
        """Ben gives the phone away."""
        return self.sends("Ben", "pass", to=str(self.id_of(name)))

    def opens(self, name: str) -> TestResponse:
        return self.post(self.phone, "unlock", seat=self.id_of(name))

    def behind_i(self) -> str:
        """What the one who has the phone in hand finds behind the "i"."""
        return self.page(self.phone, "panel/i")

    def shows(self) -> str:
        """Whose page the phone shows, or ``to Ben`` for the opaque page."""
        page = self.phone.get(self.url, follow_redirects=True).text
        own = re.search(r'<strong class="me"[^>]*>([^<]+)</strong>', page)
        curtain = re.search(r"Pass the phone to ([^<]+)</h1>", page)
        return own[1] if own else f"to {curtain[1]}" if curtain else "nobody"


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Shared]:
    with Shared(tmp_path / "data") as found:
        yield found


def test_shared_phone_tells_who_else_is_on_it(house: Shared) -> None:
    page = house.behind_i()
    assert "Pass the phone to Anna" in page
    assert "Pass the phone to Cleo" not in page


def test_shared_phone_shows_nothing_between_two_players(house: Shared) -> None:
    assert house.hands_to("Anna").location == f"{house.url}/pass"
    assert house.shows() == "to Anna"
    assert house.get(house.phone, "").location == f"{house.url}/pass", "the way back leads to the opaque page"
    assert house.post(house.phone, "look", key="card").status_code == 403
    assert "You're in" not in unescape(house.page(house.phone, "pass"))
    assert "Someone else is using this phone now." in house.page(
        house.phone, f"live/phone?seat={house.id_of('Ben')}&v="
    )


def test_shared_phone_is_handed_back(house: Shared) -> None:
    house.hands_to("Anna")
    assert house.opens("Ben").status_code == 409, "it's Anna's turn to open it"
    assert house.post(house.phone, "pass", to=house.id_of("Ben")).status_code == 303
    assert house.shows() == "to Ben"
    assert house.opens("Ben").status_code == 303
    assert house.shows() == "Ben"


def test_shared_phone_is_handed_only_to_its_own_players(house: Shared) -> None:
    assert house.hands_to("Cleo").status_code == 404
    assert house.shows() == "Ben"


@pytest.mark.parametrize("path", ["look", "act", "undo", "typed", "share", "pass"])
def test_shared_phone_refuses_a_tap_on_anothers_page(house: Shared, path: str) -> None:
    house.deals()
    entries = house.table.state.record.entries
    data = {"key": "card", "entries": '[{"kind": "discard", "by": 0}]', "entry": "0", "to": "1", "name": "Eva"}
    answer = house.sends("Anna", path, **data)
    assert answer.status_code == 409
    assert "This page belonged to another player" in answer.text
    assert "Ben has the phone now" in answer.text
    assert house.table.state.record.entries == entries
    assert len(house.table.state.seats) == 4


def test_shared_phone_shows_nothing_of_the_new_player_on_a_stale_page(house: Shared) -> None:
    house.deals()
    answer = house.tap(house.phone, f"typed?seat={house.id_of('Anna')}")
    assert answer.status_code == 409
    assert "Someone else is using this phone now." in answer.text
    assert "hold" not in answer.text


def test_shared_phone_ends_its_streams_when_it_changes_hands(house: Shared) -> None:
    owner = f"seat:{house.id_of('Ben')}"
    page = LivePage(("", ""), (("", "Ben's page"),))
    wire = Wire(Stream(house.hub, house.table.code, frozenset(), owner, lambda: ("1", page)).events())
    assert "Ben's page" in wire.reads()
    house.hands_to("Anna")
    assert (wire.reads(), wire.ended) == ("", True)


def test_shared_phone_says_whose_turn_it_is_among_its_players(house: Shared) -> None:
    house.deals()
    assert "Anna&#39;s turn: pass the phone to Anna" in house.page(house.phone)
    house.hands_to("Anna")
    house.opens("Anna")
    assert "turn: pass the phone to" not in house.page(house.phone)


def test_shared_phone_says_who_has_not_looked_yet(house: Shared) -> None:
    house.table.run(rounds.choose, "dark-cave", {})
    house.table.run(rounds.deal, 0)
    assert "Anna hasn&#39;t looked yet: pass the phone to Anna" in house.page(house.phone)
    house.table.run(play.look, 0, "card")
    assert "hasn&#39;t looked yet: pass the phone to" not in house.page(house.phone)


def test_shared_phone_lets_each_look_at_the_own_card(house: Shared) -> None:
    house.deals()
    for name, number in (("Ben", 1), ("Anna", 0)):
        if name == "Anna":
            house.hands_to("Anna")
            house.opens("Anna")
        seen = house.sends(name, "look", key="card")
        assert str(house.table.run(play.look, number, "card")) in unescape(seen.text)


def test_shared_phone_makes_one_seat_of_a_form_sent_twice(house: Shared) -> None:
    (once,) = re.findall(r'name="once" value="([^"]+)"', house.page(house.phone, "share"))
    for _ in range(2):
        assert house.sends("Ben", "share", name="Eva", once=once).status_code == 303
    assert [seat.name for seat in house.table.state.seats] == ["Anna", "Ben", "Cleo", "Dora", "Eva"]
    assert house.shows() == "Eva"


def test_shared_phone_says_on_its_form_that_a_name_is_taken(house: Shared) -> None:
    answer = house.adds("anna")
    assert answer.status_code == 422
    assert "already a anna at this table" in answer.text
    assert house.shows() == "Ben"


def test_shared_phone_loses_a_seat_that_moved_to_its_own_phone(house: Shared) -> None:
    other = house.app.test_client()
    house.takes("Anna", other)
    assert "Anna" in re.findall(r'<strong class="me"[^>]*>([^<]+)', house.page(other))
    assert "Pass the phone to" not in house.page(house.phone)
    assert house.hands_to("Anna").status_code == 404


def test_shared_phone_takes_back_a_seat(house: Shared) -> None:
    """As after the address has changed: a fresh browser, one seat after the other."""
    fresh = house.phone = house.app.test_client()
    house.takes("Anna", fresh)
    assert "I&#39;m Ben" in house.page(fresh, "share")
    assert house.post(fresh, "ask", seat=house.id_of("Ben")).location == f"{house.url}/ask"
    (question,) = re.findall(r'hx-post="(host/asked/\d+/yes)"', house.shown())
    assert house.post(house.host, question).status_code == 200
    assert house.get(fresh, "ask").location == house.url
    assert house.shows() == "Ben"
    assert "Pass the phone to Anna" in house.behind_i()


def test_cookies_of_a_phone_are_hidden_from_scripts(house: Shared) -> None:
    cookie = house.hands_to("Anna").headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie
    assert house.get(house.phone, "pass").headers["Cache-Control"] == "no-store"


def test_phone_of_one_player_has_nobody_to_hand_it_to(house: Shared) -> None:
    alone = house.joins("Eva")
    assert "Pass the phone to" not in house.page(alone, "panel/i")
    assert house.get(alone, "pass").location == house.url


def test_phone_of_a_guest_shows_the_game_and_who_sits_there(tmp_path: Path) -> None:
    """Only one that nobody has: whoever is second gets another one, and is asked nothing more."""
    with House(tmp_path, ("Anna",), ("Ben",), hub=beating_hub()) as house:
        page = house.page(house.stranger)
        assert "Saboteur: The Dark Cave" in page
        assert re.findall(r'value="([a-z]+)" aria-label="Icon [0-9]+" disabled', page) == ["anvil", "cat"]
        assert page.index('id="name"') < page.index("I&#39;m Ben")
        assert "autofocus" in page
        refused = house.post(house.stranger, "join", name="Zoe", figure="king")
        assert refused.status_code == 422
        for name, wanted, worn in (("Cleo", "fox", "fox"), ("Dora", "fox", "spade")):
            assert house.post(house.app.test_client(), "join", name=name, figure=wanted).status_code == 303
            assert [one.figure for one in house.table.view.places if one.name == name] == [worn]
