"""Buttons and forms of actions, drawn."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from typing import Any

from markupsafe import Markup, escape

from companion.rules.asking import Action, Quick
from companion.table.now import Doing
from companion.web.forms import entries_json, one_choice
from companion.web.icons import icon
from companion.web.inputs import Inputs
from companion.web.words import words_in

GROUPS = ("settle", "play", "move", "any", "end")
DRAWN = 2**12
URL, ID, STAMP = "\x01", "\x02", "\x03"
"""Where a page puts its own into what is drawn once for several."""


@lru_cache(2**10)
def post(url: str, css: str = "") -> Markup:
    """The attributes of a form that is sent to ``url`` and answered with a fresh live part."""
    hx = 'hx-target="#live" hx-swap="innerMorph" hx-sync="this:drop" hx-disable="find button"'
    style = f' class="{css}"' if css else ""
    return Markup(f'method="post" action="{{0}}" hx-post="{{0}}" {hx}{style}').format(url)  # noqa: S704 - fixed


def hidden(stamp: str, entries: str) -> Markup:
    """The unseen fields of a form: the state its page was made of, and the entries it makes."""
    kept = f'<input type="hidden" name="stamp" value="{escape(stamp)}">'
    return Markup(f'{kept}<input type="hidden" name="entries" value="{escape(entries)}">')  # noqa: S704 - escaped


@dataclass(frozen=True)
class Buttons:
    """The buttons of one seat, drawn once a change for all pages that have them."""

    drawn: tuple[tuple[str, bool, str], ...]
    """(group, whether it is the seat's alone, markup)."""

    def on(self, url: str, prefix: str, stamp: str, secrets: bool) -> Markup:
        """On the page that sends them to ``url``, their ids beginning with ``prefix``; ``secrets`` where the seat
        alone looks."""
        text = self._whole if secrets else self._public
        return Markup(text.replace(URL, url).replace(ID, prefix).replace(STAMP, stamp))  # noqa: S704 - escaped below

    @cached_property
    def _whole(self) -> str:
        return self._grouped(self.drawn)

    @cached_property
    def _public(self) -> str:
        return self._grouped(tuple(one for one in self.drawn if not one[1]))

    def _grouped(self, drawn: tuple[tuple[str, bool, str], ...]) -> str:
        """Whole turns first, then the groups."""
        text = "".join(one for group, _, one in drawn if not group)
        for name in GROUPS:
            if found := [one for group, _, one in drawn if group == name]:
                text += f'<div class="acts {name}">{"".join(found)}</div>\n'
        return text


@dataclass(frozen=True)
class Forms:
    """The forms of one game in one language, for templates to draw."""

    game: str
    lang: str
    post = staticmethod(post)
    hidden = staticmethod(hidden)

    @cached_property
    def inputs(self) -> Inputs:
        return Inputs(self.game, words_in(self.lang))

    def input(self, *given: Any) -> Markup:
        return self.inputs.input(*given)

    def whole(self, *given: Any) -> Markup:
        return self.inputs.whole(*given)

    def acts(self, doing: Doing) -> Buttons:
        """All buttons of a seat; their places for address, ids and stamp are still to be filled."""
        drawn = [("", False, self._quick(quick)) for quick in doing.quick]
        one_tap = [quick.entries[0] for quick in doing.quick if len(quick.entries) == 1]
        offered = [action for action in doing.actions if action.asked or action.base not in one_tap]
        for group in GROUPS:
            actions = (action for action in offered if action.group == group)
            drawn += [
                (group, action.secret, self._drawn(action, f"{ID}{doing.seat}{group}{number}", group == "settle"))
                for number, action in enumerate(actions, 1)
            ]
        return Buttons(tuple(drawn))

    def _quick(self, quick: Quick) -> str:
        label = f"{icon(quick.icon, self.game)}<span>{escape(self.inputs.words.t(quick.label))}</span>"
        kept = hidden(STAMP, entries_json(quick))
        return f'<form {post(URL)}>{kept}<button class="button main big">{label}</button></form>\n'

    def action(self, action: Action, id: str, url: str, stamp: str, open: bool = False) -> Markup:
        """One button with its form."""
        return Markup(self._drawn(action, id, open).replace(URL, url).replace(STAMP, stamp))  # noqa: S704 - escaped

    @lru_cache(DRAWN)  # noqa: B019 - there is one of this class for each game and language
    def _drawn(self, action: Action, id: str, open: bool) -> str:
        """Most actions stay what they were from turn to turn."""
        if action.closed:
            return self._shut(action, id)
        kept = hidden(STAMP, entries_json(action))
        if not action.asked:
            return f'<form {post(URL, "act")}>{kept}<button class="button">{self._label(action)}</button></form>\n'
        together = "acts" if action.by is not None else "table-acts"
        how = " open" if open and not action.secret else (f' name="{together}"' if action.kind else "")
        summary = f'<summary class="button">{self._label(action)}</summary>'
        form = f"<form {post(URL, 'fields')} data-reset>{kept}\n{self.fields(action, id)}</form>"
        return f'<details class="act" id="{id}"{how}>{summary}\n{form}</details>\n'

    def fields(self, action: Action, id: str) -> Markup:
        """The fields still to be filled in, and the button that sends them."""
        if (choice := one_choice(action)) is not None:
            return self.inputs.buttons(choice, id)
        fields = (self.input(one, one.name, f"{id}-{number}", {}) for number, one in enumerate(action.asked, 1))
        words = self.inputs.words
        ready = escape(words.gettext("OK: {action}", action=words.t(action.label)))
        return Markup(f'{"".join(fields)}<button class="button main">{ready}</button>\n')  # noqa: S704 - escaped

    def _shut(self, action: Action, id: str) -> str:
        t = self.inputs.words.t
        label = f"{icon(action.icon, self.game)}<span>{escape(t(action.label))}</span>"
        button = f'<button class="button" disabled aria-describedby="{id}-why">{label}</button>'
        return f'<div class="act shut">{button}<small id="{id}-why">{escape(t(action.closed))}</small></div>\n'

    def _label(self, action: Action) -> str:
        t = self.inputs.words.t
        note = f"<small>{escape(t(action.note))}</small>" if action.note else ""
        return f"{icon(action.icon, self.game)}<span><span>{escape(t(action.label))}</span>{note}</span>"


@cache
def forms_of(game: str, lang: str) -> Forms:
    """The forms of that game's pages in that language."""
    return Forms(game, lang)
