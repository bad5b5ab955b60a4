"""What a side may know in Kampfgruppe Normandy."""
