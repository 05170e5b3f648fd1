"""Two on one phone, and the code of the Wi-Fi."""

from __future__ import annotations

from playwright.sync_api import Request, expect

from .device import reads
from .driver import Table
from .scan import scan

WIFI = 'Café; "home"'
PASSWORD = r"it's: a,secret\here"


def test_no_way_back_shows_a_page_of_another_seat_and_a_tab_that_was_left_open_turns_opaque(table: Table) -> None:
    phone = table.has_phone("Anna").joins()
    phone.press(phone.page.locator(".topbar .i"))
    phone.follows("Share this phone")
    phone.page.get_by_label("Your name").fill("Ben")
    phone.follows("Join")
    reads(phone.page.locator(".me"), "Ben")
    left = phone.page.context.new_page()
    left.goto(phone.url)
    reads(left.locator(".me"), "Ben")
    expect(left.get_by_text("You're in")).to_be_visible()
    phone.press(phone.page.locator(".topbar .i"))
    phone.follows("Pass the phone to Anna")
    phone.is_headed("Pass the phone to Anna")
    assert "data-look" not in phone.page.content()
    expect(left.get_by_text("Someone else is using this phone now.")).to_be_visible()
    for goes in (phone.page.go_back, phone.page.reload):
        goes()
        phone.is_headed("Pass the phone to Anna")
    phone.follows("I'm Anna")
    reads(phone.page.locator(".me"), "Anna")
    for _ in range(4):
        phone.page.go_back()
        expect(phone.headline).to_be_visible()
        expect(phone.page.locator(".me", has_text="Ben")).to_have_count(0)
        phone.hides("Pass the phone to Anna")
    expect(left.get_by_text("You're in")).to_have_count(0)
    left.get_by_text("Open their page").tap()
    reads(left.locator(".me"), "Anna")
    left.close()


def test_a_code_for_the_wifi_is_made_and_kept_in_this_browser_alone(table: Table) -> None:
    sent: list[str] = []

    def hear(request: Request) -> None:
        sent.append(f"{request.url} {request.post_data}")

    table.page.on("request", hear)
    table.follows("A phone won't connect?")
    table.page.get_by_label("Name of the Wi-Fi").fill(WIFI)
    table.page.get_by_label("Password (leave empty for open Wi-Fi)").fill(PASSWORD)
    code = table.page.locator("#wifi-qr")
    expected = r"WIFI:S:Café\; \"home\";T:WPA;P:it's\: a\,secret\\here;;"
    assert scan(code) == expected
    table.page.reload()
    expect(table.page.get_by_label("Name of the Wi-Fi")).to_have_value(WIFI)
    assert scan(code) == expected
    table.page.get_by_label("Password (leave empty for open Wi-Fi)").fill("")
    assert scan(code) == r"WIFI:S:Café\; \"home\";T:nopass;;"
    table.page.get_by_label("Hidden network").check()
    assert scan(code) == r"WIFI:S:Café\; \"home\";T:nopass;H:true;;"
    table.page.get_by_role("button", name="Forget this Wi-Fi").click()
    expect(code).to_be_hidden()
    table.page.reload()
    expect(table.page.get_by_label("Name of the Wi-Fi")).to_have_value("")
    table.page.remove_listener("request", hear)
    assert not [one for one in sent if "Caf" in one or "secret" in one]
