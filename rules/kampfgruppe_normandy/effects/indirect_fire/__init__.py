"""Shells that fall round a marker, and the dice of a request for fire."""
