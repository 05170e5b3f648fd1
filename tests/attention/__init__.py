"""How many taps an evening takes of people who want to look at the table."""
