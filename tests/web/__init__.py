"""Pages, taps, streams."""
