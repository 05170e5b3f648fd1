"""Templates and addresses are compiled once for all apps of a process, templates for all processes of a run: most tests
make an app of their own."""

import atexit
import os
import shutil
import tempfile
from types import CodeType

from flask import Flask
from jinja2.bccache import Bucket, FileSystemBytecodeCache
from werkzeug.routing import Rule

FOLDER = "COMPANION_COMPILED"
"""Where the first process of a run puts what the others need, too."""


class Compiled(FileSystemBytecodeCache):
    """What was compiled of which source."""

    def __init__(self) -> None:
        super().__init__(os.environ[FOLDER])
        self._known: dict[tuple[str, str], CodeType | None] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        of = bucket.key, bucket.checksum
        bucket.code = self._known.get(of)
        if bucket.code is None:
            super().load_bytecode(bucket)
            self._known[of] = bucket.code

    def dump_bytecode(self, bucket: Bucket) -> None:
        self._known[bucket.key, bucket.checksum] = bucket.code
        super().dump_bytecode(bucket)


def compiled_once() -> None:
    if FOLDER not in os.environ:
        os.environ[FOLDER] = tempfile.mkdtemp(prefix="companion-")
        atexit.register(shutil.rmtree, os.environ[FOLDER], ignore_errors=True)
    Flask.jinja_options = {"bytecode_cache": Compiled()}
    compile_rule = Rule.compile
    known: dict[tuple[str, ...], Rule] = {}

    def compiled(rule: Rule) -> None:
        """What an address is made of and how it is built knows nothing of the app that it was compiled for."""
        key = (rule.rule, rule.subdomain or "", repr(rule.defaults))
        if key not in known:
            compile_rule(rule)
            known[key] = rule
            return
        same = known[key]
        rule._parts, rule._trace, rule._converters = same._parts, same._trace, same._converters
        rule.arguments = same.arguments
        rule._build = same._build.__func__.__get__(rule)  # type: ignore[attr-defined]
        rule._build_unknown = same._build_unknown.__func__.__get__(rule)  # type: ignore[attr-defined]

    Rule.compile = compiled  # type: ignore[assignment, method-assign]
