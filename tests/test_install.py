"""``install.sh`` on computers that have one thing or another to install with: which is taken, and what is said."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from built import ROOT

ORDINARY = ["sh", "cat", "grep", "dirname", "mkdir", "rmdir", "ln", "readlink", "uname", "id", "cp", "rm", "mktemp"]
ORDINARY += ["chmod", "sleep", "env"]
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="a shell script")

MADE = """for command in python companion companion-table; do
printf '%s\\n' '#!/bin/sh' "echo $command \\$* >> $DID" \\
    'case $1 in -c) echo /dev/null ;; --version) echo companion 1 ;; esac' > $into/$command
chmod +x $into/$command
done"""
"""A program with its Python, as an installer leaves it in the folder ``$into``."""


class Machine:
    """One with ordinary tools and those that a test gives it; what was asked of these is written down."""

    def __init__(self, folder: Path) -> None:
        self.home, self.tools, self.did = folder / "home", folder / "tools", folder / "did"
        for made in (self.home, self.tools):
            made.mkdir()
        self.did.touch()
        for name in ORDINARY:
            (self.tools / name).symlink_to(shutil.which(name) or f"no {name}")

    def has(self, name: str, does: str = "") -> None:
        path = self.tools / name
        path.write_text(f"#!/bin/sh\necho {name} $* >> {self.did}\nDID={self.did}\n{does}\n", encoding="utf-8")
        path.chmod(0o755)

    def has_uv(self) -> None:
        puts = f"into=$HOME/tool; mkdir -p $into $UV_TOOL_BIN_DIR\n{MADE}\nln -s $into/companion-table $UV_TOOL_BIN_DIR"
        self.has("uv", f"[ $1 = tool ] || exit 0\n{puts}")

    def has_python(self, new: bool = True, ensurepip: bool = True) -> None:
        makes = f"into=$last/bin; mkdir -p $into\n{MADE}"
        pip = "true" if ensurepip else '[ "$4" = --without-pip ]'
        self.has(
            "python3",
            f"""for last; do :; done
case $1 in
-) {str(new).lower()} ;;
-m) [ $2 = venv ] || exit 0; {pip} || exit 1
{makes} ;;
-c) {str(not new).lower()} ;;
*) exit 1 ;;
esac""",
        )

    def has_pipx(self) -> None:
        puts = f"into=$HOME/pipx; mkdir -p $into $PIPX_BIN_DIR\n{MADE}\nln -sf $into/companion-table $PIPX_BIN_DIR/"
        self.has("pipx", puts)

    def installs(self, *arguments: str, script: str = "install.sh") -> subprocess.CompletedProcess[str]:
        environ = {"HOME": str(self.home), "PATH": str(self.tools)}
        shell = str(self.tools / "sh")
        command = [shell, str(ROOT / script), *arguments]
        return subprocess.run(command, env=environ, text=True, capture_output=True, timeout=60, check=False)

    @property
    def asked(self) -> str:
        return self.did.read_text(encoding="utf-8")


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


@pytest.mark.parametrize(
    ("there", "taken"),
    [
        ("uv python pipx", f"uv tool install --quiet --force --upgrade --reinstall-package companion-table {ROOT}\n"),
        ("python pipx", "python3 -m venv --clear "),
        ("pipx", f"pipx install --quiet --force {ROOT}\n"),
    ],
)
def test_first_of_uv_python_and_pipx_is_taken(machine: Machine, there: str, taken: str) -> None:
    for name in there.split():
        getattr(machine, f"has_{name}")()
    said = machine.installs()
    assert said.returncode == 0, said.stderr
    assert taken in machine.asked
    others = [line for line in machine.asked.splitlines() if line.startswith(("uv", "pipx"))]
    assert all(line.startswith(there.split()[0]) for line in others)
    command = machine.home / ".local/bin/companion-table"
    assert os.access(command, os.X_OK)
    short = command.with_name("companion")
    assert said.stdout.endswith(f"    {short if short.exists() else command}\n")
    assert (machine.home / ".local/share/applications/companion-table.desktop").is_file()


def test_python_without_ensurepip_takes_the_pip_beside_it(machine: Machine) -> None:
    machine.has_python(ensurepip=False)
    said = machine.installs()
    assert said.returncode == 0, said.stderr
    assert "python3 -m venv --clear --without-pip " in machine.asked


def test_old_python_is_passed_over(machine: Machine) -> None:
    machine.has_python(new=False)
    machine.has_pipx()
    assert machine.installs().returncode == 0
    assert "pipx install" in machine.asked


@pytest.mark.parametrize(
    ("manager", "named"),
    [
        ("apt-get", "sudo apt install python3-venv"),
        ("apt-get old-python", "Python 3.11 or newer"),
        ("brew", "brew install python"),
        ("", "Python 3.11 or newer"),
    ],
)
def test_the_one_package_that_helps_is_named(machine: Machine, manager: str, named: str) -> None:
    machine.has("curl", "exit 6")
    for there in manager.split():
        machine.has_python(new=False) if there == "old-python" else machine.has(there)
    said = machine.installs()
    assert said.returncode == 1
    assert named in said.stderr
    assert "curl -LsSf https://astral.sh/uv/install.sh" in machine.asked, "uv is fetched last"


def test_start_starts_the_table_with_what_is_said_behind_it(machine: Machine) -> None:
    machine.has_python()
    said = machine.installs("--start", "--port", "8123")
    assert said.returncode == 0, said.stderr
    assert machine.asked.endswith("companion-table --port 8123\n")
    assert machine.installs("--start", "demo").returncode == 0
    assert machine.asked.endswith("companion-table demo\n")


def test_what_was_installed_before_starts_without_the_internet(machine: Machine) -> None:
    machine.has_uv()
    assert machine.installs().returncode == 0
    machine.has("uv", "echo offline; exit 1")
    assert machine.installs().returncode == 1, "an update is what was asked for"
    said = machine.installs("--start", "--port", "8123")
    assert said.returncode == 0, said.stderr
    assert "Couldn't update (no internet?)" in said.stdout
    assert len(said.stdout.splitlines()) == 4, "what it does, that it could not, how it is started"
    assert not said.stderr
    assert machine.asked.endswith("companion-table --port 8123\n")


def test_nothing_starts_where_nothing_was_installed(machine: Machine) -> None:
    machine.has("uv", "echo offline; exit 1")
    said = machine.installs("--start")
    assert said.returncode == 1
    assert said.stderr == "offline\nCouldn't install Companion; see the reason above.\n"


def test_home_that_cannot_be_written_is_one_line(machine: Machine) -> None:
    machine.has("curl")
    (machine.home / ".local").write_text("no folder")
    said = machine.installs("--start")
    assert (said.returncode, said.stdout, machine.asked) == (1, "", "")
    assert said.stderr.startswith("Can't write to ")
    assert len(said.stderr.splitlines()) == 1


def test_command_of_another_program_stays_and_what_was_put_is_taken_away(machine: Machine) -> None:
    machine.has_python()
    commands = machine.home / ".local/bin"
    commands.mkdir(parents=True)
    (commands / "companion").write_text("Bitfocus")
    assert machine.installs().returncode == 0
    assert (commands / "companion").read_text() == "Bitfocus"
    assert machine.installs(script="uninstall.sh").returncode == 0
    assert [path.name for path in machine.home.rglob("*companion*")] == ["companion"]
    assert not [path for path in machine.home.rglob("*") if path.is_dir() and not any(path.iterdir())]


def test_nothing_at_all_is_left_where_the_games_go_too(machine: Machine) -> None:
    machine.has_python()
    assert machine.installs().returncode == 0
    (machine.home / ".local/share/companion-table").mkdir()
    assert machine.installs("--data", script="uninstall.sh").returncode == 0
    assert not any(machine.home.iterdir())


def test_other_options_are_refused(machine: Machine) -> None:
    said = machine.installs("--strat")
    assert (said.returncode, said.stdout) == (2, "")
    assert "--start" in said.stderr


@pytest.mark.parametrize(("required", "status"), [("", 0), ("1", 1)])
def test_without_a_browser_its_tests_are_one_line_or_an_error(required: str, status: int) -> None:
    """What needs one is skipped, wherever it is, and the line says how to get it."""
    tests = ["tests/browser", "tests/faults/test_browser.py"] if not required else ["tests/browser/test_late.py"]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-n0", "-p", "no:cacheprovider", *tests],
        env={**os.environ, "COMPANION_CHROMIUM": "no such browser", "COMPANION_REQUIRE_BROWSER": required},
        cwd=ROOT,
        text=True,
        capture_output=True,
        timeout=60,
        check=False,
    )
    lines = [line for line in done.stdout.splitlines() if "no Chromium found" in line]
    assert done.returncode == status, done.stdout
    assert len([line for line in lines if line.startswith("SKIPPED")]) == (not required), lines
    assert any("apt install chromium" in line for line in lines)
