"""Commands: functions that change a table."""
