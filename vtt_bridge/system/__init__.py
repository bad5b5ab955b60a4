"""The machine: settings, keys, the clock, files."""
