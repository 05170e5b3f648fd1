"""Stories of a record: tale, highlights, what could be known."""
