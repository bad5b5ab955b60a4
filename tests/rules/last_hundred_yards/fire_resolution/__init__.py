"""Fire resolution: what happens to men and vehicles under fire."""
