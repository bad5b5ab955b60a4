"""Special rules of Kampfgruppe Normandy: units with rules of their own, events, ammunition."""
