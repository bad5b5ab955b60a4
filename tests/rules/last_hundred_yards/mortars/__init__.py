"""Mortar fire. Chapter 11.4."""
