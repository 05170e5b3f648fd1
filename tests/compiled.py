"""Templates and addresses are made once for all apps of a process, templates compiled for all runs till they change:
most tests make an app of their own."""

from importlib.metadata import version
from pathlib import Path
from types import CodeType

from flask import Flask, current_app
from flask.templating import Environment
from jinja2.bccache import Bucket, FileSystemBytecodeCache
from werkzeug.local import LocalProxy
from werkzeug.routing import Rule

FOLDER = Path(__file__).parent / "__pycache__" / "templates"


class Compiled(FileSystemBytecodeCache):
    """What was compiled from which source."""

    def __init__(self) -> None:
        super().__init__(str(FOLDER))
        self._known: dict[tuple[str, str], CodeType | None] = {}

    def get_source_checksum(self, source: str) -> str:
        return super().get_source_checksum(source + version("jinja2"))

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
    FOLDER.mkdir(parents=True, exist_ok=True)
    Flask.jinja_options = {"bytecode_cache": Compiled()}
    make, shared = Flask.create_jinja_environment, list[Environment]()

    def environment(app: Flask) -> Environment:
        """What a template is made of knows nothing of the app but what it is set to."""
        if app.name != "companion":
            return make(app)
        if not shared:
            shared.append(make(app))
            shared[0].globals["config"] = LocalProxy(lambda: current_app.config)
        return shared[0]

    Flask.create_jinja_environment = environment  # type: ignore[assignment, method-assign]
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
