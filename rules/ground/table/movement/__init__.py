"""Movement on a table: faces of one price, the graph over a lattice of nodes, reach, and cheapest ways without needless bends."""
