"""Reads and writes maps of the editor Tiled (hexagonal, JSON): hexes, cells, tiles, objects and the whole map."""
