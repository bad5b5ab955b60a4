"""Concealment and hidden units. Chapter 4.3."""
