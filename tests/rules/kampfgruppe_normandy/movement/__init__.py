"""Moves, ways and reach of Kampfgruppe Normandy."""
