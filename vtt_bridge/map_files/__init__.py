"""Boards read from map files of other programs, and written to them."""
