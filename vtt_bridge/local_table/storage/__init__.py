"""The SQLite file of the local table."""
