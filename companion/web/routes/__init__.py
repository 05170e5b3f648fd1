"""The addresses of the program, and what answers them."""
