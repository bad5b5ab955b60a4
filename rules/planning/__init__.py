"""Advice from any book: what a place is to a unit, who threatens it, where it should stand, and which ways trade time against exposure."""
