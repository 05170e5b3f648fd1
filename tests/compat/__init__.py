"""What browsers have, by published data."""
