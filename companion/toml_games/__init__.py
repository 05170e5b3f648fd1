"""A hidden-role game in one TOML file: read and checked (loader.py), dealt and known (knowledge.py)."""
