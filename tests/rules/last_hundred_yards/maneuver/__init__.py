"""Maneuver and what a step costs. Chapters 4.1 and 10.0 to 10.2."""
