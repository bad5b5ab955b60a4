"""Sight on a table: the areas a line crosses, the spots a viewer sees, and how much of a footprint is visible past heights.

An area that blocks sight throws a shadow, as if the eye were a light: the set of places behind it that the eye does not see.
Shadows are worked out for convex cells, into which areas are cut; a footprint is looked at part by part (the hull of a tank,
each man of a squad) and in horizontal slices.
"""
