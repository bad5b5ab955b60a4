"""Tabletop Simulator: our script in the game, which asks the umpire; the link that pushes it; and save files."""
