"""A picture as a file: PNG, SVG or GeoJSON."""
