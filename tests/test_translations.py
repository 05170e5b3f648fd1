"""Every sentence can be read in every language."""

import ast
import runpy
from functools import cache
from pathlib import Path
from string import Formatter
from types import SimpleNamespace

import pytest
from babel.messages.catalog import Catalog, Message
from built import ROOT
from sizes import LARGE

from companion import i18n
from companion.engine.setup import list_option_fields
from companion.engine.text import TN, T, Text
from companion.games import all_games, list_folders
from companion.i18n import LANGUAGES, LOCALE_DIR, SOURCE_LANGUAGE, best_language, render, translations

TRANSLATED = [lang for lang in LANGUAGES if lang != SOURCE_LANGUAGE]

messages = SimpleNamespace(**runpy.run_path(str(ROOT / ".ci" / "messages")))
forms, translated = messages.forms, messages.translated
begun = cache(messages.begun)

FOLDERS = [LOCALE_DIR.parent, *list_folders().values()]


@pytest.fixture(scope="module")
def templates() -> dict[Path, Catalog]:
    """Every message in Companion's sources, by the folder whose catalogue has it."""
    return dict(messages.extract())


@pytest.fixture(scope="module", params=FOLDERS)
def folder(request: pytest.FixtureRequest) -> Path:
    """Where a catalogue is: that of all games, or that of one."""
    return Path(request.param)


@pytest.fixture
def extracted(folder: Path, templates: dict[Path, Catalog]) -> Catalog:
    """Every message of the folder's sources."""
    return templates[folder]


@pytest.fixture(scope="module", params=TRANSLATED)
def catalogue(request: pytest.FixtureRequest, folder: Path) -> Catalog:
    """The translations into one language."""
    found: Catalog = begun(folder, request.param)
    return found


def placeholders(text: str) -> set[str]:
    """The names in braces, without the count: the form for one can spell it out."""
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None} - {"n"}


def sentences(catalogue: Catalog) -> list[Message]:
    return [message for message in catalogue if message.id]


@pytest.mark.parametrize("lang", TRANSLATED)
def test_every_message_is_translated(lang: str, templates: dict[Path, Catalog]) -> None:
    """In the drafts too: half a sentence in each of two languages is worse than a clumsy one."""
    missing = [
        id
        for folder in FOLDERS
        for id in {forms(one.id) for one in sentences(templates[folder])} - translated(begun(folder, lang)).keys()
    ]
    assert missing == [], f"run .ci/messages, fill these {len(missing)} in, run it again"


def test_every_message_is_written_where_it_is_marked() -> None:
    """The catalogues are made from what is in the brackets: nobody reads a translation of a name there."""
    unread = []
    for file in (ROOT / "companion").rglob("*.py"):
        for call in ast.walk(ast.parse(file.read_text())):
            if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Name):
                continue
            texts = call.args[: {"T": 1, "TN": 2}.get(call.func.id, 0)]
            if not all(isinstance(text, ast.Constant) for text in texts):
                unread.append(f"{file.relative_to(ROOT)}:{call.lineno}: {ast.unparse(call)}")
    assert unread == []


@pytest.mark.parametrize("lang", ["es", "fr"])
def test_what_nobody_has_read_over_is_called_a_draft(lang: str) -> None:
    assert LANGUAGES[lang].endswith(")")


def test_a_gap_is_shown_in_english(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Plural forms too, and in a language that has just been started."""
    gaps = Catalog(locale="nl")
    gaps.add("Menu", "Menu")
    gaps.add("Deal", "")
    gaps.add(("{n} round", "{n} rounds"), ("", ""))
    file = tmp_path / "nl" / "LC_MESSAGES" / "companion.po"
    messages.write(gaps, file)
    monkeypatch.setattr(i18n, "LOCALE_DIR", tmp_path)
    monkeypatch.setitem(i18n.LANGUAGES, "nl", "Nederlands (concept)")
    assert render(T("Deal"), "nl") == "Deal"
    assert render(TN("{n} round", "{n} rounds", 2), "nl") == "2 rounds"
    translations.cache_clear()


def test_a_language_is_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    own = Catalog(locale="nl")
    own.add(str(i18n.OWN_NAME), "Nederlands")
    messages.write(own, tmp_path / "nl" / "LC_MESSAGES" / "companion.po")
    monkeypatch.setattr(i18n, "LOCALE_DIR", tmp_path)
    assert i18n._find_languages() == {"nl": "Nederlands"}


@pytest.mark.parametrize("lang", TRANSLATED)
def test_a_language_says_its_own_name(lang: str) -> None:
    assert str(i18n.OWN_NAME) != LANGUAGES[lang]


def test_no_translation_is_left_over(extracted: Catalog, catalogue: Catalog) -> None:
    assert [message.id for message in sentences(catalogue) if message.id not in extracted] == []
    assert list(catalogue.obsolete) == []


def test_placeholders_agree(catalogue: Catalog) -> None:
    def wrong(message: Message) -> bool:
        expected = {name for form in forms(message.id) for name in placeholders(form)}
        return any(placeholders(form) != expected for form in forms(message.string) if form)

    assert [message.id for message in sentences(catalogue) if wrong(message)] == []


def test_every_game_has_its_catalogue(templates: dict[Path, Catalog]) -> None:
    assert set(templates) == set(FOLDERS)


@pytest.mark.parametrize("lang", TRANSLATED)
def test_a_sentence_in_two_catalogues_reads_the_same(lang: str) -> None:
    found: dict[tuple[str, ...], set[tuple[str, ...]]] = {}
    for folder in FOLDERS:
        for message in sentences(begun(folder, lang)):
            found.setdefault(forms(message.id), set()).add(forms(message.string))
    assert [id for id, strings in found.items() if len(strings) > 1] == []


@pytest.mark.parametrize("lang", TRANSLATED if LARGE else TRANSLATED[:1])
def test_a_sentence_that_moves_takes_its_translation_along(lang: str, templates: dict[Path, Catalog]) -> None:
    """All of them written into the shared catalogue come into their own, and into no other."""
    old = {folder: translated(begun(folder, lang)) for folder in FOLDERS}
    every = messages.empty(lang)
    for id, string in (one for catalogue in old.values() for one in catalogue.items()):
        every.add(id if len(id) > 1 else id[0], string if len(id) > 1 else string[0])
    new = messages.updated({folder: messages.empty(lang) for folder in FOLDERS} | {FOLDERS[0]: every}, templates)
    assert {folder: translated(catalogue) for folder, catalogue in new.items()} == old


def test_the_program_reads_what_the_catalogue_says(folder: Path, catalogue: Catalog) -> None:
    read_by_program = translations(str(catalogue.locale))
    for id, string in translated(catalogue).items():
        if len(id) == 1:
            assert read_by_program.gettext(id[0]) == string[0]
        else:
            assert {read_by_program.ngettext(id[0], id[1], n) for n in range(200)} == set(string)


def test_an_unknown_language_is_named_in_the_error() -> None:
    with pytest.raises(ValueError, match="There is no language 'tlh'; expected one of en, de"):
        translations("tlh")


@pytest.mark.parametrize(
    ("header", "lang"),
    [
        (None, "en"),
        ("", "en"),
        ("de", "de"),
        ("de-AT,de;q=0.9,en;q=0.8", "de"),
        ("en-GB,en;q=0.9,de;q=0.5", "en"),
        ("nl,de;q=0.3,en;q=0.2", "de"),
        ("en;q=0.1,de;q=0.7", "de"),
        ("nl-NL,nl;q=0.9", "en"),
        ("de;q=0", "en"),
        ("*", "en"),
        ("; , ;q=banana", "en"),
    ],
)
def test_the_browser_chooses_the_language(header: str | None, lang: str) -> None:
    assert best_language(header) == lang


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(("text", "shown"), [("Card {n}", "Card {n}"), (T("{name}", name="Ida"), "Ida"), ("", "")])
def test_names_and_plain_strings_stay_as_they_are(text: Text | str, shown: str, lang: str) -> None:
    assert render(text, lang) == shown


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_box_is_called_as_it_is_and_not_as_the_role_is(lang: str) -> None:
    assert render(all_games()["saboteur"].title, lang) == "Saboteur"


@pytest.mark.parametrize(
    ("name", "card"), [("Anna", "Carte d’Anna"), ("Ben", "Carte de Ben"), ("Élise", "Carte d’Élise")]
)
def test_french_leaves_a_vowel_out_before_another(name: str, card: str) -> None:
    assert render(T("{name}'s card", name=name), "fr") == card


@pytest.mark.parametrize(
    ("name", "both"), [("Inés", "Ben e Inés"), ("Íker", "Ben e Íker"), ("Ian", "Ben y Ian"), ("II", "Ben y II")]
)
def test_spanish_changes_its_and_before_another_i(name: str, both: str) -> None:
    assert render(T("{names} and {last}", names="Ben", last=name), "es") == both


@pytest.mark.parametrize("mark", [":", " ("])
def test_a_label_that_the_lobby_cuts_is_cut_in_every_language(mark: str) -> None:
    """At its colon, or for a number before its bracket: templates/lobby/choosing.html."""
    fields = [field for game in all_games().values() for field in list_option_fields(game)]
    labels = {field.label for field in fields}
    cut = [{lang: mark in render(label, lang) for lang in LANGUAGES} for label in labels]
    assert [where for where in cut if len(set(where.values())) > 1] == []
