"""A table: its state, its commands, who sees what."""
