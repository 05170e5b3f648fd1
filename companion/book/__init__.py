"""The group's book: what came out of each game that is over and told, made from its record and kept as tables."""
