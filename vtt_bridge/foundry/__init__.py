"""A Foundry world as a table: met through a REST relay, through a module of our own, or as files."""
