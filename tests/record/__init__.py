"""Entries, their fold, undo, chance."""
