"""Computer players, which decide for a side on what that side knows, in any book, and give their reasons."""
