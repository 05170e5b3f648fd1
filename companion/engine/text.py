"""Sentences as data, put into a language only when they are shown; and the error that says one.

The words themselves are in the catalogues; which language someone reads is the web layer's to know.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from string import Formatter
from typing import Any

# -- sentences ------------------------------------------------------------------------------------------------------
Gettext = Callable[[str], str]
NGettext = Callable[[str, str, int], str]
Write = Callable[[str], str]
"""Writes a name or another plain string for a sentence."""


def write_plain(value: str) -> str:
    """Write a plain string as it is."""
    return value


@dataclass(frozen=True)
class Text:
    """A translatable sentence.

    ``message`` is the English source in ``str.format`` style, ``values`` fill its placeholders; a value can be a
    ``Text`` (translated too) or a list (joined with commas). With ``plural`` the value ``n`` chooses the form. A text
    whose placeholders are still empty is a template: what a game declares, ``filled`` when it is said. ``own`` is the
    text by language, if it comes with its translations and no catalogue has it: nothing is filled into it.
    """

    message: str
    values: Mapping[str, Any] = field(default_factory=dict)
    plural: str | None = None
    own: tuple[tuple[str, str], ...] = ()

    def render(
        self,
        gettext: Gettext,
        ngettext: NGettext,
        of_record: bool = False,
        lang: str = "en",
        write: Write = write_plain,
    ) -> str:
        """Write the sentence in the language of the two gettext functions given.

        ``of_record``: name what is ``Named`` as records do, otherwise as people do. ``write`` writes its names.
        """
        if self.own:
            return dict(self.own).get(lang, self.message)
        template = (
            gettext(self.message) if self.plural is None else ngettext(self.message, self.plural, self.values["n"])
        )
        fill = {key: _render(value, gettext, ngettext, of_record, lang, write) for key, value in self.values.items()}
        return template.format(**fill)

    def fill(self, **values: Any) -> Text:
        """Fill those of ``values`` into the sentence that it has an empty placeholder for; the others are left out."""
        if self.own:
            return self
        places = _places(self.message, self.plural)
        given = {key: values[key] for key in places if key in values and key not in self.values}
        if self.plural is not None and "n" in values:
            given["n"] = values["n"]
        return Text(self.message, {**self.values, **given}, self.plural) if given else self

    def __str__(self) -> str:
        """Write it in English, for people who read the record."""
        return self.render(lambda message: message, lambda one, many, n: one if n == 1 else many, of_record=True)

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        try:
            return hash((self.message, self.own, *self.values.values()))
        except TypeError:  # a list among them
            return hash(self.message)


@dataclass(frozen=True)
class DualName:
    """Something that records call ``name`` and people ``label``: the message about it says what its reader says."""

    name: str
    label: Text


@lru_cache(2**10)
def _places(*messages: str | None) -> tuple[str, ...]:
    """Return the names in braces."""
    return tuple(
        dict.fromkeys(name for message in messages if message for _, name, _, _ in Formatter().parse(message) if name)
    )


def _render(value: Any, gettext: Gettext, ngettext: NGettext, of_record: bool, lang: str, write: Write) -> Any:
    if isinstance(value, str):
        return write(value)
    if isinstance(value, DualName):
        return value.name if of_record else value.label.render(gettext, ngettext, lang=lang)
    if isinstance(value, Text):
        return value.render(gettext, ngettext, of_record, lang, write)
    if isinstance(value, Sequence):
        return ", ".join(str(_render(part, gettext, ngettext, of_record, lang, write)) for part in value)
    return write_number(value) if isinstance(value, int) and value < 0 else value


def write_number(number: int) -> str:
    """Write the number with a real minus."""
    return f"{number}".replace("-", "−")


def write_signed(change: int) -> str:
    """Write the number as a change, with its sign."""
    return f"+{change}" if change > 0 else f"−{-change}"


def T(message: str, /, **values: Any) -> Text:
    """Make a sentence with its values.

    The name is short because it precedes every sentence; extraction knows it.
    """
    return Text(message, values)


def TN(one: str, many: str, n: int = 0, /, **values: Any) -> Text:
    """Make a sentence that depends on a count; ``{n}`` is the count, which a template leaves out."""
    return Text(one, {"n": n, **values}, many)


def make_own_words(words: Mapping[str, str]) -> Text:
    """Make a sentence that comes with its translations, by language; English is always there."""
    return Text(words["en"], own=tuple(sorted(words.items())))


def list_names(names: Sequence[Any]) -> Any:
    """Write one name or more in a row: Anna, Ben and Cleo."""
    return names[0] if len(names) == 1 else T("{names} and {last}", names=list(names[:-1]), last=names[-1])


def join_sentences(parts: Sequence[Text], joined: Text = T("{first} {then}")) -> Text:  # noqa: B008 - it is frozen
    """Join one sentence or more into one text, half by half: a thousand nest ten deep."""
    if len(parts) == 1:
        return parts[0]
    half = len(parts) // 2
    return joined.fill(first=join_sentences(parts[:half], joined), then=join_sentences(parts[half:], joined))


# -- errors ---------------------------------------------------------------------------------------------------------
class RuleError(Exception):
    """An entry, an option or a fact that isn't possible. ``text`` is the sentence, translatable."""

    def __init__(self, text: Text) -> None:
        super().__init__(text)
        self.text = text

    def __str__(self) -> str:
        return str(self.text)
