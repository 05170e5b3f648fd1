#!/bin/sh
# Install Companion into your own folders, with a desktop entry. Run it again to update. uninstall.sh removes it.
#
#     sh install.sh [--start [OPTION ...]]      and start the table, or with `--start demo` the demo
#     sh install.sh --test [OPTION ...]         run the tests instead, in .venv next to this file
#
# It uses the first of these that you have: uv; Python 3.11 or newer with venv; pipx. If there is none, it downloads uv.
# You don't need administrator rights. In a checkout it installs that, elsewhere the published package. COMPANION_PACKAGE
# names another one: a name, a wheel, a folder.
set -eu

NAME=companion-table
HOME=${HOME:-$(cd ~ && pwd)}
BIN=${XDG_BIN_HOME:-$HOME/.local/bin}
DATA=${XDG_DATA_HOME:-$HOME/.local/share}
command=$BIN/$NAME
PROGRAM=$DATA/$NAME-program
HERE=$(cd "$(dirname "$0")" && pwd)

say() { printf '%s\n' "$*"; }
fail() {
    say "$*" >&2
    exit 1
}

# Run what takes long. In a terminal pip shows its bar, else there is a dot every three seconds; what went wrong is saved
# for `tell_why`.
wrong=
patiently() {
    wrong=$(mktemp)
    case "$*" in
    *" -m pip "*)
        if [ -t 1 ]; then
            "$@" 2>"$wrong"
            return
        fi
        ;;
    esac
    while sleep 3 >/dev/null && kill -0 $$; do printf '.'; done 2>/dev/null &
    dots=$!
    result=0
    "$@" >"$wrong" 2>&1 || result=$?
    kill "$dots" 2>/dev/null || true
    say ""
    return "$result"
}

tell_why() {
    cat "$wrong" >&2
    fail "$*"
}

can_write() { mkdir -p "$1" 2>/dev/null && [ -w "$1" ]; }

# -- what is there to install with ------------------------------------------------------------------------------------
find_uv() {
    for uv in "$(command -v uv || true)" "$BIN/uv" "$HOME/.local/bin/uv"; do
        if [ -x "$uv" ]; then return; fi
    done
    return 1
}

# A Python that is new enough and can make an environment with pip in it: on its own, or with the pip next to it.
find_python() {
    for python in python3 python3.14 python3.13 python3.12 python3.11 python; do
        python=$(command -v "$python" || true)
        if [ -n "$python" ] && "$python" - 2>/dev/null <<'PYTHON'; then return; fi
import sys, venv
if sys.version_info < (3, 11):
    sys.exit(1)
try:
    import ensurepip
except ImportError:
    import pip
PYTHON
    done
    return 1
}

fetch() {
    if command -v curl >/dev/null; then
        curl -LsSf "$1" -o "$2"
    elif command -v wget >/dev/null; then
        wget -qO "$2" "$1"
    else
        python3 -c 'import sys, urllib.request; urllib.request.urlretrieve(*sys.argv[1:])' "$1" "$2" 2>/dev/null
    fi
}

# uv brings its own Python if this computer has none that is new enough.
fetch_uv() {
    say "Downloading uv, which installs Python programs (https://docs.astral.sh/uv/)."
    script=$(mktemp)
    uv=$BIN/uv
    if ! patiently fetch https://astral.sh/uv/install.sh "$script" ||
        ! patiently env UV_INSTALL_DIR="$BIN" UV_NO_MODIFY_PATH=1 sh "$script" || [ ! -x "$uv" ]; then
        rm -f "$script"
        fail "Couldn't download uv. $(missing)"
    fi
    rm -f "$script"
}

# The one package that this computer lacks.
missing() {
    if python3 -c 'import sys; sys.exit(sys.version_info >= (3, 11))' 2>/dev/null && ! command -v brew >/dev/null; then
        say "Your Python is too old. Install Python 3.11 or newer, or uv, then run this again."
    elif command -v apt-get >/dev/null; then
        say 'Run "sudo apt install python3-venv", then run this again.'
    elif command -v dnf >/dev/null; then
        say 'Run "sudo dnf install python3", then run this again.'
    elif command -v apk >/dev/null; then
        say 'Run "apk add python3", then run this again.'
    elif command -v brew >/dev/null; then
        say 'Run "brew install python", then run this again.'
    else
        say "Install Python 3.11 or newer, or uv, then run this again."
    fi
}

choose() {
    if find_uv; then
        how=uv
    elif find_python; then
        how=venv
    elif command -v pipx >/dev/null; then
        how=pipx
    else
        fetch_uv
        how=uv
    fi
}

# -- installing -------------------------------------------------------------------------------------------------------
is_checkout() { [ -f "$HERE/install.sh" ] && grep -qs "^name = \"$NAME\"" "$HERE/pyproject.toml"; }

package() {
    if [ -n "${COMPANION_PACKAGE:-}" ]; then
        say "$COMPANION_PACKAGE"
    elif is_checkout; then
        say "$HERE"
    else
        say "$NAME"
    fi
}

# Make an environment in a folder, and install the arguments into it.
into() {
    folder=$1
    shift
    case $how in
    venv)
        if ! "$folder/bin/python" -c '' 2>/dev/null; then
            patiently "$python" -m venv --clear "$folder" || "$python" -m venv --clear --without-pip "$folder"
        fi
        if "$folder/bin/python" -m pip --version >/dev/null 2>&1; then
            set -- "$folder/bin/python" -m pip install "$@"
        else
            set -- "$python" -m pip --python "$folder/bin/python" install "$@"
        fi
        if [ ! -t 1 ]; then set -- "$@" --quiet; fi
        patiently env PIP_DISABLE_PIP_VERSION_CHECK=1 "$@"
        ;;
    *)
        [ -d "$folder" ] || patiently with_uv venv --quiet --python '>=3.11' "$folder"
        patiently with_uv pip install --quiet --python "$folder/bin/python" "$@"
        ;;
    esac
}

with_uv() {
    if [ "$how" = pipx ]; then pipx run uv "$@"; else "$uv" "$@"; fi
}

put_commands() {
    mkdir -p "$BIN"
    ln -sf "$PROGRAM/bin/$NAME" "$BIN/$NAME"
    # Another program's command of that name stays.
    case $(readlink "$BIN/companion" || true) in
    '') [ -e "$BIN/companion" ] || ln -s "$PROGRAM/bin/companion" "$BIN/companion" ;;
    *"$NAME"*) ln -sf "$PROGRAM/bin/companion" "$BIN/companion" ;;
    esac
}

install() {
    say "Installing with $how. This takes up to a minute, or five on a small board."
    case $how in
    uv) patiently env UV_TOOL_BIN_DIR="$BIN" "$uv" tool install --quiet --force --upgrade --reinstall-package "$NAME" "$(package)" ;;
    venv) into "$PROGRAM" --upgrade "$(package)" && put_commands ;;
    pipx) patiently env PIPX_BIN_DIR="$BIN" pipx install --quiet --force "$(package)" ;;
    esac || cannot_install
}

# People who only want to play go on with what is there, as in a house without internet.
cannot_install() {
    if [ "$what" != --start ] || ! "$command" --version >/dev/null 2>&1; then
        tell_why "Couldn't install Companion; see the reason above."
    fi
    say "Couldn't update (no internet?). Starting the version you already have."
}

# Where Companion has its icon: the command is a link into its environment.
picture() {
    "$(dirname "$(readlink "$command")")/python" -c \
        'import sys; from companion.paths import static_dir; print(static_dir() / "app" / sys.argv[1])' "$1"
}

# An entry in the menu of a Linux desktop.
desktop_entry() {
    icons=$DATA/icons/hicolor/scalable/apps
    mkdir -p "$icons" "$DATA/applications"
    cp "$(picture icon.svg)" "$icons/$NAME.svg"
    cat >"$DATA/applications/$NAME.desktop" <<ENTRY
[Desktop Entry]
Type=Application
Name=Companion
Comment=Hidden-role games at a real table
Comment[de]=Spiele mit geheimen Rollen am echten Tisch
Comment[fr]=Jeux à rôles cachés autour d’une vraie table
Comment[es]=Juegos de roles ocultos en una mesa de verdad
Exec="$command"
Icon=$NAME
Terminal=true
Categories=Game;BoardGame;
ENTRY
    if command -v update-desktop-database >/dev/null; then update-desktop-database -q "$DATA/applications" || true; fi
}

# An app for the Finder and the Dock, which opens Terminal with Companion in it.
mac_entry() {
    app=$HOME/Applications/Companion.app/Contents
    mkdir -p "$app/MacOS" "$app/Resources"
    cp "$(picture icon.icns)" "$app/Resources/Companion.icns"
    printf '#!/bin/sh\nexec "%s"\n' "$command" >"$app/Resources/Companion.command"
    printf '#!/bin/sh\nexec open -a Terminal "%s"\n' "$app/Resources/Companion.command" >"$app/MacOS/Companion"
    chmod +x "$app/Resources/Companion.command" "$app/MacOS/Companion"
    cat >"$app/Info.plist" <<PLIST
<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0"><dict>
<key>CFBundleExecutable</key><string>Companion</string>
<key>CFBundleIconFile</key><string>Companion</string>
<key>CFBundleIdentifier</key><string>$NAME</string>
<key>CFBundleName</key><string>Companion</string>
<key>CFBundlePackageType</key><string>APPL</string>
<key>LSArchitecturePriority</key><array><string>arm64</string><string>x86_64</string></array>
</dict></plist>
PLIST
    rm -f "$HOME/Applications/Companion.command"
}

# -- the tests --------------------------------------------------------------------------------------------------------
# The system's Chromium, else Playwright's own.
get_chromium() {
    for browser in "${COMPANION_CHROMIUM:-chromium-headless-shell}" chromium chromium-browser google-chrome; do
        if command -v "$browser" >/dev/null; then return; fi
    done
    say "Downloading Chromium, the browser for the tests."
    if [ "$(id -u)" -eq 0 ] && command -v apt-get >/dev/null; then
        if patiently apt-get update -qq &&
            patiently env DEBIAN_FRONTEND=noninteractive apt-get install -qq -y chromium; then return; fi
    elif .venv/bin/python -m playwright install chromium; then
        COMPANION_CHROMIUM=$(.venv/bin/python -c 'from playwright.sync_api import sync_playwright as there
with there() as it: print(it.chromium.executable_path)')
        export COMPANION_CHROMIUM
        return
    fi
    say "Couldn't get Chromium, so tests that need it are skipped. To include them: sudo apt install chromium, then run this again."
}

run_tests() {
    is_checkout || fail "The tests are in the project's folder: run the install.sh in there."
    cd "$HERE"
    can_write "$HERE" || fail "Can't write to $HERE, where the tests put what they need."
    choose
    say "Installing what the tests need: two minutes the first time. The tests then take three or four."
    into .venv --editable '.[test]' || tell_why "Couldn't install what the tests need; see the reason above."
    get_chromium
    exec .venv/bin/python -m pytest "$@"
}

# ---------------------------------------------------------------------------------------------------------------------
what=${1:-}
case $what in
'' | --start | --test) ;;
*)
    say "usage: sh install.sh [--start [OPTION ...] | --test [OPTION ...]]" >&2
    exit 2
    ;;
esac
if [ $# -gt 0 ]; then shift; fi
if [ "$what" = --test ]; then run_tests "$@"; fi
for folder in "$BIN" "$DATA"; do
    can_write "$folder" || fail "Can't write to $folder, where Companion would be installed."
done
choose
install
if [ "$(uname)" = Darwin ]; then
    mac_entry
    where="Companion in your Applications folder"
else
    desktop_entry
    where="Companion in your applications menu"
fi
case $(readlink "$BIN/companion" || true) in
*"$NAME"*) short=$BIN/companion ;;
*) short=$command ;; # the short name is another program's
esac
if [ "$what" = --start ]; then
    say "$("$command" --version) is installed. Next time, start it from $where, or in a terminal: $short"
    exec "$command" "$@"
fi
say "$("$command" --version) is installed. Start it from $where, or in a terminal:"
say "    $short"
