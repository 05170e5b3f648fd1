"""What is kept on disk: the data file, its schema and backups, the store."""
