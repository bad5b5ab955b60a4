"""What the machine gives: settings, keys, the clock, files."""
