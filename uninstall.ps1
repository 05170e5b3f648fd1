# Take away what install.ps1 has put there. Tables and games stay unless you say -Data.
#
#     powershell -ExecutionPolicy Bypass -File uninstall.ps1 [-Data]
param([switch] $Data)
$ErrorActionPreference = 'Stop'

$name = 'companion-table'
$bin = Join-Path $HOME '.local\bin'
$entry = Join-Path $env:APPDATA 'Microsoft\Windows\Start Menu\Programs\Companion.lnk'
$played = Join-Path $env:LOCALAPPDATA $name

$found = Get-Command uv -ErrorAction SilentlyContinue
$uv = if ($found) { $found.Source } else { Join-Path $bin 'uv.exe' }
if (Test-Path $uv) {
    $env:UV_TOOL_BIN_DIR = $bin
    & $uv tool uninstall --quiet $name
}
if (Test-Path $entry) {
    Remove-Item $entry
}
Write-Host 'The companion is gone. uv stays, for other programs may use it.'
if ($Data -and (Test-Path $played)) {
    Remove-Item -Recurse $played
    Write-Host 'Tables and games are gone too.'
} elseif (Test-Path $played) {
    Write-Host "Tables and games are still in $played"
}
