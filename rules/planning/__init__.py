"""Advice by the rules of any book: what a place means for a unit, who threatens it, where to stand, and routes that trade time
against exposure."""
