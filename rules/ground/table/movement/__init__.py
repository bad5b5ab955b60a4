"""Movement on a table: faces of one price, the lattice of steps, reach, and ways drawn as a hand would."""
