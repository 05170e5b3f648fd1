"""The record of a game: entries and their fold, chance and how a deal is checked."""
