"""Batteries, rockets and aircraft of Kampfgruppe Normandy."""
