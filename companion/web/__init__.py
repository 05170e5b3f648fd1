"""The pages: Flask, knowing no game by name."""
