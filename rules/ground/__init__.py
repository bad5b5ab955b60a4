"""Geometry that knows no rule: hexes in whole numbers, tables in inches.

place, board    a place on either kind of ground, and the board itself
paths           reach and cheapest path on a movement graph of either kind
compiling       when compiled functions are worth loading
hex             hexes, board, terrain, contours, facing; sight: what a line passes; graph: steps from hex to hex
table           inches: spots, bases, gaps; tabletop, terrain, touching, arcs; arrays and outlines: many of them at once
table.sight     crossings of one line; field: many spots at once; shadows of what has a height, and their parts
table.movement  faces of one price, the lattice of steps and the links to it, graph: reach and ways
"""
