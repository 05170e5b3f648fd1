"""The ``companion`` command."""
