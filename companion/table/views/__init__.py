"""What pages are made of: one value for all, and the page of each viewer."""
