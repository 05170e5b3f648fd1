"""Templates and addresses are compiled once for all apps of a process: most tests make one of their own."""

from __future__ import annotations

from typing import Any

from flask import Flask
from jinja2.bccache import Bucket, BytecodeCache
from werkzeug.routing import Rule


class Compiled(BytecodeCache):
    """What was compiled, in memory. Jinja compares it with the template's source itself."""

    def __init__(self) -> None:
        self._code: dict[str, bytes] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        if code := self._code.get(bucket.key):
            bucket.bytecode_from_string(code)

    def dump_bytecode(self, bucket: Bucket) -> None:
        self._code[bucket.key] = bucket.bytecode_to_string()


def compiled_once() -> None:
    Flask.jinja_options = {"bytecode_cache": Compiled()}
    compile_builder = Rule._compile_builder
    known: dict[tuple[str, ...], Any] = {}

    def compiled(rule: Rule, append_unknown: bool = True) -> Any:
        """What builds an address knows nothing of the app that it was compiled for."""
        key = (rule.rule, repr(rule.defaults), repr(rule._trace), str(append_unknown))
        if key not in known:
            known[key] = compile_builder(rule, append_unknown)
        return known[key]

    Rule._compile_builder = compiled  # type: ignore[assignment, method-assign]
