"""The live part of a page as regions: only those that have changed are sent."""

from companion.web.render.regions import LivePage, join_lines

FRAME = ("<main>", "</main><aside>", "</aside>")
PAGE = LivePage(FRAME, (("turn", "Anna"), ("log", "1")), (("news", "dealt"),))


def test_whole_puts_the_regions_into_the_frame() -> None:
    assert PAGE.whole == "<main>Anna</main><aside>1</aside>"


def test_mended_has_the_regions_elsewhere_on_the_page_too() -> None:
    assert PAGE.mended == PAGE.whole + '<div id="news" hx-swap-oob="innerMorph">dealt</div>'


def test_diff_is_empty_where_nothing_has_changed() -> None:
    assert PAGE.diff(PAGE) == (False, "")


def test_diff_has_the_regions_that_changed_alone() -> None:
    after = PAGE._replace(regions=(("turn", "Ben"), ("log", "1")))
    assert after.diff(PAGE) == (False, '<div id="turn" hx-swap-oob="innerMorph">Ben</div>')
    news = PAGE._replace(oob=(("news", "ended"),))
    assert news.diff(PAGE) == (False, '<div id="news" hx-swap-oob="innerMorph">ended</div>')


def test_diff_is_the_whole_page_where_its_frame_is_another_or_nothing_was_shown() -> None:
    after = PAGE._replace(frame=("<main class='over'>", *FRAME[1:]))
    assert after.diff(PAGE) == (True, after.mended)
    assert PAGE.diff(None) == (True, PAGE.mended)


def test_diff_of_a_region_without_an_id_is_the_whole_live_part() -> None:
    before = LivePage(("", ""), (("", "lobby"),), (("news", "a"),))
    after = LivePage(("", ""), (("", "deal"),), (("news", "b"),))
    assert after.diff(before) == (True, 'deal<div id="news" hx-swap-oob="innerMorph">b</div>')


def test_stamp_comes_last_after_what_it_stamps() -> None:
    stamped = PAGE.stamp("7.1")
    assert stamped.whole == PAGE.whole + '<div hidden id="stamp"><input type="hidden" name="stamp" value="7.1"></div>'
    assert [id for id, _ in stamped.regions] == ["turn", "log", "stamp"]
    assert PAGE.stamp("7.2").diff(stamped)[1].count("7.2") == 1


def test_join_lines_makes_a_space_of_each_line_end() -> None:
    assert join_lines("a\n  b\r\n\r\n c\rd") == "a b c d"
    assert join_lines("one line") == "one line"
