"""Rulings as pictures, JSON documents and text."""
