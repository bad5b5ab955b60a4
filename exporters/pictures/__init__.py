"""A board, and each kind of answer, as a picture: marks with roles, in the units of the board."""
