"""Templates are compiled once for all apps of a process: most tests make one of their own."""

from __future__ import annotations

from flask import Flask
from jinja2.bccache import Bucket, BytecodeCache


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
