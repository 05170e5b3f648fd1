"""How fast the program is and what it takes. See docs/performance.md."""
