"""What the local table keeps, in an SQLite file or a PostgreSQL database."""
