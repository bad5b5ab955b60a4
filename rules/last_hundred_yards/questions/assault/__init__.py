"""Assaults: which units may take part, the modifiers, units lost before the die, and attempts to destroy vehicles. Chapter 13."""
