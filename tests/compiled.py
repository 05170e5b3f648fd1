"""Templates and addresses are compiled once for all apps of a process: most tests make one of their own."""

from __future__ import annotations

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
