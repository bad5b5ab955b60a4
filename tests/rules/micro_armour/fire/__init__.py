"""Spotting, fire and its results in Micro Armour."""
