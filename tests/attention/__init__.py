"""How much attention a turn takes of people who want to look at the table: taps, sheets, and what is out of sight."""
