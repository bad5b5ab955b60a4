"""Matches between players, and studies on many workers."""
