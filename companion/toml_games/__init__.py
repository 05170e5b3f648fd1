"""A hidden-role game in one TOML file: read and checked (form.py), dealt and known (knowing.py)."""
