"""Games in one file: those that come with Companion, those of the tests, and any."""

import json
import re
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

from companion.toml_games import files
from companion.toml_games.game import RoleGame
from companion.toml_games.parser import MistakesError

BUNDLED = sorted(files.BUNDLED.glob("*.toml"))
FILES = sorted((Path(__file__).parent / "role_files").glob("*.toml"))


def game_in(file: Path) -> RoleGame:
    return files.game_of_file(file.stem, file.read_text(encoding="utf-8"))


def any_game(random: Random, players: int = 0) -> RoleGame:
    """Any game with all that a file can have, for that many (0: as it comes)."""
    while True:
        with suppress(MistakesError):
            game = files.game_of_file("any", a_text(random))
            if players in (0, game.least):
                return game


def a_text(random: Random) -> str:
    """Its file; it can have mistakes."""
    text = a_file(random)[0].replace("{p.2}", "{p.1}")  # which comes first is drawn, not dealt
    ids = sorted(set(re.findall(r"\[cards\.(c\d)\]", text)))
    some = [one for one in ids if f"[cards.{one}]" in text and random.random() < 0.6] or ids[:1]
    for id in ids[1:]:
        if random.random() < 0.3:
            optional = f"[cards.{id}]\noptional = {random.choice(['true', 'false'])}"
            text = text.replace(f"[cards.{id}]", optional)
    text = text.replace('title = "X"', random.choice(['title = "X"', 'title = "X"\nout = "hidden"']))
    text += f'\n[[looks]]\nname = "Look"\nwho = {written(some)}\nat = "{random.choice(["side", "card"])}"\n'
    text += '[[night]]\nsays = "Sleep"\nseconds = 5\n[[clock]]\nname = "Day"\nseconds = 60\n'
    text += '[[ends]]\nwhen = "Over"\nasks = "Who?"\nwins = ["the_seat"]\n'
    return text


def written(value: Any) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{json.dumps(key)} = {written(one)}" for key, one in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(written, value)) + "]"
    return json.dumps(value, ensure_ascii=False)


def a_file(random: Random) -> tuple[str, int]:
    """Any file with two to five players, up to six kinds of cards and four rules; it can have mistakes."""
    players, aside = random.randint(2, 5), random.choice([0, 0, 1, 2])
    sides = [f"s{n}" for n in range(random.randint(1, 3))]
    cards = [f"c{n}" for n in range(random.randint(1, 6))]
    lines = [f'[game]\ntitle = "X"\nplayers = [{players}, {players}]']
    lines += [f'[sides.{side}]\nname = "{side}"' for side in sides]
    counts = {card: random.randint(1, 2) for card in cards[1:]}
    while sum(counts.values()) > players + aside:
        del counts[max(counts)]
    for card in (cards[0], *counts):
        name = random.choice(["N1", "N2", card, {"en": "N1", "de": card}])
        side = sides.pop() if sides and random.random() < 0.7 else lines[1].split("]")[0].split(".")[1]
        lines.append(f'[cards.{card}]\nside = "{side}"\nname = {written(name)}')
        lines.append(random.choice(["", "", "", "open = true", "told = false", "told = false"]))
    dealt = [cards[0], *counts]
    lines.append(f'[deal]\ncards = {written(counts)}\nfill = "{cards[0]}"\naside = {aside}')
    lines.append('[draw.p]\nfrom = [["a", "b"]]\n[draw.w]\nfrom = ["q"]')

    def some() -> list[str]:
        return random.sample(dealt, random.randint(1, min(3, len(dealt))))

    texts = ["A {names}", "B {names}.", "X", "Y {w} {p.1}", "Y {w} {p.2}"]
    texts_with_cards = ["C {cards}!", "A {cards} {names}", "{w} {names} {cards}", "{w} names {cards}", "{p.1} {cards}"]
    for _ in range(random.randint(0, 4)):
        rule: dict[str, Any] = {"who": some() if random.random() < 0.7 else ["everybody"]}
        says: Any = random.choice(texts[2:])
        if random.random() < 0.8:
            rule["of"] = some()
            with_cards = random.random() < 0.4
            some_texts = [*texts, *(texts_with_cards * 2 if with_cards else [])]
            says = random.choice(some_texts)
            if random.random() < 0.2:
                says = {"en": says, "de": random.choice(some_texts)}
            rule |= {"card": True} if with_cards else {}
            rule |= {"none": random.choice(["X", "none"])} if random.random() < 0.4 else {}
        rule["says"] = says
        lines.append("[[learns]]\n" + "\n".join(f"{key} = {written(value)}" for key, value in rule.items()))
    return "\n".join(lines), players
