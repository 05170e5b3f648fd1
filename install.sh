#!/bin/sh
# Put the companion into your own folders, with a desktop entry. Run it again to update. uninstall.sh takes it away.
#
#     sh install.sh
#
# Nothing needs an administrator's rights. Beside a checkout it installs that, else the published package. COMPANION_PACKAGE
# names another one: a name, a wheel, a folder.
set -eu

NAME=companion-table
BIN=${XDG_BIN_HOME:-$HOME/.local/bin}
DATA=${XDG_DATA_HOME:-$HOME/.local/share}

say() { printf '%s\n' "$*"; }
fail() {
    say "$*" >&2
    exit 1
}

# uv brings a Python of its own where this machine has none that is new enough.
find_uv() {
    for uv in "$(command -v uv || true)" "$BIN/uv" "$HOME/.local/bin/uv"; do
        if [ -x "$uv" ]; then return; fi
    done
    say "Getting uv, which installs Python programs (https://docs.astral.sh/uv/)."
    script=$(mktemp)
    if command -v curl >/dev/null; then
        curl -LsSf https://astral.sh/uv/install.sh -o "$script" || fail "uv could not be fetched: is the internet there?"
    elif command -v wget >/dev/null; then
        wget -qO "$script" https://astral.sh/uv/install.sh || fail "uv could not be fetched: is the internet there?"
    else
        fail "uv could not be fetched: install curl, or uv itself, and run this again."
    fi
    UV_INSTALL_DIR=$BIN UV_NO_MODIFY_PATH=1 sh "$script" >/dev/null
    rm -f "$script"
    uv=$BIN/uv
    [ -x "$uv" ] || fail "uv was installed, but it is not at $uv."
}

package() {
    here=$(cd "$(dirname "$0")" && pwd)
    if [ -n "${COMPANION_PACKAGE:-}" ]; then
        say "$COMPANION_PACKAGE"
    elif [ -f "$here/install.sh" ] && grep -qs "^name = \"$NAME\"" "$here/pyproject.toml"; then
        say "$here"
    else
        say "$NAME"
    fi
}

# Where the program has its icon.
picture() {
    "$("$uv" tool dir)/$NAME/bin/python" -c \
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
Comment=The helper for hidden-role games on a real table
Comment[de]=Der Helfer für Spiele mit geheimen Rollen am echten Tisch
Comment[fr]=L’assistant pour les jeux à rôles cachés autour d’une vraie table
Comment[es]=El ayudante para juegos de roles ocultos en una mesa de verdad
Exec="$command"
Icon=$NAME
Terminal=true
Categories=Game;BoardGame;
ENTRY
    if command -v update-desktop-database >/dev/null; then update-desktop-database -q "$DATA/applications" || true; fi
}

# An app for the Finder and the Dock, which opens Terminal with the companion in it.
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

find_uv
UV_TOOL_BIN_DIR=$BIN "$uv" tool install --quiet --force --upgrade --reinstall-package "$NAME" "$(package)" ||
    fail "The companion could not be installed; what uv says stands above."
command=$BIN/companion
if [ "$(uname)" = Darwin ]; then
    mac_entry
    where="Companion in your Applications folder"
else
    desktop_entry
    where="Companion in the menu of programs"
fi
say "$("$command" --version) is installed. Start it: $where, or in a terminal:"
say "    $command"
