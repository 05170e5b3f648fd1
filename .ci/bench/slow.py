"""A slow disk: every sync takes 20 ms longer, as with an SD card. A shim that is compiled when it is needed."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

MILLISECONDS = 20
SOURCE = """
#define _GNU_SOURCE
#include <dlfcn.h>
#include <time.h>
static void rest(void) { struct timespec t = {0, %d * 1000000L}; nanosleep(&t, 0); }
int fsync(int fd) { int (*real)(int) = dlsym(RTLD_NEXT, "fsync"); rest(); return real(fd); }
int fdatasync(int fd) { int (*real)(int) = dlsym(RTLD_NEXT, "fdatasync"); rest(); return real(fd); }
"""


def environment(folder: Path) -> dict[str, str] | None:
    """What to add to a server's environment to give it a slow disk; None where no compiler is at hand."""
    compiler = shutil.which("cc")
    if compiler is None:
        return None
    source, shim = folder / "slow.c", folder / "slow.so"
    source.write_text(SOURCE % MILLISECONDS, encoding="utf-8")
    subprocess.run([compiler, "-shared", "-fPIC", "-o", str(shim), str(source), "-ldl"], check=True)
    return {"LD_PRELOAD": str(shim)}
