"""The ground of a hex: cover, roads, fields of fire, mines and wire, stacking and scatter. Chapters 2.4, 4.1, 11.4.5 and 16."""
