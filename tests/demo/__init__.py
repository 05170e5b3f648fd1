"""Five people on one page."""
