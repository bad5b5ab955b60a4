"""Fire: aim, ranges, fronts, modifiers, targets and opportunity fire. Chapters 1.8, 11 and 12.1."""
