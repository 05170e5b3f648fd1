"""Games in one file."""
