"""Storage: the data file, its schema and backups, the store."""
