"""Geometry that knows no rule: hexes in whole numbers, tables in inches."""
