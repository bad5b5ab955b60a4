"""The storage of the local table, in an SQLite file or a PostgreSQL database."""
