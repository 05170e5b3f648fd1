"""Saboteur: The Lost Mines."""

from companion.games.lost_mines.game import LostMines

GAME = LostMines()
