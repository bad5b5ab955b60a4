"""The book: its two editions, our readings, its printed tables and the weapon data."""
