"""Each game."""
