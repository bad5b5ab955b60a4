"""What is printed, and what we add to it: the rulebook and our readings, army lists, weapons, unit types, tables."""
