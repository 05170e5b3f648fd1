# Remove what install.ps1 has installed. Tables and games stay unless you add -Data.
#
#     powershell -ExecutionPolicy Bypass -File uninstall.ps1 [-Data]
param([switch] $Data)
$ErrorActionPreference = 'Stop'

$name = 'companion-table'
$bin = Join-Path $HOME '.local\bin'
$program = Join-Path $env:LOCALAPPDATA "$name-program"
$entry = Join-Path $env:APPDATA 'Microsoft\Windows\Start Menu\Programs\Companion.lnk'
$played = Join-Path $env:LOCALAPPDATA $name

if (Test-Path $program) {
    Remove-Item -Recurse -Force $program
    Remove-Item -Force -ErrorAction SilentlyContinue (Join-Path $bin "$name.exe")
}
if (Get-Command pipx -ErrorAction SilentlyContinue) {
    $all = pipx environment --value PIPX_LOCAL_VENVS
    if ($all -and (Test-Path (Join-Path $all $name))) {
        $env:PIPX_BIN_DIR = $bin
        pipx uninstall $name
    }
}
$found = Get-Command uv -ErrorAction SilentlyContinue
$uv = if ($found) { $found.Source } else { Join-Path $bin 'uv.exe' }
if (Test-Path $uv) {
    $env:UV_TOOL_BIN_DIR = $bin
    try { & $uv tool uninstall --quiet $name 2>$null } catch { Write-Host "It wasn't installed with uv." }
}
if (Test-Path $entry) {
    Remove-Item $entry
}
Write-Host 'Companion has been removed. The tools it was installed with are still there.'
if ($Data -and (Test-Path $played)) {
    Remove-Item -Recurse $played
    Write-Host 'Tables and games have been deleted, too.'
} elseif (Test-Path $played) {
    Write-Host "Tables and games are still in $played"
}
