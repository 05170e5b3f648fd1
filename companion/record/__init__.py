"""The record of a game: entries and their fold, and chance."""
