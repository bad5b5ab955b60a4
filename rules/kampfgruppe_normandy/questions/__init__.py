"""Questions about a position that need no die: sight, ranges, fire, movement, who may be told to do what."""
