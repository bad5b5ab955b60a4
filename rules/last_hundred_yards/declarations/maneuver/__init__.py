"""Maneuver, hex by hex. Chapters 10.0 to 10.3 and 17.7."""
