"""Saboteur: The Dark Cave."""

from companion.games.dark_cave.game import DarkCave

GAME = DarkCave()
