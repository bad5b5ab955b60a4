"""Tables in inches: spots, bases, terrain pieces and arcs; sight and movement have folders of their own."""
