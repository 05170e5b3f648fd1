"""How fast Companion is and what it takes. See docs/performance.md."""
