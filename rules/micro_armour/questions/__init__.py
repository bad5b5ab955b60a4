"""What the rules say of a position, without dice: sight, ranges, movement, modifiers, legality of fire, force points."""
