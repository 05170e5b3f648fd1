"""The history: the outcome of each finished and revealed game, computed from its record, and totals over them."""
