#!/bin/sh
# Make a Raspberry Pi (Raspberry Pi OS Lite, or Debian) a box that opens its own Wi-Fi and starts Companion automatically.
# What it does: docs/box.md.
#
#     sudo sh contrib/box-setup.sh --wifi NAME --password PASSWORD [--country DE] [--no-screen] [--dry-run]
#     sudo sh contrib/box-setup.sh --undo [--dry-run]
#
# You can run it again; it fixes whatever has changed. --dry-run only shows what it would do. --undo undoes everything
# except the installed packages, and asks whether to delete tables and games, too.
set -eu

WIFI='' PASSWORD='' COUNTRY='' SCREEN=yes DRY=no UNDO=no
ROOT=${BOX_ROOT:-}
ADDRESS=10.42.0.1
NAMES=/etc/NetworkManager/dnsmasq-shared.d/companion.conf
HERE=$(cd "$(dirname "$0")" && pwd)
# The checkout that it is in, else the published package.
PACKAGE=companion-table
if grep -qs "^name = \"$PACKAGE\"" "$HERE/../pyproject.toml"; then PACKAGE=$(cd "$HERE/.." && pwd); fi
PACKAGE=${COMPANION_PACKAGE:-$PACKAGE}

usage() {
    printf '%s\n' \
        "usage: box-setup.sh --wifi NAME --password PASSWORD [--country DE] [--no-screen] [--dry-run]" \
        "       box-setup.sh --undo [--dry-run]" >&2
    [ -z "$1" ] || printf '%s\n' "$1" >&2
    exit 2
}

while [ $# -gt 0 ]; do
    case $1 in
    --wifi | --password | --country)
        [ $# -ge 2 ] || usage "$1 needs a value"
        case $1 in --wifi) WIFI=$2 ;; --password) PASSWORD=$2 ;; *) COUNTRY=$2 ;; esac
        shift
        ;;
    --undo) UNDO=yes ;;
    --no-screen) SCREEN=no ;;
    --dry-run) DRY=yes ;;
    *) usage "there is no option $1" ;;
    esac
    shift
done
if [ "$UNDO" = no ]; then
    [ -n "$WIFI" ] || usage "--wifi is missing: choose a name for the box's Wi-Fi"
    [ ${#WIFI} -le 32 ] || usage "--wifi can have at most 32 characters"
    if [ ${#PASSWORD} -lt 8 ] || [ ${#PASSWORD} -gt 63 ]; then usage "--password must have 8 to 63 characters"; fi
    case $COUNTRY in '' | [A-Z][A-Z]) ;; *) usage "--country must be two capital letters, such as DE" ;; esac
fi
if [ "$DRY" = no ] && [ -z "$ROOT" ] && [ "$(id -u)" -ne 0 ]; then usage "this needs root: run it with sudo"; fi

# Run a command, or say it.
do_it() {
    if [ "$DRY" = yes ]; then
        printf 'would run:   %s\n' "$*" | sed "s/psk .*/psk ********/"
    else
        "$@"
    fi
}

# Put standard input into a file, unless it is there already: file, mode.
put() {
    new=$(mktemp)
    cat >"$new"
    if cmp -s "$new" "$ROOT$1"; then
        printf 'unchanged:   %s\n' "$1"
    elif [ "$DRY" = yes ]; then
        printf 'would write: %s\n' "$1"
    else
        mkdir -p "$ROOT$(dirname "$1")"
        install -m "$2" "$new" "$ROOT$1"
        printf 'written:     %s\n' "$1"
    fi
    rm -f "$new"
}

packages() {
    set -- python3-venv network-manager wpasupplicant dnsmasq-base wireless-regdb
    if [ "$SCREEN" = yes ]; then set -- "$@" chromium cage fonts-dejavu-core; fi
    do_it apt-get update -q
    do_it env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends "$@"
}

program() {
    if [ ! -x "$ROOT/opt/companion/bin/python" ]; then do_it python3 -m venv "$ROOT/opt/companion"; fi
    do_it "$ROOT/opt/companion/bin/python" -m pip install --quiet --upgrade "$PACKAGE"
}

# Raspberry Pi OS keeps the Wi-Fi switched off until its country is known; each country has channels of its own.
radio() {
    if [ -n "$COUNTRY" ]; then
        put /etc/modprobe.d/companion-wifi.conf 644 <<CONF
options cfg80211 ieee80211_regdom=$COUNTRY
CONF
        if command -v raspi-config >/dev/null; then do_it raspi-config nonint do_wifi_country "$COUNTRY"; fi
    fi
    if command -v rfkill >/dev/null; then do_it rfkill unblock wifi; fi
}

# The first Wi-Fi device there is, whatever it is called.
device() {
    found=$(nmcli -t -f DEVICE,TYPE device status 2>/dev/null | sed -n 's/:wifi$//p' | head -n 1)
    if [ -z "$found" ] && [ "$DRY" = no ]; then
        printf '%s\n' "There's no Wi-Fi device here (nmcli device status). Plug one in, then run this again." >&2
        exit 1
    fi
    printf '%s\n' "${found:-wlan0}"
}

# NetworkManager's shared mode: the box gives the phones their addresses, and itself $ADDRESS.
wifi() {
    on=$(device)
    if ! nmcli -t -f NAME connection show 2>/dev/null | grep -qx companion-box; then
        do_it nmcli connection add type wifi ifname "$on" con-name companion-box ssid "$WIFI"
    fi
    do_it nmcli connection modify companion-box connection.interface-name "$on" connection.autoconnect yes connection.autoconnect-priority 100 \
        802-11-wireless.ssid "$WIFI" 802-11-wireless.mode ap 802-11-wireless.band bg ipv4.method shared \
        ipv4.addresses "$ADDRESS/24" ipv6.method disabled \
        802-11-wireless-security.key-mgmt wpa-psk 802-11-wireless-security.psk "$PASSWORD"
}

# Phones ask at their makers' addresses whether there is internet. Every name resolves to the box, which says where the
# table is, so that people in its Wi-Fi don't just see "no internet".
names() {
    put $NAMES 644 <<CONF
address=/#/$ADDRESS
CONF
}

# The codes say the box's own address, whatever else it is connected to; port 80, so that it is short to type.
service() {
    put /etc/systemd/system/companion.service 644 <"$HERE/companion.service"
    put /etc/systemd/system/companion.service.d/box.conf 644 <<CONF
[Service]
ExecStart=
ExecStart=/opt/companion/bin/companion --no-browser --no-keep-awake --port 80 --box --url http://$ADDRESS --data /var/lib/companion
CONF
}

# What the screen shows first: the Wi-Fi's code. After a minute, a tap or a key, the table's own page follows.
wifi_page() {
    if [ "$DRY" = yes ]; then
        printf 'would write: /opt/companion/box/wifi.html\n'
        return
    fi
    "$ROOT/opt/companion/bin/python" - "$WIFI" "$PASSWORD" <<'PYTHON' | put /opt/companion/box/wifi.html 644
import sys
from html import escape
from companion.web.render.qr import draw_svg

name, password = sys.argv[1:]
quoted = ["".join("\\" + c if c in '\\;,:"' else c for c in text) for text in (name, password)]
code = draw_svg("WIFI:T:WPA;S:{};P:{};;".format(*quoted), "Wi-Fi")
print(f"""<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Wi-Fi</title>
<meta http-equiv="refresh" content="60;url=@TABLE@">
<style>body {{ margin: 0; min-height: 100vh; display: grid; place-content: center; justify-items: center; gap: 2vh;
font: 4vh system-ui, sans-serif; background: #17110b; color: #f6ecd9 }}
.qr {{ height: 62vh; border-radius: 2vh }} .qr-light {{ fill: #fff }} .qr-dark {{ fill: #000 }} a {{ color: #ffb545 }}</style></head>
<body><h1>1 · Wi-Fi: {escape(name)}</h1>{code}<p>{escape(password)} &nbsp; <a href="@TABLE@" autofocus>2 →</a></p></body></html>""")
PYTHON
}

kiosk() {
    put /opt/companion/box/kiosk.sh 755 <<'KIOSK'
#!/bin/sh
# The table screen on the box's own screen. The link has the host's key, which the start writes into the journal; as
# localhost, so that the browser can keep the screen on.
set -eu
table=''
while [ -z "$table" ]; do
    sleep 1
    table=$(journalctl -u companion -b -o cat | sed -n 's|.*(on this computer also \(http:[^)]*\))$|\1|p' | tail -n 1)
done
folder=$(mktemp -d)
sed "s|@TABLE@|$table|g" /opt/companion/box/wifi.html >"$folder/wifi.html"
exec cage -- chromium --kiosk --no-first-run --user-data-dir="$HOME/chromium" "file://$folder/wifi.html"
KIOSK
    put /etc/systemd/system/companion-kiosk.service 644 <<'UNIT'
[Unit]
Description=Companion's table screen
After=companion.service systemd-user-sessions.service
Requires=companion.service
Conflicts=getty@tty1.service

[Service]
User=companion-kiosk
SupplementaryGroups=systemd-journal video input render
PAMName=login
TTYPath=/dev/tty1
StandardInput=tty
StandardOutput=journal
ExecStart=/opt/companion/box/kiosk.sh
Restart=on-failure
RestartSec=5

[Install]
WantedBy=multi-user.target
UNIT
    if ! id companion-kiosk >/dev/null 2>&1; then do_it useradd --create-home --shell /usr/sbin/nologin companion-kiosk; fi
}

access_point() {
    do_it nmcli connection up companion-box && return
    cat >&2 <<WHY
Couldn't open the Wi-Fi. What to try, likeliest first:
- Add your country: --country DE, for example.
- Is it blocked (rfkill list)? Is it there (nmcli device status)?
- Can it do this? "AP" must be in "Supported interface modes" of iw list; some USB sticks can't.
- See what NetworkManager says: journalctl -u NetworkManager -n 30
Everything else is set up. Run this again afterwards.
WHY
    exit 1
}

# Remove a file or folder of ours.
drop() {
    if [ ! -e "$ROOT$1" ] && [ ! -L "$ROOT$1" ]; then return; fi
    if [ "$DRY" = yes ]; then printf 'would remove: %s\n' "$1"; else rm -rf "${ROOT}$1"; fi
}

undo() {
    do_it systemctl disable --now companion-kiosk.service companion.service || true
    for path in /etc/systemd/system/companion.service /etc/systemd/system/companion.service.d \
        /etc/systemd/system/companion-kiosk.service /etc/modprobe.d/companion-wifi.conf $NAMES /opt/companion; do
        drop "$path"
    done
    do_it systemctl daemon-reload
    do_it nmcli connection delete companion-box || true
    if id companion-kiosk >/dev/null 2>&1; then do_it userdel --remove companion-kiosk || true; fi
    answer=n
    if [ -t 0 ] && [ "$DRY" = no ]; then
        printf 'Delete all tables and games in /var/lib/private/companion too? [y/N] '
        read -r answer
    fi
    case $answer in
    y | Y)
        drop /var/lib/private/companion
        drop /var/lib/companion
        ;;
    *) printf '%s\n' "Tables and games are still in /var/lib/private/companion." ;;
    esac
    printf '%s\n' "Installed packages are still there, too."
}

if [ "$UNDO" = yes ]; then
    undo
    exit
fi
packages
program
radio
names
wifi
service
if [ "$SCREEN" = yes ]; then
    wifi_page
    kiosk
fi
do_it systemctl daemon-reload
do_it systemctl enable --now companion.service
if [ "$SCREEN" = yes ]; then do_it systemctl enable companion-kiosk.service; fi
access_point
if [ "$DRY" = yes ]; then
    printf '%s\n' "Nothing was changed."
else
    printf '%s\n' "Done. Restart the box. Its Wi-Fi is $WIFI, and the table is at http://$ADDRESS."
fi
