"""What brings Companion to a computer: installers, the container, the service, and the box that is its own Wi-Fi."""

import configparser
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from built import ROOT
from prepared import best_mask
from qrcode.main import QRCode

from companion.cli.main import main
from companion.web.render.qr import draw_svg

SETUP = ROOT / "contrib" / "box-setup.sh"
WIFI = ("--wifi", "Mine; deep", "--password", "pick&shovel")
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="a shell script")


def read(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


# -- the box ------------------------------------------------------------------------------------------------------
class Box:
    """A computer of files only; what would change it is written down and not done."""

    def __init__(self, folder: Path) -> None:
        self.root, self.tools, self.did = folder / "root", folder / "tools", folder / "did"
        self.tools.mkdir()
        for name in ("apt-get", "systemctl", "useradd", "userdel", "rfkill", "raspi-config"):
            self._tool(self.tools / name, f'echo "{name} $*" >> {self.did}')
        self.has_wifi("wlx00c0ca")
        # Both have what they would find on a real box the second time.
        self._tool(self.tools / "id", "[ $# -eq 2 ]")
        python = self.root / "opt/companion/bin/python"
        python.parent.mkdir(parents=True)
        self._tool(python, f'[ "$2" = pip ] && exit; exec {sys.executable} "$@"')

    def _tool(self, path: Path, does: str) -> None:
        path.write_text(f"#!/bin/sh\n{does}\n", encoding="utf-8")
        path.chmod(0o755)

    def has_wifi(self, device: str, fails: str = "no such command") -> None:
        """``fails``: what NetworkManager does not do here."""
        listed = f'[ "$*" = "-t -f DEVICE,TYPE device status" ] && echo "eth0:ethernet\n{device}"'
        does = f'{listed}:wifi\necho "nmcli $*" >> {self.did}\ncase "$*" in *"{fails}"*) exit 4 ;; esac'
        self._tool(self.tools / "nmcli", does)

    def set_up(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        environ = {
            **os.environ,
            "PATH": f"{self.tools}:{os.environ['PATH']}",
            "BOX_ROOT": str(self.root),
            "PYTHONPATH": str(ROOT),
        }
        command = ["sh", str(SETUP), *arguments]
        return subprocess.run(command, env=environ, text=True, capture_output=True, timeout=60, check=False)

    def files(self) -> dict[Path, tuple[int, str]]:
        found = (path for path in self.root.rglob("*") if path.is_file())
        return {path.relative_to(self.root): (path.stat().st_mode & 0o777, path.read_text("utf-8")) for path in found}

    def done(self) -> str:
        return self.did.read_text(encoding="utf-8") if self.did.exists() else ""


@pytest.fixture
def box(tmp_path: Path) -> Box:
    return Box(tmp_path)


def test_box_setup_dry_run_says_everything_and_changes_nothing(box: Box) -> None:
    before = box.files()
    said = box.set_up("--dry-run", *WIFI)
    assert said.returncode == 0, said.stderr
    assert box.files() == before
    assert [line for line in box.done().splitlines() if "connection show" not in line and "status" not in line] == []
    for part in (
        "apt-get install",
        "nmcli connection",
        "companion.service",
        "kiosk.sh",
        "wifi.html",
        "systemctl enable",
    ):
        assert part in said.stdout
    assert "pick&shovel" not in said.stdout
    assert f"pip install --quiet --upgrade {ROOT}\n" in said.stdout, "not a stranger's package of that name"


def test_box_setup_writes_nothing_the_second_time(box: Box) -> None:
    first = box.set_up(*WIFI)
    assert first.returncode == 0, first.stderr
    files = box.files()
    assert Path("etc/systemd/system/companion.service") in files
    assert files[Path("opt/companion/box/kiosk.sh")][0] == 0o755
    assert "802-11-wireless.mode ap" in box.done()
    assert "ipv4.method shared" in box.done()
    assert files[Path("etc/NetworkManager/dnsmasq-shared.d/companion.conf")][1] == "address=/#/10.42.0.1\n"
    assert " --box " in files[Path("etc/systemd/system/companion.service.d/box.conf")][1]
    second = box.set_up(*WIFI)
    assert second.returncode == 0
    assert box.files() == files
    assert "written:" not in second.stdout


def test_box_setup_takes_any_wifi_device_and_country(box: Box) -> None:
    assert box.set_up("--country", "DE", *WIFI).returncode == 0
    done = box.done().splitlines()
    assert done.index("apt-get update -q") < next(n for n, line in enumerate(done) if "apt-get install" in line)
    for package in ("wpasupplicant", "dnsmasq-base", "wireless-regdb"):
        assert package in box.done()
    assert "ifname wlx00c0ca" in box.done()
    assert "rfkill unblock wifi" in done
    assert "raspi-config nonint do_wifi_country DE" in done
    assert box.files()[Path("etc/modprobe.d/companion-wifi.conf")][1] == "options cfg80211 ieee80211_regdom=DE\n"


def test_box_setup_says_what_helps_without_wifi_or_where_it_fails(box: Box) -> None:
    box.has_wifi("eth1:ethernet\nlo")
    (box.tools / "nmcli").write_text("#!/bin/sh\n")
    said = box.set_up(*WIFI)
    assert said.returncode == 1
    assert "no Wi-Fi device here" in said.stderr
    box.has_wifi("wlan0", fails="connection up")
    said = box.set_up(*WIFI)
    assert said.returncode == 1
    assert "--country" in said.stderr
    assert "rfkill list" in said.stderr


def test_box_setup_undo_removes_what_it_wrote_and_leaves_the_tables(box: Box) -> None:
    assert box.set_up("--country", "DE", *WIFI).returncode == 0
    played = box.root / "var/lib/private/companion/companion.db"
    played.parent.mkdir(parents=True)
    played.write_text("games")
    before = box.files()
    dry = box.set_up("--undo", "--dry-run")
    assert (dry.returncode, box.files()) == (0, before)
    said = box.set_up("--undo")
    assert said.returncode == 0, said.stderr
    assert list(box.files()) == [played.relative_to(box.root)]
    assert "Tables and games are still in" in said.stdout
    assert "systemctl disable --now companion-kiosk.service companion.service" in box.done()
    assert "nmcli connection delete companion-box" in box.done()


def test_box_setup_without_a_screen_installs_no_browser(box: Box) -> None:
    said = box.set_up("--no-screen", *WIFI)
    assert said.returncode == 0, said.stderr
    assert "chromium" not in box.done()
    assert not any("kiosk" in str(path) for path in box.files())


def test_box_kiosk_shows_the_code_of_the_wifi_and_then_the_table(box: Box, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(QRCode, "best_mask_pattern", best_mask)  # as outside of tests
    assert box.set_up(*WIFI).returncode == 0
    page = box.files()[Path("opt/companion/box/wifi.html")][1]
    assert draw_svg(r"WIFI:T:WPA;S:Mine\; deep;P:pick&shovel;;", "Wi-Fi") in page
    assert "pick&amp;shovel" in page
    kiosk = box.files()[Path("opt/companion/box/kiosk.sh")][1]
    pattern = re.search(r"sed -n '([^']+)'", kiosk)
    assert pattern
    said = read("companion/server/serve.py")
    assert "(on this computer also " in said, "the screen's browser finds its link by these words"
    printed = (
        "Table screen:  http://10.42.0.1/host/k_-1\n               (on this computer also http://localhost/host/k_-1)\n"
    )
    found = subprocess.run(["sed", "-n", pattern[1]], input=printed, text=True, capture_output=True, check=True)
    assert found.stdout == "http://localhost/host/k_-1\n"


@pytest.mark.parametrize(
    ("arguments", "wrong"),
    [
        ((), "--wifi is missing"),
        (("--wifi",), "--wifi needs a value"),
        (("--wifi", "x" * 33, "--password", "12345678"), "at most 32"),
        (("--wifi", "Table", "--password", "short"), "8 to 63"),
        (("--wfi", "Table"), "there is no option --wfi"),
    ],
)
def test_box_setup_says_which_argument_is_missing_or_wrong(box: Box, arguments: tuple[str, ...], wrong: str) -> None:
    said = box.set_up(*arguments)
    assert said.returncode == 2
    assert wrong in said.stderr
    assert box.done() == ""


# -- commands that are named outside of Python --------------------------------------------------------------------
OPTIONS = {name for option in main.params for name in (*option.opts, *option.secondary_opts)}


@pytest.mark.parametrize("name", ["Dockerfile", "compose.yaml", "contrib/companion.service", "contrib/box-setup.sh"])
def test_options_in_files_outside_python_are_those_of_companion(name: str) -> None:
    """Those of its command line, wherever a file has one."""
    lines = [line for line in read(name).splitlines() if "bin/companion" in line or line.strip().startswith("command:")]
    assert lines
    assert {found for line in lines for found in re.findall(r"--[a-z-]+", line)} <= OPTIONS


def test_service_writes_its_own_folder_alone() -> None:
    unit = configparser.ConfigParser(strict=False)
    unit.optionxform = str  # type: ignore[assignment, method-assign]
    unit.read_string(read("contrib/companion.service"))
    service = unit["Service"]
    assert service["DynamicUser"] == "yes"
    assert service["ProtectSystem"] == "strict"
    assert f"/var/lib/{service['StateDirectory']}" in service["ExecStart"]


# -- the container ------------------------------------------------------------------------------------------------
def test_dockerfile_builds_in_stages_and_does_not_run_as_root() -> None:
    lines = read("Dockerfile").splitlines()
    stages = [number for number, line in enumerate(lines) if line.startswith("FROM")]
    assert len(stages) == 2
    last = lines[stages[-1] :]
    assert any(line.startswith("USER") and line != "USER root" for line in last)
    assert any(line.startswith("HEALTHCHECK") for line in last)
    assert "VOLUME /data" in last
    assert not any("--platform" in line for line in lines), "it is for every machine that its base is for"


def test_dockerignore_lets_in_what_the_build_needs_and_not_the_data() -> None:
    allowed = {line[1:] for line in read(".dockerignore").splitlines() if line.startswith("!")}
    assert allowed == {"companion", "static", "templates", "pyproject.toml", "README.md", "LICENSE"}
    assert all((ROOT / name).exists() for name in allowed)


def test_compose_says_what_phones_open_and_writes_its_data_alone() -> None:
    compose = read("compose.yaml")
    assert "read_only: true" in compose
    assert '"--url", "${COMPANION_URL:?' in compose
    assert 'cap_drop: ["ALL"]' in compose


# -- the installers -----------------------------------------------------------------------------------------------
@pytest.mark.parametrize("kind", ["sh", "ps1"])
def test_uninstall_removes_what_install_adds(kind: str) -> None:
    """Of all that one puts somewhere the other knows."""
    put, taken = read(f"install.{kind}"), read(f"uninstall.{kind}")
    names = {
        "sh": (".desktop", ".svg", "Companion.app", "tool uninstall"),
        "ps1": ("Companion.lnk", "tool uninstall"),
    }
    for name in names[kind]:
        assert name.replace("uninstall", "install") in put
        assert name in taken


def test_install_ps1_looks_for_tools_in_the_order_of_the_others() -> None:
    """No PowerShell was to be had where the checks run: what chooses is read."""
    chooses = read("install.ps1").partition("\nif ($uv =")[2].partition("\n}\nif ($LASTEXITCODE")[0]
    assert re.findall(r"Find-Uv|Find-Python|Find-Command 'pipx'|Get-Uv", chooses) == [
        "Find-Uv",
        "Find-Python",
        "Find-Command 'pipx'",
        "Get-Uv",
    ]
    taken = read("uninstall.ps1")
    assert all(name in taken for name in ("$program", "pipx uninstall", "tool uninstall"))
