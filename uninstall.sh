#!/bin/sh
# Remove what install.sh has installed. Tables and games stay unless you add --data.
#
#     sh uninstall.sh [--data]
set -eu

NAME=companion-table
BIN=${XDG_BIN_HOME:-$HOME/.local/bin}
DATA=${XDG_DATA_HOME:-$HOME/.local/share}

case ${1:-} in
'' | --data) ;;
*)
    printf '%s\n' "usage: sh uninstall.sh [--data]" >&2
    exit 2
    ;;
esac

played=$DATA/$NAME
if [ "$(uname)" = Darwin ]; then played="$HOME/Library/Application Support/$NAME"; fi

if [ -d "$DATA/$NAME-program" ]; then
    for command in companion "$NAME"; do
        if [ "$(readlink "$BIN/$command" || true)" = "$DATA/$NAME-program/bin/$command" ]; then rm "$BIN/$command"; fi
    done
    rm -rf "$DATA/$NAME-program"
fi
if command -v pipx >/dev/null && [ -d "$(pipx environment --value PIPX_LOCAL_VENVS 2>/dev/null)/$NAME" ]; then
    PIPX_BIN_DIR=$BIN pipx uninstall "$NAME" >/dev/null 2>&1 || true
fi
for uv in "$(command -v uv || true)" "$BIN/uv" "$HOME/.local/bin/uv"; do
    if [ -x "$uv" ]; then
        UV_TOOL_BIN_DIR=$BIN "$uv" tool uninstall --quiet "$NAME" 2>/dev/null || true
        break
    fi
done
rm -f "$DATA/applications/$NAME.desktop" "$DATA/icons/hicolor/scalable/apps/$NAME.svg" \
    "$HOME/Applications/Companion.command"
rm -rf "$HOME/Applications/Companion.app"
if [ "${1:-}" = --data ]; then rm -rf "$played"; fi
# Folders that are empty now.
for folder in "$DATA/applications" "$DATA/icons/hicolor/scalable/apps" "$DATA/icons/hicolor/scalable" \
    "$DATA/icons/hicolor" "$DATA/icons" "$DATA" "$BIN" "$HOME/.local" "$HOME/Applications"; do
    rmdir "$folder" 2>/dev/null || true
done
printf '%s\n' "Companion has been removed. The tools it was installed with are still there."
if [ "${1:-}" = --data ]; then
    printf '%s\n' "Tables and games have been deleted, too."
elif [ -d "$played" ]; then
    printf '%s\n' "Tables and games are still in $played"
fi
