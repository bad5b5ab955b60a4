"""Sight, cover and measuring of Kampfgruppe Normandy."""
