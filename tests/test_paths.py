"""Files are found in a checkout and in an installed wheel; data never lands where an upgrade deletes it."""

from pathlib import Path

import pytest

from companion import paths


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """The package folder of a checkout."""
    for folder in ("companion", "templates", "static"):
        (tmp_path / folder).mkdir()
    (tmp_path / "pyproject.toml").touch()
    return tmp_path / "companion"


@pytest.fixture
def installed(tmp_path: Path) -> Path:
    """The package folder of an installed wheel."""
    package = tmp_path / "site-packages" / "companion"
    for folder in ("templates", "static"):
        (package / folder).mkdir(parents=True)
    return package


def test_static_dir_of_a_checkout_is_beside_the_package(checkout: Path) -> None:
    assert paths.static_dir(checkout) == checkout.parent / "static"


def test_static_dir_of_an_installed_package_is_in_it(installed: Path) -> None:
    assert paths.static_dir(installed) == installed / "static"


def test_data_dir_of_a_checkout_is_instance(checkout: Path) -> None:
    assert paths.data_dir(checkout) == checkout.parent / "instance"


def test_data_dir_of_an_installed_program_is_the_users(installed: Path) -> None:
    data = paths.data_dir(installed)
    assert data.name == "companion-table"
    assert installed.parent not in data.parents


def test_data_dir_creates_nothing(checkout: Path) -> None:
    assert not paths.data_dir(checkout).exists()
