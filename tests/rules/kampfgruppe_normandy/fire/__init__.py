"""Direct fire of Kampfgruppe Normandy."""
