"""The app that is put together: its settings, and an answer for every refusal."""

from companion.storage.store import Store
from companion.web import errors
from companion.web.app import create_app
from companion.web.base_url import Site


def test_create_app_has_a_value_for_every_setting(store: Store) -> None:
    app = create_app(store, BOOK=False)
    usual = {name: app.config[name] for name in ("ALLOWED_HOSTS", "PORT", "ADDRESS", "GAMES", "BOX", "FRAMES")}
    assert usual == {"ALLOWED_HOSTS": (), "PORT": 8000, "ADDRESS": "", "GAMES": (), "BOX": False, "FRAMES": ()}
    assert app.config["BOOK"] is False
    assert app.config["SITE"] == Site()


def test_create_app_answers_every_kind_of_refusal(store: Store) -> None:
    handlers = create_app(store).error_handler_spec[None][None]
    assert errors.STATUSES.keys() <= handlers.keys()
