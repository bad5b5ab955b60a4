"""Dice thrown, dice enumerated, and the exact odds."""
