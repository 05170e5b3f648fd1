"""Companion for hidden-role games on a real table."""

__version__ = "0.1.0"
