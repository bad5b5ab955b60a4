"""Maps of the map editor Tiled (hexagonal, JSON), both ways: where hexes lie, cells, tiles, objects, the whole."""
