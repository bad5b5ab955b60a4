"""Orders, ways and the ground of Micro Armour."""
