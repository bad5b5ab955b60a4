"""What can be asked of a position without a die: sight, ranges, fire, movement, who may be told to do what."""
