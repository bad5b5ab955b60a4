"""The local table: a small virtual tabletop of our own, which the umpire uses like any other."""
