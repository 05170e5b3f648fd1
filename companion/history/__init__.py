"""The group's book: the outcome of each game that is over and told, made from its record, and sums over them."""
