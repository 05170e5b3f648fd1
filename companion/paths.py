"""Where Companion's files are, in a checkout and when installed, and where it saves its data.

Nothing is read or written here.
"""

from __future__ import annotations

from pathlib import Path

from platformdirs import user_data_path

PACKAGE = Path(__file__).resolve().parent


def static_dir(package: Path = PACKAGE) -> Path:
    """Find the folder of the static files, inside the installed package or next to it in a checkout."""
    packaged = package / "static"
    return packaged if packaged.is_dir() else package.parent / "static"


def data_dir(package: Path = PACKAGE) -> Path:
    """Choose the folder for the data if nobody has named one; it is not created here.

    A checkout uses its own ``instance`` folder; else it is the user's data folder, because the next upgrade of an
    installed program deletes its folders.
    """
    checkout = package.parent
    if (checkout / "pyproject.toml").is_file():
        return checkout / "instance"
    return user_data_path("companion-table", appauthor=False)
