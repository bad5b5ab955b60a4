"""Answers laid out for people: pictures, documents and words."""
