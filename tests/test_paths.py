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


def test_a_checkout_uses_the_folders_beside_the_package(checkout: Path) -> None:
    assert paths.static_dir(checkout) == checkout.parent / "static"


def test_an_installed_package_carries_its_folders(installed: Path) -> None:
    assert paths.static_dir(installed) == installed / "static"


def test_a_checkout_keeps_its_data_in_instance(checkout: Path) -> None:
    assert paths.data_dir(checkout) == checkout.parent / "instance"


def test_an_installed_program_keeps_its_data_with_the_user(installed: Path) -> None:
    data = paths.data_dir(installed)
    assert data.name == "companion-table"
    assert installed.parent not in data.parents


def test_asking_for_the_data_folder_creates_nothing(checkout: Path) -> None:
    assert not paths.data_dir(checkout).exists()
