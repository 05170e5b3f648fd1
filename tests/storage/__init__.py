"""The data file."""
