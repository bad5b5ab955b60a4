"""The printed book and our additions: the rulebook and our readings, army lists, weapons, unit types, tables."""
