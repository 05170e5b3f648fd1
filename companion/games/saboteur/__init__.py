"""Saboteur (2004), with its four variants."""

from companion.games.saboteur.game import Saboteur

GAME = Saboteur()
