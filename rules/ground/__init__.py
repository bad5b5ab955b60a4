"""Geometry that knows no rule: hexes in whole numbers, tables in inches.

place, board    a place on either kind of ground, and the board itself
paths           reach and cheapest path over steps of whole cost, as on hexes; bucket_queue: the search, plain and compiled
compiling       when compiled functions are worth loading
hex             hexes, board, terrain, contours, facing; sight: what a line passes; graph: neighbours as arrays
table           inches: spots, bases, gaps; tabletop, terrain, touching, house_walls, arcs; arrays, outlines and kernels for many
                at once
table.sight     crossings of one line; field: many spots at once; shadows: how much of a footprint is visible past heights
table.movement  faces of one price, a lattice of nodes and the steps between them; graph: reach and cheapest ways
"""
