"""What the rules raise. Every error is one sentence that says what is wrong and what was expected."""

from companion.rules.text import Text


class RuleError(Exception):
    """An entry, an option or a fact that can't be. ``text`` is the sentence, translatable."""

    def __init__(self, text: Text) -> None:
        super().__init__(text)
        self.text = text

    def __str__(self) -> str:
        return str(self.text)
