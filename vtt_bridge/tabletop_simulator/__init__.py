"""Tabletop Simulator: a script of ours in the game that asks the umpire, the link that pushes it, and save files."""
