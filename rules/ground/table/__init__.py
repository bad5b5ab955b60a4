"""Tables in inches: spots and bases, terrain pieces, arcs; sight and movement in folders of their own."""
