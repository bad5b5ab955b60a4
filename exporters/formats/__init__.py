"""A picture as a file: PNG, SVG, PDF or GeoJSON; and answers as tables for research."""
