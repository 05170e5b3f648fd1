"""How fast the program is, against the limit of the machine and against others. See docs/performance.md."""
