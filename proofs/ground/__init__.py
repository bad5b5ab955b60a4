"""Sight and ways against oracles that share no code."""
