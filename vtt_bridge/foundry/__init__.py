"""A Foundry world as a table: through a REST relay, through our own module, or as files."""
