"""Missions before play: checks of the set-up, forces drawn at random, plans of landings, and units that players choose to be."""
