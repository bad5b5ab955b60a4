"""Advice from any book: what a place is to a unit, who threatens it, and which ways trade time against exposure."""
