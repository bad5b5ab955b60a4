"""Boards from the map files of other programs, and back."""
