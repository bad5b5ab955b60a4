"""Losses and morale of Kampfgruppe Normandy."""
