"""Assaults, and the retreats after them. Chapter 13."""
