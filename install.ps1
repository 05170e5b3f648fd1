# Install Companion into your own folders, with an entry in the Start menu; -Start also starts the table. Run it again
# to update. uninstall.ps1 removes it.
#
#     powershell -ExecutionPolicy Bypass -File install.ps1 [-Start]
#
# It uses the first of these that you have: uv; Python 3.11 or newer with venv; pipx. If there is none, it downloads uv.
# You don't need administrator rights. In a checkout it installs that, elsewhere the published package.
# $env:COMPANION_PACKAGE names another one: a name, a wheel, a folder.
param([switch] $Start)
$ErrorActionPreference = 'Stop'
# Paths that programs print, also with an umlaut in someone's name.
[Console]::OutputEncoding = [Text.Encoding]::UTF8
$env:PYTHONUTF8 = '1'

$name = 'companion-table'
$bin = Join-Path $HOME '.local\bin'
$program = Join-Path $env:LOCALAPPDATA "$name-program"
$menu = Join-Path $env:APPDATA 'Microsoft\Windows\Start Menu\Programs'

function Find-Command([string] $called) {
    (Get-Command $called -CommandType Application -ErrorAction SilentlyContinue | Select-Object -First 1).Source
}

function Find-Uv {
    $own = Join-Path $bin 'uv.exe'
    $found = Find-Command 'uv'
    if ($found) { $found } elseif (Test-Path $own) { $own }
}

# A Python that is new enough and can make an environment with pip in it. Windows' own python.exe, which only opens the
# store, says nothing.
function Find-Python {
    $asked = 'import sys, venv, ensurepip; print(sys.executable if sys.version_info >= (3, 11) else str())'
    foreach ($called in 'py', 'python', 'python3') {
        $found = Find-Command $called
        if ($found) {
            try { $python = & $found -c $asked 2>$null } catch { $python = '' }
            if ($python) { return $python }
        }
    }
}

# uv brings its own Python if this computer has none that is new enough.
function Get-Uv {
    Write-Host 'Downloading uv, which installs Python programs (https://docs.astral.sh/uv/).'
    $env:UV_INSTALL_DIR = $bin
    $env:UV_NO_MODIFY_PATH = '1'
    try {
        Invoke-RestMethod 'https://astral.sh/uv/install.ps1' | Invoke-Expression
    } catch {
        throw "Couldn't download uv. Install Python 3.11 or newer from https://python.org, then run this again."
    }
    Join-Path $bin 'uv.exe'
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

# Each of these leaves the command in $bin and its installer's exit code, and answers with the Python of the program's
# environment.
function Install-WithUv([string] $uv) {
    $env:UV_TOOL_BIN_DIR = $bin
    $all = & $uv tool dir
    & $uv tool install --quiet --force --upgrade --reinstall-package $name (Get-Package) | Out-Host
    Join-Path $all "$name\Scripts\python.exe"
}

function Install-WithPython([string] $python) {
    $own = Join-Path $program 'Scripts\python.exe'
    if (-not (Test-Path $own)) {
        & $python -m venv --clear $program | Out-Host
    }
    if (Test-Path $own) {
        & $own -m pip install --quiet --disable-pip-version-check --upgrade (Get-Package) | Out-Host
    }
    if ($LASTEXITCODE -eq 0) {
        New-Item -ItemType Directory -Force $bin | Out-Null
        Copy-Item -Force (Join-Path $program "Scripts\$name.exe") $bin
    }
    $own
}

function Install-WithPipx([string] $pipx) {
    $env:PIPX_BIN_DIR = $bin
    $all = & $pipx environment --value PIPX_LOCAL_VENVS
    & $pipx install --quiet --force (Get-Package) | Out-Host
    Join-Path $all "$name\Scripts\python.exe"
}

# An entry in the Start menu, with the program's icon.
function Add-Entry([string] $python) {
    $icon = & $python -c 'from companion.paths import static_dir; print(static_dir())'
    $shortcut = (New-Object -ComObject WScript.Shell).CreateShortcut((Join-Path $menu 'Companion.lnk'))
    $shortcut.TargetPath = $command
    $shortcut.WorkingDirectory = $HOME
    $shortcut.IconLocation = Join-Path $icon 'app\icon.ico'
    $shortcut.Description = 'Hidden-role games at a real table'
    $shortcut.Save()
}

$command = Join-Path $bin "$name.exe"
# Windows keeps the files of a program that runs.
$running = Get-Process $name, 'companion' -ErrorAction SilentlyContinue
if ($running | Where-Object { $_.Path -like "*$name*" -or $_.Path -eq (Join-Path $bin 'companion.exe') }) {
    throw 'Companion is running. Stop it first (Ctrl+C in its window), then run this again.'
}
if ($uv = Find-Uv) {
    Write-Host 'Installing with uv. This takes up to a minute.'
    $own = Install-WithUv $uv
} elseif ($python = Find-Python) {
    Write-Host 'Installing with Python. This takes up to a minute.'
    $own = Install-WithPython $python
} elseif ($pipx = Find-Command 'pipx') {
    Write-Host 'Installing with pipx. This takes up to a minute.'
    $own = Install-WithPipx $pipx
} else {
    $own = Install-WithUv (Get-Uv)
}
if ($LASTEXITCODE -eq 0) {
    Add-Entry $own
    Write-Host "$(& $command --version) is installed. Start it from Companion in the Start menu, or in a terminal:"
    Write-Host "    $command"
} elseif ($Start -and (Test-Path $command)) {
    # Who only wants to play goes on with what is there, as in a house without the internet.
    Write-Host "Couldn't update; see the reason above. Starting the version you already have."
} else {
    throw "Couldn't install Companion; see the reason above."
}
Write-Host 'If Windows Firewall asks, allow private networks so phones can connect.'
if ($Start) {
    & $command
}
