# Put the companion into your own folders, with an entry in the Start menu. Run it again to update. uninstall.ps1 takes
# it away.
#
#     powershell -ExecutionPolicy Bypass -File install.ps1
#
# Nothing needs an administrator's rights. Beside a checkout it installs that, else the published package.
# $env:COMPANION_PACKAGE names another one: a name, a wheel, a folder.
$ErrorActionPreference = 'Stop'

$name = 'companion-table'
$bin = Join-Path $HOME '.local\bin'
$menu = Join-Path $env:APPDATA 'Microsoft\Windows\Start Menu\Programs'

# uv brings a Python of its own where this machine has none that is new enough.
function Find-Uv {
    $found = Get-Command uv -ErrorAction SilentlyContinue
    if ($found) {
        return $found.Source
    }
    $own = Join-Path $bin 'uv.exe'
    if (-not (Test-Path $own)) {
        Write-Host 'Getting uv, which installs Python programs (https://docs.astral.sh/uv/).'
        $env:UV_INSTALL_DIR = $bin
        $env:UV_NO_MODIFY_PATH = '1'
        Invoke-RestMethod 'https://astral.sh/uv/install.ps1' | Invoke-Expression
    }
    if (-not (Test-Path $own)) {
        throw "uv was installed, but it is not at $own."
    }
    return $own
}

function Get-Package {
    if ($env:COMPANION_PACKAGE) {
        return $env:COMPANION_PACKAGE
    }
    $project = if ($PSScriptRoot) { Join-Path $PSScriptRoot 'pyproject.toml' } else { '' }
    if ($project -and (Test-Path $project) -and (Select-String -Quiet -Path $project -Pattern "^name = `"$name`"")) {
        return $PSScriptRoot
    }
    return $name
}

# An entry in the Start menu, with the program's icon.
function Add-Entry([string] $command) {
    $python = Join-Path (& $uv tool dir) "$name\Scripts\python.exe"
    $icon = & $python -c 'from companion.paths import static_dir; print(static_dir() / "app" / "icon.ico")'
    $shortcut = (New-Object -ComObject WScript.Shell).CreateShortcut((Join-Path $menu 'Companion.lnk'))
    $shortcut.TargetPath = $command
    $shortcut.WorkingDirectory = $HOME
    $shortcut.IconLocation = $icon
    $shortcut.Description = 'The helper for hidden-role games on a real table'
    $shortcut.Save()
}

$uv = Find-Uv
$env:UV_TOOL_BIN_DIR = $bin
& $uv tool install --quiet --force --upgrade --reinstall-package $name (Get-Package)
if ($LASTEXITCODE -ne 0) {
    throw 'The companion could not be installed; what uv says stands above.'
}
$command = Join-Path $bin 'companion.exe'
Add-Entry $command
Write-Host "$(& $command --version) is installed. Start it: Companion in the Start menu, or in a terminal:"
Write-Host "    $command"
Write-Host 'When Windows asks about its firewall, allow private networks: else no phone gets in.'
