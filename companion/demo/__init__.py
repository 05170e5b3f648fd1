"""``companion demo``: a table with five people on one page of a browser, without a phone."""
