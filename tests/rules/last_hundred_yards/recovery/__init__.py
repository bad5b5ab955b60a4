"""Recovery and heroism. Chapter 14."""
