"""The history: outcomes of games, and totals over them."""
