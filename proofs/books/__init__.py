"""Whole games and every declaration of each book."""
