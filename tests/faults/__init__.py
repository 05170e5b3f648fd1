"""Faults and attackers, tried one by one. What is promised, and which test shows it: docs/security.md."""
