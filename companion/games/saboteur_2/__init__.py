"""Saboteur 2 (2011)."""

from companion.games.saboteur_2.game import Saboteur2

GAME = Saboteur2()
