"""Assaults and retreats. Chapter 13."""
