"""The addresses of Companion, and what answers them."""
